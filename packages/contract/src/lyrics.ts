import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { MediaParams } from './media.ts'
import { lenient, type Lenient, WorkRef } from './primitives.ts'

/** For older clients of this family, which request a match instead of computing it. */
export const CheckedLyric = z.object({
  /** Whether a subtitle certainly belongs to the track. */
  result: z.boolean(),
  /** The result as text. */
  message: z.string(),
  /** The subtitle's `{workId}/{fileId}`; empty if there is none. */
  hash: z.string(),
  /** The subtitle's extension, such as `.lrc`; absent if there is none. */
  lyricExtension: z.optional(z.string()),
})
export type CheckedLyric = z.infer<typeof CheckedLyric>

export const checkLyric = endpoint({
  method: 'GET',
  path: '/api/media/check-lrc/{hash}',
  summary: 'Returns the subtitle that the player shows with a track by default',
  tag: 'Subtitles',
  params: MediaParams,
  response: CheckedLyric,
  isMedia: true,
  errors: ['file.unreadable', 'server.busy'],
})

export const LyricCandidate = z.object({
  /** The file's name. */
  title: z.string(),
  /** Names of the folders it is in, from the work's root. */
  subPath: z.array(z.string()),
  /** `{workId}/{fileId}` */
  hash: z.string(),
  /** The extension, such as `.lrc`. */
  ext: z.string(),
  /** When its last line ends, in seconds; 0 if unknown. */
  duration: z.number(),
  /** How certain the match is, 0 to 1. */
  confidence: z.number(),
})
export type LyricCandidate = z.infer<typeof LyricCandidate>

/** Players that do not know the length send 0, a negative number or nothing. */
const Seconds: Lenient<number> = lenient(
  (value) => {
    const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : (value ?? 0)
    if (seconds === '') return 0
    return typeof seconds === 'number' && !(seconds > 0 && seconds < Infinity) ? 0 : seconds
  },
  z._default(z.number('Must be a number of seconds'), 0),
)

/** Maximum length of a path on most systems. */
const MAX_NAME_LENGTH = 4_096

export const listLyricCandidates = endpoint({
  method: 'POST',
  path: '/api/media/check-lrc-v2',
  summary: 'Lists subtitles that may belong to a track, most certain first; excludes those of other tracks',
  tag: 'Subtitles',
  body: z.object({
    intProductID: WorkRef,
    /** In seconds; distinguishes recordings of the same name. */
    mediaDuration: Seconds,
    /** As in the tracks (`title`), with or without folders. */
    mediaFileName: z.string().check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH)),
  }),
  response: z.array(LyricCandidate),
  errors: ['file.unreadable', 'server.busy'],
})
