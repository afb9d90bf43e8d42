import { createReadStream } from 'node:fs'

import { cancelBackup, downloadBackup, listBackups, startBackup } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { type AuditLog, TOKEN_NAME } from '#features/accounts/index.ts'
import { attachment } from '#features/media/index.ts'
import { serve } from '#http/serve.ts'

import type { BackupService } from './backups.service.ts'

/** Calls of administrators about backups. */
export function backupRoutes(
  app: FastifyInstance,
  { backups, audit }: { backups: BackupService; audit: AuditLog },
): void {
  serve(app, listBackups, () => backups.state())
  serve(app, startBackup, async () => {
    await backups.start()
    return backups.state()
  })
  serve(app, cancelBackup, async () => {
    await backups.cancel()
    return backups.state()
  })
  serve(app, downloadBackup, async ({ params, account, request, reply }) => {
    const { path, sizeBytes } = await backups.find(params.name)
    const actor = { accountId: account?.id ?? null, name: account?.name ?? TOKEN_NAME, address: request.address }
    await audit.record({ kind: 'backupDownloaded', ...actor })
    return reply
      .type('application/octet-stream')
      .header('content-length', sizeBytes)
      .header('content-disposition', attachment(params.name))
      .header('x-content-type-options', 'nosniff')
      .send(createReadStream(path))
  })
}
