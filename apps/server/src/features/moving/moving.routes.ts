import {
  endKikoeruImport,
  getKikoeruImport,
  getKikoeruReport,
  importAccount,
  startKikoeruImport,
  uploadKikoeru,
  uploadKikoeruCover,
} from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Database } from '#db/open.ts'
import { type AuditLog, TOKEN_NAME } from '#features/accounts/index.ts'
import { attachment } from '#features/media/index.ts'
import type { VoteService } from '#features/votes/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { serve } from '#http/serve.ts'
import type { Limits } from '#http/limits/limits.ts'
import { closeRefusedUploads } from '#http/upload.ts'

import { mergeExport } from './members/merge-export.ts'
import type { KikoeruSession } from './kikoeru/upload-session.ts'

/** Parts of an account's exports, dry runs included. */
export const MAX_IMPORTS_PER_HOUR = 200

type Deps = {
  database: Database
  kikoeru: KikoeruSession
  audit: AuditLog
  votes: Pick<VoteService, 'mayVote'>
  limits: Limits
  onStored: () => Promise<void>
}

export function movingRoutes(app: FastifyInstance, { database, kikoeru, audit, votes, limits, onStored }: Deps): void {
  const imports = limits.create({ name: 'import', points: MAX_IMPORTS_PER_HOUR, seconds: 3_600 })
  serve(app, getKikoeruImport, () => kikoeru.status())
  serve(app, startKikoeruImport, async ({ body, account, request }) => {
    const started = kikoeru.start(body)
    if (!body.isDryRun) {
      const actor = { accountId: account?.id ?? null, name: account?.name ?? TOKEN_NAME, address: request.address }
      await audit.record({ kind: 'kikoeruImported', ...actor })
    }
    return started
  })
  serve(app, endKikoeruImport, () => kikoeru.end())
  serve(app, getKikoeruReport, ({ reply }) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', attachment('kikoeru.txt'))
      .header('x-content-type-options', 'nosniff')
      .send(kikoeru.report()),
  )

  serve(app, importAccount, async ({ account, body: { isDryRun, data } }) => {
    await imports.take(String(account.id))
    const mayVote = await votes.mayVote(account.id)
    const merged = await mergeExport(database, account.id, data, { dryRun: isDryRun, isOnce: false, mayVote })
    if (!isDryRun) await onStored()
    return merged
  })

  // Only this route gets bodies unread, so that the gate comes first.
  void app.register((uploads, _options, done) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
    closeRefusedUploads(uploads)
    serve(uploads, uploadKikoeru, ({ request }) => {
      requireBytes(request)
      return kikoeru.upload(request.raw)
    })
    serve(uploads, uploadKikoeruCover, ({ query, request }) => {
      requireBytes(request)
      return kikoeru.uploadCover(request.raw, query.name)
    })
    done()
  })
}

/** @throws {AppError} `request.unsupported` */
function requireBytes({ headers }: FastifyRequest): void {
  if (headers['content-type'] !== 'application/octet-stream') throw new AppError('request.unsupported')
}
