import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { WorkRefParams } from './works.ts'

export const fileKinds = ['audio', 'text', 'image', 'other'] as const
export type FileKind = (typeof fileKinds)[number]

/**
 * Why sound cannot be heard as it should, as the last scan found it: nothing is in the file, the disk does not give it,
 * it is no sound that is known, or only a part of it is whole.
 */
export const trackProblems = ['empty', 'unreadable', 'damaged', 'incomplete'] as const
export type TrackProblem = (typeof trackProblems)[number]

export const TrackFile = z.object({
  type: z.enum(fileKinds),
  /** `{workId}/{fileId}`; both halves are numbers that stay as long as the file does. */
  hash: z.string(),
  /** The file's name. */
  title: z.string(),
  work: z.object({ id: z.int(), source_id: z.string(), source_type: z.string() }),
  workTitle: z.string(),
  /** Absolute and without a query, so that clients can add their token. */
  mediaStreamUrl: z.string(),
  mediaDownloadUrl: z.string(),
  /** Empty when there is no smaller stream: none can be made, or the file is small already and browsers play it. */
  streamLowQualityUrl: z.string(),
  /** Seconds, for audio and for subtitles whose length is known. */
  duration: z.optional(z.number()),
  /** Bytes. */
  size: z.int(),
  /** Only of sound that has one. */
  problem: z.optional(z.enum(trackProblems)),
  /** Only of sound that a subtitle of the work is of, by its name or number; left out where there is none. */
  hasSubtitles: z.optional(z.literal(true)),
  /** Only of sound whose file no browser plays, and whose stream all do. */
  streamOnly: z.optional(z.literal(true)),
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
  summary: "A work's folders and files as they lie on disk, in natural order",
  tag: 'Works',
  params: WorkRefParams,
  response: z.array(TrackNode),
  errors: ['work.notFound'],
})
