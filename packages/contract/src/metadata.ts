import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Flag } from './primitives.ts'

/** At most so many codes in one call. */
export const MAX_CODES_AT_ONCE = 1_000

/** Why a provider gave no usable answer, or the answer could not be kept. */
export const metadataFailureCodes = [
  /** `host`, `detail`: the system's name of the error. */
  'unreachable',
  /** `host`, `seconds` */
  'timeout',
  /** `host`, `status` */
  'status',
  /** `host`, `bytes`: the limit. */
  'tooLong',
  /** `host`: a content encoding that is not known. */
  'encoding',
  /** `host` */
  'redirectLoop',
  'redirectInvalid',
  'redirectInsecure',
  /** `host`, `allowed`: the hosts that may be asked, separated by commas. */
  'hostNotAllowed',
  /** `address` */
  'schemeNotAllowed',
  /** `host` */
  'webPage',
  'notJson',
  'tooDeep',
  'notAList',
  'noTitle',
  'noFields',
  /** `host`, `code`: the work that was asked for. */
  'otherWork',
  /** `detail` */
  'notUnderstood',
  /** `problem`: in English. */
  'badPicture',
  /** What is to be written into the work's folder is not: it is in a bucket, or several works share it. */
  'inBucket',
  'sharedFolder',
  /** `detail`: the system's name of the error. */
  'notWritable',
] as const
export type MetadataFailureCode = (typeof metadataFailureCodes)[number]

export const MetadataFailure = z.object({
  /** The provider's name; `files`: what was to be written into the work's folder. */
  provider: z.string(),
  code: z.enum(metadataFailureCodes),
  /** The values that a text of this code names. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type MetadataFailure = z.infer<typeof MetadataFailure>

/** Why, and until when, the providers are left alone. */
const LookupDelay = z.object({
  /** In English, for logs; pages show `failure`. */
  reason: z.string(),
  failure: z.nullable(MetadataFailure),
  /** ISO 8601, by the server's clock. */
  until: z.string(),
  /** From now on. */
  seconds: z.int(),
})

const MAX_PROVIDERS = 10

/** In days; 0: never. */
export const MAX_REFRESH_DAYS = 365

export const MetadataFetch = z.object({
  /** Whether works are looked up: an administrator or the configuration agreed to it. */
  isOn: z.boolean(),
  /** Whether the configuration decides, so that the switch has no effect. */
  isConfigured: z.boolean(),
  isPaused: z.boolean(),
  /** Where works are looked up, in the order of trust. */
  providers: z.array(
    z.object({
      name: z.string(),
      host: z.string(),
      /** Whether an administrator agreed to send codes there; before an agreement, true. */
      isAgreed: z.boolean(),
    }),
  ),
  /** Whether works that scans add are looked up; not after a lookup was cancelled. */
  looksUpNew: z.boolean(),
  /** All works of the library. */
  works: z.int(),
  /** Works that were not looked up. */
  unasked: z.int(),
  /** Those of them that have only their folder's title. */
  unfilled: z.int(),
  /** Works that wait or are being looked up. */
  waiting: z.int(),
  /** How many works the lookup began with: those that wait, and those that it is done with. */
  queued: z.int(),
  failed: z.int(),
  /** Works that a provider had, and did not have. */
  found: z.int(),
  notFound: z.int(),
  worksPerMinute: z.number(),
  /** Null while it cannot be estimated. */
  secondsLeft: z.nullable(z.int()),
  /** What a work has usually taken; null before enough works were looked up. */
  secondsPerWork: z.nullable(z.number()),
  delayed: z.nullable(LookupDelay),
  /** Works whose titles in other languages and sample pictures are still to come, after all works that wait. */
  extras: z.int(),
  /** After how many days sales, ratings and ranks are asked for again; 0: never. */
  refreshDays: z.int(),
  /** Works that wait for that. */
  refreshing: z.int(),
  /** Whether `otodana.yaml` and the cover are written into works' folders, where there are none. */
  writesFiles: z.boolean(),
})
export type MetadataFetch = z.infer<typeof MetadataFetch>

export const getMetadataFetch = endpoint({
  method: 'GET',
  path: '/api/admin/metadata',
  summary: 'Returns how far the lookup of metadata is',
  tag: 'Administration',
  response: MetadataFetch,
  access: 'admin',
})

export const switchMetadataFetch = endpoint({
  method: 'PUT',
  path: '/api/admin/metadata',
  summary:
    'Switches the lookup of metadata on or off, pauses or resumes it, or sets how often sales are refreshed and whether files are written; switched on, it begins with works that were not looked up',
  tag: 'Administration',
  body: z.object({
    isOn: z.optional(z.boolean()),
    /** With `isOn`: the names of the providers that codes may be sent to; all of them by default. */
    providers: z.optional(
      z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(MAX_PROVIDERS)),
    ),
    isPaused: z.optional(z.boolean()),
    writesFiles: z.optional(z.boolean()),
    refreshDays: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_REFRESH_DAYS))),
  }),
  response: MetadataFetch,
  access: 'admin',
})

export const fetchMetadata = endpoint({
  method: 'POST',
  path: '/api/admin/metadata/fetch',
  summary:
    'Looks works up: those that were not looked up, all, or those with these codes; a single code goes before all works that wait, and leaves a pause as it is; none before an administrator agreed',
  tag: 'Administration',
  body: z.object({
    works: z._default(z.enum(['missing', 'all']), 'missing'),
    /** Replaces `works`. */
    codes: z.optional(
      z
        .array(z.string().check(z.regex(/^[RVB]J\d{6,8}$/i, 'Must be a code such as RJ01234567')))
        .check(z.minLength(1), z.maxLength(MAX_CODES_AT_ONCE)),
    ),
  }),
  response: z.object({ queued: z.int() }),
  access: 'admin',
})

export const WorkLookup = z.object({
  /** `none`: it was never looked up, or without an answer. */
  state: z.enum(['none', 'waiting', 'running', 'found', 'notFound', 'failed']),
  /** When a provider last answered about it, whatever the state (ISO 8601). */
  answeredAt: z.nullable(z.string()),
  isPaused: z.boolean(),
  delayed: z.nullable(LookupDelay),
  /** Why it failed: in English, for logs; pages show `failures`. */
  reason: z.string(),
  /** One for each provider that failed; empty if the reason is none of theirs. */
  failures: z.array(MetadataFailure),
})
export type WorkLookup = z.infer<typeof WorkLookup>

export const getWorkLookup = endpoint({
  method: 'GET',
  path: '/api/admin/metadata/works/{id}',
  summary: 'Returns whether a work waits for its lookup or is being looked up, and how the last lookup ended',
  tag: 'Administration',
  params: z.object({ id: z.string() }),
  response: WorkLookup,
  errors: ['work.notFound'],
  access: 'admin',
})

export const cancelMetadataFetch = endpoint({
  method: 'POST',
  path: '/api/admin/metadata/cancel',
  summary: 'Cancels the lookup of all works that wait',
  tag: 'Administration',
  response: z.object({ cancelled: z.int() }),
  access: 'admin',
})

export const listFailedMetadata = endpoint({
  method: 'GET',
  path: '/api/admin/metadata/failed',
  summary: 'Lists the first hundred works whose lookup failed, and why',
  tag: 'Administration',
  response: z.object({
    failed: z.array(
      z.object({
        workId: z.int(),
        code: z.string(),
        title: z.string(),
        /** In English, for logs; pages show `failures`. */
        reason: z.string(),
        /** One for each provider that failed; empty if the reason is none of theirs. */
        failures: z.array(MetadataFailure),
      }),
    ),
  }),
  access: 'admin',
})

export const listNotFoundMetadata = endpoint({
  method: 'GET',
  path: '/api/admin/metadata/not-found',
  summary: 'Lists the first hundred works that no provider has, the latest first',
  tag: 'Administration',
  response: z.object({
    notFound: z.array(
      z.object({
        workId: z.int(),
        code: z.string(),
        title: z.string(),
        /** When a provider was last asked (ISO 8601), and from when on it is asked again. */
        askedAt: z.string(),
        againFrom: z.string(),
      }),
    ),
  }),
  access: 'admin',
})

export const retryFailedMetadata = endpoint({
  method: 'POST',
  path: '/api/admin/metadata/retry',
  summary: 'Looks works up again whose lookup failed',
  tag: 'Administration',
  response: z.object({ retried: z.int() }),
  access: 'admin',
})

/** Fields by which an export finds works to be completed. */
export const exportFields = [
  'title',
  'circle',
  'voice_actors',
  'tags',
  'release',
  'age',
  'description',
  'language',
] as const
export type ExportField = (typeof exportFields)[number]

export const MAX_IMPORT_BYTES = 64 * 1024 * 1024
/** Works in one import; the command line takes more. */
export const MAX_IMPORTED_WORKS = 100_000

export const ImportReport = z.object({
  /** Works in the file. */
  works: z.int(),
  /** Of those, the ones in the library, and the ones that wait for a folder with their code. */
  applied: z.int(),
  waiting: z.int(),
  /** Works whose line says nothing new; 0 while the file is only checked. */
  unchanged: z.int(),
  /** The first 200, by line; `message` is in English. With one, nothing was imported. */
  problems: z.array(z.object({ line: z.int(), field: z.string(), message: z.string() })),
  problemCount: z.int(),
})
export type ImportReport = z.infer<typeof ImportReport>

export const importMetadata = endpoint({
  method: 'POST',
  path: '/api/admin/metadata/import',
  summary:
    'Imports works’ metadata from JSON Lines, the body (`application/x-ndjson`): all of it, or nothing if a line is wrong; with `check=1` it only says what an import would do',
  tag: 'Administration',
  query: z.object({ check: Flag }),
  response: ImportReport,
  errors: ['request.tooLarge', 'request.unsupported', 'import.running'],
  access: 'admin',
})

export const exportMetadata = endpoint({
  method: 'GET',
  path: '/api/admin/metadata/export',
  summary:
    'Returns what is known of all works as JSON Lines; with `missing` only the works that lack one of these fields, with them as null, to be filled in',
  tag: 'Administration',
  query: z.object({
    /** Names of fields, separated by commas. */
    missing: z._default(
      z.string().check(
        z.maxLength(200),
        z.refine(
          (text) => text.split(',').every((field) => text === '' || exportFields.some((known) => known === field)),
          `Must be some of ${exportFields.join(', ')}, separated by commas`,
        ),
      ),
      '',
    ),
  }),
  response: 'binary',
  access: 'admin',
})
