import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { MediaParams } from './media.ts'
import { choice, DateText, PageNumber, pageSizeUpTo, Pagination, RecordId, WorkRef } from './primitives.ts'
import { progresses, ReviewFields } from './review-fields.ts'
import { TrackFile } from './tracks.ts'
import { Work, WorkRefParams } from './works.ts'

/** Calls of older clients of this family that the web app never makes; `docs/api-clients.md` lists them. */

export const getSharedConfig = endpoint({
  method: 'GET',
  path: '/api/config/shared',
  summary: 'Returns how far the seek buttons of older clients go, in seconds',
  tag: 'Older clients',
  response: z.object({ sharedConfig: z.object({ rewindSeekTime: z.int(), forwardSeekTime: z.int() }) }),
})

export const getVersion = endpoint({
  method: 'GET',
  path: '/api/version',
  summary: "Returns the server's version as older clients read it; never asks for an update",
  tag: 'Older clients',
  response: z.object({
    current: z.string(),
    update_available: z.boolean(),
    notifyUser: z.boolean(),
    lockFileExists: z.boolean(),
  }),
})

export const listLyricTasks = endpoint({
  method: 'GET',
  path: '/api/lyric/{rest}',
  summary: 'Lists the lyrics that machines are making elsewhere: always none',
  tag: 'Older clients',
  params: z.object({ rest: z.string() }),
  response: z.object({ tasks: z.array(z.never()), pagination: Pagination }),
})

export const verifyFileHash = endpoint({
  method: 'POST',
  path: '/api/media/verify-workfile-hash',
  summary: 'Compares the XXH128 of a downloaded file with that of the file in the library',
  tag: 'Older clients',
  body: z.object({
    fileId: RecordId,
    /** In hexadecimal. */
    hash: z.string().check(z.regex(/^[\da-f]{32}$/i, 'Must be an XXH128 in hexadecimal')),
  }),
  response: z.object({ result: z.boolean() }),
  errors: ['file.notFound', 'file.unreadable', 'request.tooMany', 'server.busy'],
})

export const getSmallPicture = endpoint({
  method: 'GET',
  path: '/api/media/small-img/{hash}',
  summary: 'Serves a picture of a work as a JPEG of at most 64 × 64 pixels',
  tag: 'Older clients',
  params: MediaParams,
  response: 'binary',
  isMedia: true,
  errors: ['file.notFound', 'file.unreadable', 'request.tooMany', 'server.busy'],
})

/** A client's queue of large folders, each track with its addresses. */
const MAX_STATE_BYTES = 4 * 1024 * 1024
const MAX_PLAYED_PAGE_SIZE = 100

const Message = z.object({ message: z.string() })

/** A work that the member has begun on any device. */
export const PlayedWork = z.extend(Work, {
  ...ReviewFields.shape,
  /** When the member rated or marked it; null: never. */
  updated_at: z.nullable(DateText),
  play_updated_at: DateText,
  state: z.object({
    /** The tracks of the folder that was played last. */
    queue: z.array(TrackFile),
    /** From 0. */
    index: z.int(),
    /** From the start of the track; 0 if it was played to its end, or not begun. */
    seconds: z.number(),
  }),
})
export type PlayedWork = z.infer<typeof PlayedWork>

export const listPlayedWorks = endpoint({
  method: 'GET',
  path: '/api/histroy',
  summary: 'Lists the works that the member has begun on any device, latest first, with the track and position',
  tag: 'Older clients',
  query: z.object({
    page: PageNumber,
    pageSize: pageSizeUpTo(MAX_PLAYED_PAGE_SIZE),
    sort: choice(['asc', 'desc'], 'desc'),
  }),
  response: z.object({ works: z.array(PlayedWork), pagination: Pagination }),
  access: 'member',
})

export const savePlayedWork = endpoint({
  method: 'PUT',
  path: '/api/histroy',
  summary: 'Saves where a queue was left as the playback position of its track',
  tag: 'Older clients',
  body: z.object({
    work_id: WorkRef,
    state: z.object({
      queue: z.array(z.object({ hash: z.string() })),
      index: z.int(),
      seconds: z.number(),
    }),
  }),
  bodyLimitBytes: MAX_STATE_BYTES,
  response: Message,
  errors: ['work.notFound'],
  access: 'member',
})

export const deletePlayedWork = endpoint({
  method: 'DELETE',
  path: '/api/histroy',
  summary: "Deletes the member's playback positions in a work, on all devices",
  tag: 'Older clients',
  body: z.object({ work_id: WorkRef }),
  response: Message,
  access: 'member',
})

export const putProgress = endpoint({
  method: 'PUT',
  path: '/api/progress/{id}',
  summary:
    "Sets the member's progress of a work. A number, which some clients send, sets `listening` unless the member chose another",
  tag: 'Older clients',
  params: WorkRefParams,
  body: z.object({
    progress: z.union([z.enum(progresses), z.null(), z.number()], 'Must be a progress, a number or null'),
  }),
  response: Message,
  errors: ['work.notFound'],
  access: 'account',
})
