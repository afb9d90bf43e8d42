import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Keyword } from './lists.ts'
import { MAX_POSITION_SECONDS } from './playback-positions.ts'
import { DateText, integerBetween, PageNumber, pageSizeUpTo, Pagination, Uuid, WorkRef } from './primitives.ts'

/** Maximum number of tracks saved in one call. */
export const MAX_HEARD_AT_ONCE = 200
/** What can be heard on one day, at three times the speed. */
export const MAX_HEARD_SECONDS = 3 * 86_400
/** Older listening is forgotten. */
export const MAX_HISTORY_DAYS = 730
/** Maximum number of entries removed in one call. */
export const MAX_REMOVED_AT_ONCE = 100
const MAX_HISTORY_PAGE_SIZE = 100
const MAX_BEGUN_WORKS = 100

const secondsError = 'Must be a number of seconds, 0 or more'
const secondsUpTo = (maximum: number) =>
  z.number(secondsError).check(z.minimum(0, secondsError), z.maximum(maximum, secondsError))
const Seconds = secondsUpTo(MAX_POSITION_SECONDS)

const Hash = z.string().check(z.maxLength(100), z.regex(/^\d+\/\d+$/, 'Must be {workId}/{fileId}'))
const manyError = `Must be at most ${MAX_HEARD_AT_ONCE} tracks`
const removedError = `Must be at most ${MAX_REMOVED_AT_ONCE} entries`

/** What a row of the history shows of a work, also of one that is missing. */
const ShownWork = z.object({
  id: z.int(),
  source_id: z.string(),
  source_type: z.string(),
  title: z.string(),
  circle: z.object({ name: z.string() }),
  /** Its folder was not found by the last scan. */
  isMissing: z.boolean(),
})

const Track = z.object({
  /** As in the tracks: `{workId}/{fileId}`. */
  hash: z.string(),
  /** The file's name. */
  title: z.string(),
  /** The position, from the start of the file; 0 if played to the end, or not begun. */
  seconds: z.number(),
  durationSeconds: z.nullable(z.number()),
})

/** What was heard of a work on one day. */
export const HistoryEntry = z.object({
  /** By the calendar of the device. */
  day: DateText,
  work: ShownWork,
  firstAt: z.string(),
  lastAt: z.string(),
  /** Seconds of the recordings, at whatever speed. */
  heardSeconds: z.number(),
  /** Latest first. */
  tracks: z.array(z.extend(Track, { heardSeconds: z.number(), firstAt: z.string(), lastAt: z.string() })),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const HistoryPage = z.object({
  entries: z.array(HistoryEntry),
  pagination: Pagination,
  /** Whether listening is stored. */
  isOn: z.boolean(),
})
export type HistoryPage = z.infer<typeof HistoryPage>

export const listHistory = endpoint({
  method: 'GET',
  path: '/api/history',
  summary: "Lists the member's listening history: works by day, latest first, paginated",
  tag: 'Members',
  query: z.object({
    /** Words that titles of works, circles or files contain; not the search language. */
    keyword: Keyword,
    /** Only this day and those before it. */
    until: z.optional(z.iso.date()),
    page: PageNumber,
    pageSize: pageSizeUpTo(MAX_HISTORY_PAGE_SIZE),
  }),
  response: HistoryPage,
  access: 'member',
})

export const saveHistory = endpoint({
  method: 'POST',
  path: '/api/history',
  summary:
    'Saves what one device played: totals by day and track, which may be sent again as they grow. Unknown files are skipped, and everything but an undo while the history is off',
  tag: 'Members',
  body: z.object({
    /** A random UUID, created once by the device. */
    deviceId: Uuid,
    /** Takes a removal back, also while the history is off. */
    isUndo: z._default(z.boolean(), false),
    tracks: z
      .array(
        z.object({
          hash: Hash,
          day: DateText,
          /** Ages of the first and last moment, because a device's clock may be wrong. */
          firstSecondsAgo: Seconds,
          lastSecondsAgo: Seconds,
          /** Of this track on this day and device, altogether. */
          heardSeconds: secondsUpTo(MAX_HEARD_SECONDS),
          /** The position at the end; 0 if played to the end. */
          seconds: Seconds,
          durationSeconds: z.nullable(Seconds),
        }),
        manyError,
      )
      .check(z.maxLength(MAX_HEARD_AT_ONCE, manyError)),
  }),
  response: z.object({
    /** The number of tracks stored. */
    saved: z.int(),
    isOn: z.boolean(),
  }),
  access: 'member',
})

export const removeFromHistory = endpoint({
  method: 'POST',
  path: '/api/history/remove',
  summary: "Removes works' days from the member's listening history. Playback positions stay",
  tag: 'Members',
  body: z.object({
    entries: z
      .array(z.object({ day: DateText, work_id: WorkRef }), removedError)
      .check(z.maxLength(MAX_REMOVED_AT_ONCE, removedError)),
  }),
  response: z.object({ removed: z.int() }),
  access: 'member',
})

export const clearHistory = endpoint({
  method: 'DELETE',
  path: '/api/history',
  summary: "Removes the member's whole listening history, also what devices have not sent yet. Playback positions stay",
  tag: 'Members',
  response: z.object({ removed: z.int() }),
  access: 'member',
})

export const switchHistory = endpoint({
  method: 'PUT',
  path: '/api/history',
  summary: "Switches the member's listening history on or off. What is stored stays",
  tag: 'Members',
  body: z.object({ isOn: z.boolean() }),
  response: z.object({ isOn: z.boolean() }),
  access: 'member',
})

/** A work that was begun, and the track to continue with. */
export const BegunWork = z.object({
  work: ShownWork,
  track: Track,
  /** When it was played last. */
  at: z.string(),
  /** How much of the track's folder lies before the position, from 0 to 1. */
  share: z.number(),
})
export type BegunWork = z.infer<typeof BegunWork>

export const listBegunWorks = endpoint({
  method: 'GET',
  path: '/api/history/begun',
  summary:
    'Lists works that the member has begun on any device, latest first, with the track and position to continue at. Works played to the end are left out',
  tag: 'Members',
  query: z.object({ limit: integerBetween(1, MAX_BEGUN_WORKS, 20) }),
  response: z.object({ works: z.array(BegunWork) }),
  access: 'member',
})

export const putWorkAside = endpoint({
  method: 'PUT',
  path: '/api/history/begun',
  summary: 'Leaves a work out of the begun works until it is played again, or takes that back',
  tag: 'Members',
  body: z.object({ work_id: WorkRef, isAside: z.boolean() }),
  response: z.object({ isAside: z.boolean() }),
  errors: ['work.notFound'],
  access: 'member',
})
