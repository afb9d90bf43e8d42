import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Flag } from './primitives.ts'
import { WorkRefParams } from './works.ts'

export const fileKinds = ['audio', 'text', 'image', 'other'] as const
export type FileKind = (typeof fileKinds)[number]

/**
 * What the last scan found wrong with an audio file: it is empty, could not be read, is in no known format, or is cut
 * off.
 */
export const trackProblems = ['empty', 'unreadable', 'damaged', 'incomplete'] as const
export type TrackProblem = (typeof trackProblems)[number]

export const TrackFile = z.object({
  type: z.enum(fileKinds),
  /** `{workId}/{fileId}`; both numbers are stable as long as the file exists. */
  hash: z.string(),
  /** The file's name. */
  title: z.string(),
  work: z.object({ id: z.int(), source_id: z.string(), source_type: z.string() }),
  workTitle: z.string(),
  /** Absolute and without a query, so that clients can append their token. */
  mediaStreamUrl: z.string(),
  mediaDownloadUrl: z.string(),
  /** Empty if there is no smaller stream: none can be made, or the file is already small and plays in browsers. */
  streamLowQualityUrl: z.string(),
  /** In seconds, for audio, and for subtitles of known length. */
  duration: z.optional(z.number()),
  /** In bytes. */
  size: z.int(),
  /** Only for audio files with a problem. */
  problem: z.optional(z.enum(trackProblems)),
  /** Only for audio that a subtitle of the work belongs to, by name or number; absent otherwise. */
  hasSubtitles: z.optional(z.literal(true)),
  /** Only for audio that no browser can play as a file, but every browser as a stream. */
  streamOnly: z.optional(z.literal(true)),
  /** Only with `withVideo`, for files named as videos: an MP4 with the picture, where there is one and ffmpeg, for browsers that cannot show the file. */
  videoUrl: z.optional(z.string()),
  /**
   * Only with `withVersions`: another one when the last scan found other content, the same one when only the file's name or time
   * is another. Absent if the scan could not read the file.
   */
  version: z.optional(z.string()),
})
export type TrackFile = z.infer<typeof TrackFile>

export type TrackFolder = { type: 'folder'; title: string; children: TrackNode[] }
export type TrackNode = TrackFile | TrackFolder

export const TrackFolder: z.ZodMiniType<TrackFolder> = z.object({
  type: z.literal('folder'),
  title: z.string(),
  children: z.array(z.lazy(() => TrackNode)),
})
export const TrackNode: z.ZodMiniType<TrackNode> = z.union([TrackFile, TrackFolder])

export const listTracks = endpoint({
  method: 'GET',
  path: '/api/tracks/{id}',
  summary: "Returns a work's folders and files as they are on disk, in natural order",
  tag: 'Works',
  params: WorkRefParams,
  // Strict clients reject unknown fields, so our own is only sent on request.
  query: z.object({ withVideo: Flag, withVersions: Flag }),
  response: z.array(TrackNode),
  errors: ['work.notFound'],
})
