import * as z from 'zod/mini'

import { accountGroups } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { integerBetween, PageNumber, PageSize, Pagination, RecordId, withoutNul } from './primitives.ts'

export const AdminUser = z.object({
  id: z.int(),
  name: z.string(),
  group: z.enum(accountGroups),
  isDisabled: z.boolean(),
  email: z.nullable(z.string()),
  /** ISO 8601. */
  createdAt: z.string(),
  lastLoginAt: z.nullable(z.string()),
})
export type AdminUser = z.infer<typeof AdminUser>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Lists accounts by name, paginated',
  tag: 'Administration',
  query: z.object({
    page: PageNumber,
    pageSize: PageSize,
    /** Only accounts whose name contains this. */
    q: z._default(z.string().check(z.maxLength(100)), ''),
  }),
  response: z.object({ users: z.array(AdminUser), pagination: Pagination }),
  access: 'admin',
})

const UserParams = z.object({ id: RecordId })

export const editUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{id}',
  summary: 'Makes an account an administrator, an editor or a member, or disables it, which ends its sessions',
  tag: 'Administration',
  params: UserParams,
  body: z.object({
    group: z.optional(z.enum(['administrator', 'editor', 'user'])),
    isDisabled: z.optional(z.boolean()),
  }),
  response: AdminUser,
  errors: ['user.notFound', 'user.guest', 'auth.lastAdmin'],
  access: 'admin',
})

export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/reset-password',
  summary: 'Sets a new password for an account, returned only here, and ends its sessions',
  tag: 'Administration',
  params: UserParams,
  response: z.object({ password: z.string() }),
  errors: ['user.notFound', 'user.guest', 'server.busy'],
  access: 'admin',
})

/** In UTF-16 code units. */
export const MAX_ANNOUNCEMENT_LENGTH = 10_000
const announcementError = `Must be at most ${MAX_ANNOUNCEMENT_LENGTH} characters`

export const ServerSettings = z.object({
  isRegistrationOpen: z.boolean(),
  /** HTML that replaces every screen while it is not empty; `GET /api/health` returns it. */
  announcement: z.string(),
})
export type ServerSettings = z.infer<typeof ServerSettings>

export const getServerSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Returns the settings that administrators change at run time',
  tag: 'Administration',
  response: ServerSettings,
  access: 'admin',
})

export const editServerSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  summary: 'Changes settings; omitted ones stay as they are',
  tag: 'Administration',
  body: z.object({
    isRegistrationOpen: z.optional(z.boolean()),
    announcement: z.optional(z.string().check(withoutNul, z.maxLength(MAX_ANNOUNCEMENT_LENGTH, announcementError))),
  }),
  response: ServerSettings,
  access: 'admin',
})

export const ServerStatus = z.object({
  version: z.string(),
  /** Seconds since the server started. */
  uptimeSeconds: z.number(),
  database: z.object({ kind: z.enum(['sqlite', 'postgres']), sizeBytes: z.number() }),
  /** The file systems of the data folder and the library's folders; an unavailable folder is apart, without numbers. */
  disks: z.array(
    z.object({
      folders: z.array(z.object({ path: z.string(), use: z.enum(['data', 'library']) })),
      freeBytes: z.nullable(z.number()),
      totalBytes: z.nullable(z.number()),
    }),
  ),
  library: z.object({ works: z.int(), missingWorks: z.int(), files: z.int(), problems: z.int() }),
  /** Without the guest. */
  accounts: z.int(),
  /** Reported problems that are still open. */
  openFeedback: z.int(),
  jobs: z.array(z.object({ kind: z.string(), state: z.enum(['ready', 'running', 'failed']), count: z.int() })),
})
export type ServerStatus = z.infer<typeof ServerStatus>

export const getServerStatus = endpoint({
  method: 'GET',
  path: '/api/admin/status',
  summary: "Returns the server's state: disks, database, library, jobs",
  tag: 'Administration',
  response: ServerStatus,
  access: 'admin',
})

export const FailedJob = z.object({
  id: z.int(),
  kind: z.string(),
  /** What the job was about; its meaning depends on the kind. */
  key: z.nullable(z.string()),
  attempts: z.int(),
  error: z.string(),
})

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs/failed',
  summary: 'Lists the first hundred jobs that have failed permanently',
  tag: 'Administration',
  response: z.object({ jobs: z.array(FailedJob) }),
  access: 'admin',
})

export const retryFailedJobs = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/retry',
  summary: 'Retries all failed jobs',
  tag: 'Administration',
  response: z.object({ retried: z.int() }),
  access: 'admin',
})

/** The recorded kinds of account events. */
export const securityEventKinds = [
  'registered',
  'loggedIn',
  'loginFailed',
  'tooManyTries',
  'passwordChanged',
  'sessionsEnded',
  'accountDeleted',
  'accountDisabled',
  'accountEnabled',
  'groupChanged',
  'passwordReset',
  'passwordResetByMail',
  'emailLinked',
  'emailUnlinked',
  'appPasswordCreated',
  'appPasswordRevoked',
  'settingChanged',
  'metadataImported',
  'backupDownloaded',
  'kikoeruImported',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

export const SecurityEvent = z.object({
  id: z.int(),
  kind: z.string(),
  name: z.string(),
  /** Who caused it, if not the account's owner. */
  by: z.nullable(z.string()),
  address: z.string(),
  /** ISO 8601. */
  at: z.string(),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/api/admin/security-events',
  summary: 'Lists account events, latest first; only those before an id, if one is given',
  tag: 'Administration',
  query: z.object({ before: integerBetween(0, 2_147_483_647, 2_147_483_647), limit: integerBetween(1, 200, 50) }),
  response: z.object({ events: z.array(SecurityEvent) }),
  access: 'admin',
})
