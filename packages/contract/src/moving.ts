import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** Of kikoeru's database. */
export const MAX_KIKOERU_BYTES = 500_000_000
export const MAX_KIKOERU_SECRET_LENGTH = 1_000

export const kikoeruKinds = ['account', 'work', 'cover', 'review', 'position', 'favourite'] as const
export type KikoeruKind = (typeof kikoeruKinds)[number]

export const kikoeruProblems = [
  /** No administrator, or several: the owner has to be named. */
  'owner',
  /** A named account does not exist. */
  'account',
  /** A user that is mapped to an account is not in the database. */
  'user',
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
