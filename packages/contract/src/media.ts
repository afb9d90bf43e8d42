import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { choice } from './primitives.ts'
import { WorkRefParams } from './works.ts'

/** `{fileId}` or `{workId}/{fileId}`, either followed by any name, which is ignored. */
export const MediaParams = z.object({ hash: z.string().check(z.minLength(1), z.maxLength(1_024)) })

export const streamMedia = endpoint({
  method: 'GET',
  path: '/api/media/stream/{hash}',
  summary: 'A file for playing or reading; byte ranges, conditional requests and HEAD are understood',
  tag: 'Media',
  params: MediaParams,
  response: 'binary',
  isMedia: true,
  errors: ['file.notFound', 'range.unsatisfiable', 'file.unreadable', 'server.busy'],
})

export const downloadMedia = endpoint({
  method: 'GET',
  path: '/api/media/download/{hash}',
  summary: 'The same file as an attachment under its own name',
  tag: 'Media',
  params: MediaParams,
  response: 'binary',
  isMedia: true,
  errors: ['file.notFound', 'range.unsatisfiable', 'file.unreadable', 'server.busy'],
})

/** What of a selection fits into an address that every proxy takes: nginx refuses more than 8 kB of them. */
export const MAX_SELECTION_LENGTH = 6_000

export const downloadArchive = endpoint({
  method: 'GET',
  path: '/api/media/zip/{id}',
  summary:
    "A work's files as one zip, made while it is sent: not packed, of known length, without ranges. `files` chooses among them by the numbers of their hashes: `12-40,43`",
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
/** Opus is WebM of 80 kbit/s; MP3 of 96 is for players that know no Opus. */
export type LowQualityFormat = (typeof lowQualityFormats)[number]

export const streamLowQuality = endpoint({
  method: 'GET',
  path: '/api/media/streamLowQuality/{hash}',
  summary:
    'The sound of a file in a smaller stream; byte ranges are answered at once wherever they begin. Without a format it is Opus for who accepts audio/webm by name, else MP3',
  tag: 'Media',
  params: MediaParams,
  query: z.object({ format: choice(['auto', ...lowQualityFormats], 'auto') }),
  response: 'binary',
  isMedia: true,
  errors: ['file.notFound', 'stream.unavailable', 'range.unsatisfiable', 'file.unreadable', 'server.busy'],
})

export const coverTypes = ['main', 'sam', '240x240', '360x360', 'thumbnail'] as const
export type CoverType = (typeof coverTypes)[number]

export const getCover = endpoint({
  method: 'GET',
  path: '/api/cover/{id}',
  summary: "A work's cover (`.jpg` may follow the id), or a placeholder drawn for it",
  tag: 'Media',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(40)) }),
  query: z.object({ type: choice(coverTypes, 'main') }),
  response: 'binary',
  isMedia: true,
  errors: ['work.notFound'],
})

/** Where a work's cover of one size stands. */
export function coverPath(workId: number, type: CoverType): string {
  return `/api/cover/${workId}.jpg?type=${type}`
}
