import {
  cancelMetadataFetch,
  fetchMetadata,
  getMetadataFetch,
  listFailedMetadata,
  listNotFoundMetadata,
  retryFailedMetadata,
  switchMetadataFetch,
} from '@otodana/contract'
import { codeToId } from '@otodana/work-code'
import type { FastifyInstance } from 'fastify'

import { type AuditLog, TOKEN_NAME } from '#features/accounts/index.ts'
import { serve } from '#http/serve.ts'

import type { MetadataFetch } from './fetch.service.ts'

type Deps = { fetch: MetadataFetch; audit: AuditLog }

/** Calls of administrators about metadata from providers. */
export function metadataFetchRoutes(app: FastifyInstance, { fetch, audit }: Deps): void {
  serve(app, getMetadataFetch, () => fetch.status())
  serve(app, switchMetadataFetch, async ({ body: { isOn, isPaused, refreshDays, writesFiles }, account, request }) => {
    if (isPaused !== undefined) await fetch.setPaused(isPaused)
    if (writesFiles !== undefined) await fetch.setWritesFiles(writesFiles)
    if (refreshDays !== undefined) await fetch.setRefreshDays(refreshDays)
    if (isOn !== undefined) await fetch.switchOn(isOn)
    const actor = { accountId: account?.id ?? null, name: account?.name ?? TOKEN_NAME, address: request.address }
    await audit.record({ kind: 'settingChanged', ...actor })
    return fetch.status()
  })
  serve(app, fetchMetadata, async ({ body: { works, codes } }) => {
    const ids = codes?.map((code) => codeToId(code) ?? 0)
    return { queued: await fetch.request(ids ?? works) }
  })
  serve(app, cancelMetadataFetch, async () => ({ cancelled: await fetch.cancel() }))
  serve(app, retryFailedMetadata, async () => ({ retried: await fetch.retry() }))
  serve(app, listNotFoundMetadata, async () => ({ notFound: await fetch.listNotFound() }))
  serve(app, listFailedMetadata, async () => ({ failed: await fetch.listFailed() }))
}
