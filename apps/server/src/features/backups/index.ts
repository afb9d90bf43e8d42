import type { FastifyInstance } from 'fastify'

import type { Accounts, AuditLog } from '#features/accounts/index.ts'

import { backupRoutes } from './backups.routes.ts'
import { type BackupDeps, type BackupService, createBackups } from './backups.service.ts'

export type { BackupService } from './backups.service.ts'

/** Backups by the server: regularly, and by administrators. Close the queue first. */
export function backupFeature(
  http: FastifyInstance,
  { accounts, audit, ...deps }: BackupDeps & { accounts: Accounts; audit: AuditLog },
): BackupService {
  const backups = createBackups(deps)
  backupRoutes(http, { backups, accounts, audit })
  http.addHook('onClose', () => backups.close())
  return backups
}
