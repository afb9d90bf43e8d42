import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { MediaParams } from './media.ts'
import { lenient, type Lenient, WorkRef } from './primitives.ts'

/** What older clients of this family ask for instead of matching themselves. */
export const CheckedLyric = z.object({
  /** Whether a subtitle is surely the track's. */
  result: z.boolean(),
  /** The same in words. */
  message: z.string(),
  /** Of the subtitle: `{workId}/{fileId}`; empty when there is none. */
  hash: z.string(),
  /** Of the subtitle, as in `.lrc`; left out when there is none. */
  lyricExtension: z.optional(z.string()),
})
export type CheckedLyric = z.infer<typeof CheckedLyric>

export const checkLyric = endpoint({
  method: 'GET',
  path: '/api/media/check-lrc/{hash}',
  summary: 'The subtitle that the player shows with a track without asking',
  tag: 'Subtitles',
  params: MediaParams,
  response: CheckedLyric,
  isMedia: true,
  errors: ['file.unreadable', 'server.busy'],
})

export const LyricCandidate = z.object({
  /** The file's name. */
  title: z.string(),
  /** Names of the folders it lies in, from the work's root. */
  subPath: z.array(z.string()),
  /** `{workId}/{fileId}` */
  hash: z.string(),
  /** As in `.lrc`. */
  ext: z.string(),
  /** Seconds: when its last line ends; 0 when that is not known. */
  duration: z.number(),
  /** How surely it is the track's, 0 to 1. */
  confidence: z.number(),
})
export type LyricCandidate = z.infer<typeof LyricCandidate>

/** Players that do not know the length say 0 or something below, or nothing. */
const Seconds: Lenient<number> = lenient(
  (value) => {
    const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : (value ?? 0)
    if (seconds === '') return 0
    return typeof seconds === 'number' && !(seconds > 0 && seconds < Infinity) ? 0 : seconds
  },
  z._default(z.number('Must be a number of seconds'), 0),
)

/** The longest path that most systems have. */
const MAX_NAME_LENGTH = 4_096

export const listLyricCandidates = endpoint({
  method: 'POST',
  path: '/api/media/check-lrc-v2',
  summary: "The subtitles that may be a track's, the surest first; none that is another track's",
  tag: 'Subtitles',
  body: z.object({
    intProductID: WorkRef,
    /** Seconds; tells recordings of one name apart. */
    mediaDuration: Seconds,
    /** As in the tracks (`title`), with or without folders. */
    mediaFileName: z.string().check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH)),
  }),
  response: z.array(LyricCandidate),
  errors: ['file.unreadable', 'server.busy'],
})
