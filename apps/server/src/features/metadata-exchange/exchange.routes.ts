import { Readable } from 'node:stream'

import {
  type ExportField,
  exportMetadata,
  exportFields,
  importMetadata,
  MAX_IMPORT_BYTES,
  MAX_IMPORTED_WORKS,
} from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import { type AuditLog, TOKEN_NAME } from '#features/accounts/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import { attachment } from '#features/media/index.ts'
import { exportMetadata as exportLines, importMetadataFrom } from '#features/metadata/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { serve } from '#http/serve.ts'
import { closeRefusedUploads, withUpload } from '#http/upload.ts'

export type ExchangeDeps = {
  database: Database
  catalogue: Pick<CatalogueService, 'catchUp'>
  audit: AuditLog
  dataDir: string
}

const JSON_LINES = 'application/x-ndjson'

/** Import and export of metadata by administrators. */
export function metadataExchangeRoutes(
  app: FastifyInstance,
  { database, catalogue, audit, dataDir }: ExchangeDeps,
): void {
  let isImporting = false

  serve(app, exportMetadata, ({ query: { missing }, reply }) => {
    const wanted = missing.split(',').filter((field): field is ExportField => exportFields.some((one) => one === field))
    const name = wanted.length > 0 ? 'otodana-to-fill-in.jsonl' : 'otodana-works.jsonl'
    return reply
      .type(`${JSON_LINES}; charset=utf-8`)
      .header('content-disposition', attachment(name))
      .header('x-content-type-options', 'nosniff')
      .send(Readable.from(exportLines(database.read, { missing: wanted })))
  })

  // Only this route gets bodies unread, so that the gate comes first.
  void app.register((uploads, _options, done) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
    closeRefusedUploads(uploads)
    serve(uploads, importMetadata, async ({ query: { check }, account, request }) => {
      if (!request.headers['content-type']?.startsWith(JSON_LINES)) throw new AppError('request.unsupported')
      if (isImporting) throw new AppError('import.running')
      isImporting = true
      try {
        const report = await withUpload(request.raw, dataDir, MAX_IMPORT_BYTES, (file) =>
          importMetadataFrom(database, file, { dryRun: check === 1, maxWorks: MAX_IMPORTED_WORKS }),
        )
        if (check === 0 && report.problemCount === 0) {
          const actor = { accountId: account?.id ?? null, name: account?.name ?? TOKEN_NAME, address: request.address }
          await audit.record({ kind: 'metadataImported', ...actor })
          await catalogue.catchUp()
        }
        const { works, applied, waiting, unchanged, problems, problemCount } = report
        return { works, applied, waiting, unchanged, problems, problemCount }
      } finally {
        isImporting = false
      }
    })
    done()
  })
}
