import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { choice, integerBetween } from './primitives.ts'
import { WorkRefParams } from './works.ts'

/** `{fileId}` or `{workId}/{fileId}`, each optionally followed by a name, which is ignored. */
export const MediaParams = z.object({ hash: z.string().check(z.minLength(1), z.maxLength(1_024)) })

export const streamMedia = endpoint({
  method: 'GET',
  path: '/api/media/stream/{hash}',
  summary: 'Serves a file for playing or reading; supports byte ranges, conditional requests and HEAD',
  tag: 'Media',
  params: MediaParams,
  response: 'binary',
  isMedia: true,
  errors: ['file.notFound', 'range.unsatisfiable', 'file.unreadable', 'server.busy'],
})

export const downloadMedia = endpoint({
  method: 'GET',
  path: '/api/media/download/{hash}',
  summary: 'Serves a file as an attachment under its own name',
  tag: 'Media',
  params: MediaParams,
  response: 'binary',
  isMedia: true,
  errors: ['file.notFound', 'range.unsatisfiable', 'file.unreadable', 'server.busy'],
})

/** Maximum length of a selection in a URL: nginx rejects more than 8 kB by default. */
export const MAX_SELECTION_LENGTH = 6_000

export const downloadArchive = endpoint({
  method: 'GET',
  path: '/api/media/zip/{id}',
  summary:
    "Serves a work's files as one zip, generated while sending: uncompressed, of known length, without ranges. `files` selects files by the numbers in their hashes: `12-40,43`",
  tag: 'Media',
  params: WorkRefParams,
  query: z.object({
    files: z.optional(
      z
        .string()
        .check(z.maxLength(MAX_SELECTION_LENGTH), z.regex(/^\d{1,10}(?:-\d{1,10})?(?:,\d{1,10}(?:-\d{1,10})?)*$/)),
    ),
  }),
  response: 'binary',
  isMedia: true,
  errors: ['work.notFound', 'file.notFound', 'file.unreadable', 'request.tooMany', 'server.busy'],
})

export const lowQualityFormats = ['opus', 'mp3'] as const
/** Opus is WebM at 80 kbit/s; MP3 at 96 kbit/s is for players without Opus. */
export type LowQualityFormat = (typeof lowQualityFormats)[number]

export const streamLowQuality = endpoint({
  method: 'GET',
  path: '/api/media/streamLowQuality/{hash}',
  summary:
    "Serves a file's audio as a smaller stream; any byte range starts immediately. The default format is Opus for clients that explicitly accept audio/webm, otherwise MP3",
  tag: 'Media',
  params: MediaParams,
  query: z.object({ format: choice(['auto', ...lowQualityFormats], 'auto') }),
  response: 'binary',
  isMedia: true,
  errors: ['file.notFound', 'stream.unavailable', 'range.unsatisfiable', 'file.unreadable', 'server.busy'],
})

export const streamVideo = endpoint({
  method: 'GET',
  path: '/api/media/video/{hash}',
  summary:
    'Serves a video as an MP4 that browsers play, made once by ffmpeg; supports byte ranges and HEAD. While it is being made the answer is `server.busy` with Retry-After',
  tag: 'Media',
  params: MediaParams,
  response: 'binary',
  isMedia: true,
  errors: [
    'file.notFound',
    'stream.unavailable',
    'range.unsatisfiable',
    'file.unreadable',
    'request.tooMany',
    'server.busy',
  ],
})

/**
 * `none`: the file has no picture, or the server has no ffmpeg. `failed`: it could not be made, and the next attempt is
 * some minutes away.
 */
export const videoStates = ['ready', 'making', 'none', 'failed'] as const

export const VideoState = z.object({
  state: z.enum(videoStates),
  /** From 0 to 1, while it is being made; absent if unknown, as while other videos come first. */
  progress: z.optional(z.number()),
})
export type VideoState = z.infer<typeof VideoState>

export const getVideoState = endpoint({
  method: 'GET',
  path: '/api/media/videoState/{hash}',
  summary:
    'Tells within two seconds how far the MP4 of a video is, and has it made unless it is there. To be repeated every few seconds: two minutes after the last request the work is given up',
  tag: 'Media',
  params: MediaParams,
  response: VideoState,
  isMedia: true,
  errors: ['file.notFound', 'file.unreadable', 'request.tooMany', 'server.busy'],
})

export const coverTypes = ['main', 'sam', '240x240', '360x360', 'thumbnail'] as const
export type CoverType = (typeof coverTypes)[number]

export const getCover = endpoint({
  method: 'GET',
  path: '/api/cover/{id}',
  summary: "Serves a work's cover (`.jpg` may follow the id), or a generated placeholder",
  tag: 'Media',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(40)) }),
  query: z.object({ type: choice(coverTypes, 'main') }),
  response: 'binary',
  isMedia: true,
  errors: ['work.notFound'],
})

/** Returns the path of a work's cover in one size. */
export function coverPath(workId: number, type: CoverType): string {
  return `/api/cover/${workId}.jpg?type=${type}`
}

/** At most so many sample pictures of a work. */
export const MAX_SAMPLES = 10

export const getSample = endpoint({
  method: 'GET',
  path: '/api/work/{id}/samples/{n}',
  summary: "Serves one of a work's sample pictures as JPEG; the first is 1",
  tag: 'Media',
  params: z.extend(WorkRefParams, { n: integerBetween(1, MAX_SAMPLES, 1) }),
  response: 'binary',
  isMedia: true,
  errors: ['work.notFound', 'file.notFound'],
})

/** Returns the path of a sample picture, with a version, so that a replaced one is not taken from a cache. */
export function samplePath(workId: number, n: number, version: string): string {
  return `/api/work/${workId}/samples/${n}?v=${encodeURIComponent(version)}`
}
