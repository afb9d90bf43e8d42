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

/** Of kikoeru's database. */
export const MAX_KIKOERU_BYTES = 500_000_000
export const MAX_KIKOERU_SECRET_LENGTH = 1_000

export const kikoeruKinds = ['account', 'work', 'cover', 'review', 'position', 'favourite'] as const
export type KikoeruKind = (typeof kikoeruKinds)[number]

export const kikoeruProblems = [
  /** No administrator, or several: the owner has to be named. */
  'owner',
  /** The named owner has no account. */
  'account',
  'notKikoeru',
  'damaged',
  'failed',
] as const
export type KikoeruProblem = (typeof kikoeruProblems)[number]

const count = z.int()

/** How far taking over an uploaded kikoeru database is. */
export const KikoeruImport = z.object({
  /** `none`: nothing was uploaded; `ready`: uploaded. */
  state: z.enum(['none', 'ready', 'running', 'done', 'cancelled', 'failed']),
  isDryRun: z.boolean(),
  /** 0 to 1. */
  share: z.number(),
  counts: z.array(
    z.object({
      kind: z.enum(kikoeruKinds),
      new: count,
      changed: count,
      /** What was taken over before, or is newer here. */
      here: count,
      /** For works that are not in the library. */
      waiting: count,
      skipped: count,
    }),
  ),
  /** Number of lines in the report. */
  notes: count,
  problem: z.nullable(z.enum(kikoeruProblems)),
})
export type KikoeruImport = z.infer<typeof KikoeruImport>

export const getKikoeruImport = endpoint({
  method: 'GET',
  path: '/api/admin/kikoeru',
  summary: "Returns how far taking over kikoeru's data is",
  tag: 'Administration',
  response: KikoeruImport,
  access: 'admin',
})

export const uploadKikoeru = endpoint({
  method: 'POST',
  path: '/api/admin/kikoeru/database',
  summary: "Receives kikoeru's database, the body (`application/octet-stream`), which replaces an earlier one",
  tag: 'Administration',
  response: KikoeruImport,
  errors: ['request.tooLarge', 'request.unsupported', 'import.running'],
  access: 'admin',
})

export const startKikoeruImport = endpoint({
  method: 'POST',
  path: '/api/admin/kikoeru/start',
  summary:
    'Takes over what the uploaded database has, in the background; with `isDryRun` it only reports what would come',
  tag: 'Administration',
  body: z.object({
    isDryRun: z.boolean(),
    /** `md5secret` of kikoeru's settings, without which passwords are not taken over. */
    secret: z.nullable(z.string().check(z.maxLength(MAX_KIKOERU_SECRET_LENGTH))),
    /** The account here for kikoeru's `admin`; null: the only administrator. */
    owner: z.nullable(z.string().check(z.maxLength(100))),
  }),
  response: KikoeruImport,
  errors: ['import.running', 'import.none'],
  access: 'admin',
})

export const endKikoeruImport = endpoint({
  method: 'DELETE',
  path: '/api/admin/kikoeru',
  summary: 'Stops a take-over, whose rows so far stay, or else deletes the uploaded database',
  tag: 'Administration',
  response: KikoeruImport,
  access: 'admin',
})

export const getKikoeruReport = endpoint({
  method: 'GET',
  path: '/api/admin/kikoeru/report',
  summary: 'Returns the latest report as text: each row that was skipped or changed on the way, with the reason',
  tag: 'Administration',
  response: 'binary',
  access: 'admin',
})

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
