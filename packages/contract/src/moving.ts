import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** Of kikoeru's database. */
export const MAX_KIKOERU_BYTES = 500_000_000
export const MAX_KIKOERU_SECRET_LENGTH = 1_000
/** Further ones are skipped, and named. */
export const MAX_KIKOERU_USERS = 1_000
/** Of its library; further ones are not listed. */
export const MAX_KIKOERU_FOLDERS = 100
/** Of a user, a folder or an account here; longer ones cannot be mapped. */
export const MAX_KIKOERU_NAME_LENGTH = 100
/** Of one cover; kikoeru's have 100 kB. */
export const MAX_KIKOERU_COVER_BYTES = 20 * 1024 * 1024
/** Of all covers that were sent for a take-over. */
export const MAX_KIKOERU_COVERS_BYTES = 10_000_000_000
export const MAX_KIKOERU_COVERS = 100_000

/** The name of a work's cover in kikoeru's folder of covers, which also holds smaller versions. */
export const KIKOERU_COVER = /^([RBV]J\d{6,8})_img_main\.jpg$/

/** How every SQLite file begins. */
export const SQLITE_HEADER = 'SQLite format 3\0'

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
  /** The server's disk is full. */
  'noRoom',
  'failed',
] as const
export type KikoeruProblem = (typeof kikoeruProblems)[number]

const count = z.int()
const Name = z.string().check(z.minLength(1), z.maxLength(MAX_KIKOERU_NAME_LENGTH))

/** What an uploaded database has that is to be mapped. */
const KikoeruContents = z.object({
  /** Whether it has `admin`. */
  hasAdmin: z.boolean(),
  /** The names of the other users, without guests. */
  users: z.array(z.string()),
  /** The number of those that have passwords. */
  passwords: count,
  /** The folders of its library, by the names they have there. */
  folders: z.array(z.object({ name: z.string(), works: count, /** In the library. */ here: count })),
})
export type KikoeruContents = z.infer<typeof KikoeruContents>

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
  /** null: nothing was uploaded. */
  contents: z.nullable(KikoeruContents),
  /** Number of covers that were uploaded. */
  covers: count,
  /** Number of lines in the report. */
  notes: count,
  problem: z.nullable(z.enum(kikoeruProblems)),
  /** Whether md5secret seems to be wrong: passwords from kikoeru would not work. */
  isSecretDoubtful: z.boolean(),
})
export type KikoeruImport = z.infer<typeof KikoeruImport>

export const getKikoeruImport = endpoint({
  method: 'GET',
  path: '/api/admin/kikoeru',
  summary: 'Returns the progress of the import from kikoeru',
  tag: 'Administration',
  response: KikoeruImport,
  access: 'admin',
})

export const uploadKikoeru = endpoint({
  method: 'POST',
  path: '/api/admin/kikoeru/database',
  summary:
    "Receives kikoeru's database, the body (`application/octet-stream`), which replaces an earlier one, and says what is in it",
  tag: 'Administration',
  response: KikoeruImport,
  errors: [
    'request.tooLarge',
    'request.unsupported',
    'import.running',
    'import.notSqlite',
    'import.damaged',
    'import.notKikoeru',
    'server.full',
  ],
  access: 'admin',
})

export const uploadKikoeruCover = endpoint({
  method: 'POST',
  path: '/api/admin/kikoeru/covers',
  summary: "Receives one of kikoeru's covers, the body (`application/octet-stream`), for the uploaded database",
  tag: 'Administration',
  query: z.object({ name: z.string().check(z.maxLength(100), z.regex(KIKOERU_COVER)) }),
  response: KikoeruImport,
  errors: [
    'request.tooLarge',
    'request.unsupported',
    'import.running',
    'import.none',
    'import.tooManyCovers',
    'server.full',
  ],
  access: 'admin',
})

export const startKikoeruImport = endpoint({
  method: 'POST',
  path: '/api/admin/kikoeru/start',
  summary: 'Imports the uploaded database in the background; with `isDryRun` it only reports what would be imported',
  tag: 'Administration',
  body: z.object({
    isDryRun: z.boolean(),
    /** `md5secret` of kikoeru's settings, without which passwords are not taken over. */
    secret: z.nullable(z.string().check(z.maxLength(MAX_KIKOERU_SECRET_LENGTH))),
    /** The account here for kikoeru's `admin`; null: the only administrator. */
    owner: z.nullable(z.string().check(z.maxLength(MAX_KIKOERU_NAME_LENGTH))),
    /** Accounts here for other users there. */
    users: z._default(z.array(z.object({ name: Name, account: Name })).check(z.maxLength(MAX_KIKOERU_USERS)), []),
  }),
  response: KikoeruImport,
  errors: ['import.running', 'import.none'],
  access: 'admin',
})

export const endKikoeruImport = endpoint({
  method: 'DELETE',
  path: '/api/admin/kikoeru',
  summary: 'Stops a running import, which keeps what it has imported, or else deletes the uploaded database',
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
