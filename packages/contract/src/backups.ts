import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

export const Backup = z.object({
  name: z.string(),
  /** `update`: made before a newer version changed the database. */
  kind: z.enum(['regular', 'update']),
  /** ISO 8601. */
  madeAt: z.string(),
  sizeBytes: z.int(),
})
export type Backup = z.infer<typeof Backup>

export const Backups = z.object({
  /** The server's folder of backups. */
  folder: z.string(),
  /** Hours between backups; 0: only on request. */
  everyHours: z.int(),
  /** How many are kept. */
  keep: z.int(),
  /** ISO 8601; null: none is planned. */
  nextAt: z.nullable(z.string()),
  /** 0 to 1; null: none is being made. */
  progress: z.nullable(z.number()),
  /** Why the latest attempt failed; null: it did not. */
  failure: z.nullable(
    z.object({
      at: z.string(),
      reason: z.enum(['noRoom', 'other']),
      /** The system's message. */
      message: z.string(),
    }),
  ),
  /** Latest first. */
  backups: z.array(Backup),
})
export type Backups = z.infer<typeof Backups>

const BackupParams = z.object({ name: z.string().check(z.maxLength(100)) })

export const listBackups = endpoint({
  method: 'GET',
  path: '/api/admin/backups',
  summary: "Lists the backups in the server's folder, and what becomes of the next one",
  tag: 'Administration',
  response: Backups,
  access: 'admin',
})

export const startBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backups',
  summary: 'Starts a backup, unless one is being made',
  tag: 'Administration',
  response: Backups,
  access: 'admin',
})

export const cancelBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backups/cancel',
  summary: 'Cancels the backup that is being made; nothing is left of it',
  tag: 'Administration',
  response: Backups,
  access: 'admin',
})

export const createBackupLink = endpoint({
  method: 'POST',
  path: '/api/admin/backups/{name}/link',
  summary: 'Returns a link by which a browser downloads a backup. It ends with the session, and after a minute',
  tag: 'Administration',
  params: BackupParams,
  response: z.object({
    /** The path and query, below the API's base. */
    link: z.string(),
  }),
  errors: ['backup.notFound'],
  access: 'admin',
})

export const downloadBackup = endpoint({
  method: 'GET',
  path: '/api/admin/backups/{name}',
  summary: 'Sends a backup, also by a link made for it. It holds password hashes and secrets',
  tag: 'Administration',
  params: BackupParams,
  response: 'binary',
  isLinked: true,
  errors: ['backup.notFound', 'range.unsatisfiable', 'server.busy'],
  access: 'admin',
})
