import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import {
  MAX_PLAYLIST_DESCRIPTION_LENGTH,
  MAX_PLAYLIST_NAME_LENGTH,
  MAX_PLAYLIST_WORKS,
  MAX_PLAYLISTS,
} from './playlists.ts'
import { progresses } from './review-fields.ts'
import { MAX_REVIEW_LENGTH } from './reviews.ts'

/** Of an export that is imported. */
export const MAX_EXPORT_BYTES = 10_000_000
const MAX_EXPORTED = 100_000

const Code = z.string().check(z.maxLength(32))
const Time = z.iso.datetime({ offset: true })
const Name = z.string().check(z.minLength(1), z.maxLength(MAX_PLAYLIST_NAME_LENGTH))

/** What an import reads of a member's export; other parts are ignored. */
export const AccountExport = z.object({
  reviews: z._default(
    z
      .array(
        z.object({
          code: Code,
          userRating: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
          review_text: z.nullable(z.string().check(z.maxLength(MAX_REVIEW_LENGTH))),
          progress: z.nullable(z.enum(progresses)),
          updated_at: Time,
        }),
      )
      .check(z.maxLength(MAX_EXPORTED)),
    [],
  ),
  places: z._default(
    z
      .array(
        z.object({
          code: z.optional(Code),
          /** In the work's folder. Exports of before 0.3 have neither code nor path. */
          path: z.optional(z.string().check(z.maxLength(4_000))),
          seconds: z.number().check(z.minimum(0), z.maximum(1e7)),
          at: Time,
          device: z.object({ id: z.uuid(), name: z.string().check(z.minLength(1), z.maxLength(60)) }),
        }),
      )
      .check(z.maxLength(MAX_EXPORTED)),
    [],
  ),
  playlists: z._default(
    z.object({
      own: z
        .array(
          z.object({
            name: Name,
            description: z.string().check(z.maxLength(MAX_PLAYLIST_DESCRIPTION_LENGTH)),
            privacy: z.union([z.literal(0), z.literal(1), z.literal(2)]),
            createdAt: Time,
            works: z.array(z.object({ code: Code, addedAt: Time })).check(z.maxLength(MAX_PLAYLIST_WORKS)),
          }),
        )
        .check(z.maxLength(MAX_PLAYLISTS)),
    }),
    { own: [] },
  ),
})
export type AccountExport = z.infer<typeof AccountExport>

const count = z.int()
const Imported = z.object({ new: count, changed: count, here: count, waiting: count, skipped: count })

export const importAccount = endpoint({
  method: 'POST',
  path: '/api/auth/import',
  summary:
    "Merges a member's export, of this or another instance: the newer wins, and what belongs to works that are not in the library waits for them. With `isDryRun` it only says what would come",
  tag: 'Accounts',
  body: z.object({ isDryRun: z.boolean(), data: AccountExport }),
  bodyLimitBytes: MAX_EXPORT_BYTES,
  response: z.object({ reviews: Imported, places: Imported, playlists: Imported }),
  errors: ['request.tooLarge'],
  access: 'member',
})
