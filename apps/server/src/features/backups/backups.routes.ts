import { createReadStream } from 'node:fs'

import { cancelBackup, createBackupLink, downloadBackup, listBackups, startBackup } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { type Accounts, type AuditLog, TOKEN_NAME } from '#features/accounts/index.ts'
import { attachment } from '#features/media/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { sendBytes } from '#http/sending/send-bytes.ts'
import { serve } from '#http/serve.ts'

import type { BackupService } from './backups.service.ts'

/** Calls of administrators about backups. */
export function backupRoutes(
  app: FastifyInstance,
  { backups, accounts, audit }: { backups: BackupService; accounts: Accounts; audit: AuditLog },
): void {
  serve(app, listBackups, () => backups.state())
  serve(app, startBackup, () => backups.start())
  serve(app, cancelBackup, async () => {
    await backups.cancel()
    return backups.state()
  })
  serve(app, createBackupLink, async ({ params, account }) => {
    // The server's own token is no session, and its holder sends it along.
    if (account === null) throw new AppError('No authorization token was found')
    await backups.find(params.name)
    return { link: await accounts.linkTo(downloadBackup.path.replace('{name}', params.name), account) }
  })
  serve(app, downloadBackup, async ({ params, account, request, reply }) => {
    const { path, sizeBytes, modifiedMs } = await backups.find(params.name)
    const actor = { accountId: account?.id ?? null, name: account?.name ?? TOKEN_NAME, address: request.address }
    await audit.record({ kind: 'backupDownloaded', ...actor })
    reply.headers({ 'content-disposition': attachment(params.name), 'x-content-type-options': 'nosniff' })
    return sendBytes(request, reply, {
      sizeBytes,
      modifiedMs,
      etag: `"${sizeBytes.toString(36)}-${Math.round(modifiedMs).toString(36)}"`,
      contentType: () => 'application/octet-stream',
      open: async (range) => createReadStream(path, range),
      logged: { path },
    })
  })
}
