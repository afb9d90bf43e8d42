import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { MAX_HEARD_SECONDS } from './history.ts'
import { MAX_DEVICE_ID_LENGTH, MAX_DEVICE_NAME_LENGTH, MAX_POSITION_SECONDS } from './playback-positions.ts'
import {
  MAX_PLAYLIST_DESCRIPTION_LENGTH,
  MAX_PLAYLIST_NAME_LENGTH,
  MAX_PLAYLIST_WORKS,
  MAX_PLAYLISTS,
} from './playlists.ts'
import { DateText, Uuid, withoutNul } from './primitives.ts'
import { progresses } from './review-fields.ts'
import { MAX_REVIEW_LENGTH } from './reviews.ts'

/** Of one part of an export that is imported; `splitExport` makes such parts of an export of any size. */
export const MAX_EXPORT_BYTES = 10_000_000
/** Items of a kind in a part. */
export const MAX_EXPORTED = 100_000
const MAX_TAG_LENGTH = 1_000

const text = (minimum: number, maximum: number) =>
  z.string().check(withoutNul, z.minLength(minimum), z.maxLength(maximum))
const Code = text(0, 32)
const Time = z.iso.datetime({ offset: true })

/** A list of which items that cannot be used become null. */
function usable<S extends z.ZodMiniType>(item: S, maximum: number) {
  return z.array(z.catch(z.nullable(item), null)).check(z.maxLength(maximum))
}

const Review = z.object({
  code: Code,
  userRating: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
  review_text: z.nullable(text(0, MAX_REVIEW_LENGTH)),
  progress: z.nullable(z.enum(progresses)),
  updated_at: Time,
})

const Seconds = z.number().check(z.minimum(0), z.maximum(MAX_POSITION_SECONDS))

const Place = z.object({
  code: z.optional(Code),
  /** In the work's folder. Exports of before 0.3 have neither code nor path. */
  path: z.optional(text(0, 4_000)),
  seconds: Seconds,
  at: Time,
  device: z.object({ id: text(1, MAX_DEVICE_ID_LENGTH), name: text(1, MAX_DEVICE_NAME_LENGTH) }),
})

/** What a device heard of a track on a day. */
const Heard = z.object({
  code: Code,
  /** In the work's folder. */
  path: text(1, 4_000),
  day: DateText,
  device: Uuid,
  firstAt: Time,
  lastAt: Time,
  heardSeconds: z.number().check(z.minimum(0), z.maximum(MAX_HEARD_SECONDS)),
  seconds: Seconds,
  durationSeconds: z.nullable(Seconds),
})

const Playlist = z.object({
  name: text(1, MAX_PLAYLIST_NAME_LENGTH),
  description: text(0, MAX_PLAYLIST_DESCRIPTION_LENGTH),
  privacy: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  createdAt: Time,
  works: usable(z.object({ code: Code, addedAt: Time }), MAX_PLAYLIST_WORKS),
})

const Vote = z.object({ code: Code, tag: text(1, MAX_TAG_LENGTH), vote: z.enum(['up', 'down']) })

/** What an import reads of a member's export; other parts are ignored. */
export const AccountExport = z.object({
  reviews: z._default(usable(Review, MAX_EXPORTED), []),
  places: z._default(usable(Place, MAX_EXPORTED), []),
  history: z._default(usable(Heard, MAX_EXPORTED), []),
  playlists: z._default(
    z.object({
      own: usable(Playlist, MAX_PLAYLISTS),
      /** Ids of other members' playlists, which are only found where they are. */
      liked: z._default(usable(text(1, 100), MAX_EXPORTED), []),
    }),
    { own: [], liked: [] },
  ),
  tagVotes: z._default(usable(Vote, MAX_EXPORTED), []),
})
export type AccountExport = z.infer<typeof AccountExport>

const count = z.int()
/** `skipped`: what cannot be used. */
const Imported = z.object({ new: count, changed: count, here: count, waiting: count, skipped: count })

export const importAccount = endpoint({
  method: 'POST',
  path: '/api/auth/import',
  summary:
    "Merges a member's export, of this or another instance, or a part of one: the newer wins, and what belongs to works that are not in the library waits for them. With `isDryRun` it only says what would come",
  tag: 'Accounts',
  body: z.object({ isDryRun: z.boolean(), data: AccountExport }),
  bodyLimitBytes: MAX_EXPORT_BYTES,
  response: z.object({
    reviews: Imported,
    places: Imported,
    history: Imported,
    playlists: Imported,
    votes: Imported,
    likes: Imported,
  }),
  errors: ['request.tooLarge', 'request.tooMany'],
  access: 'member',
})
