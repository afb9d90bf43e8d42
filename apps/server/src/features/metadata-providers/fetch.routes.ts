import {
  cancelMetadataFetch,
  fetchMetadata,
  getMetadataFetch,
  getWorkLookup,
  listFailedMetadata,
  listNotFoundMetadata,
  retryFailedMetadata,
  switchMetadataFetch,
} from '@otodana/contract'
import { codeToId } from '@otodana/work-code'
import type { FastifyInstance } from 'fastify'

import { type AuditLog, TOKEN_NAME } from '#features/accounts/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import { workIdOf } from '#features/works/index.ts'
import { serve } from '#http/serve.ts'

import type { MetadataFetch } from './fetch.service.ts'

type Deps = { fetch: MetadataFetch; audit: AuditLog; catalogue: Pick<CatalogueService, 'catchUp'> }

/** Calls of administrators about metadata from providers. */
export function metadataFetchRoutes(app: FastifyInstance, { fetch, audit, catalogue }: Deps): void {
  serve(app, getMetadataFetch, () => fetch.status())
  serve(app, switchMetadataFetch, async ({ body, account, request }) => {
    const { isOn, providers, isPaused, refreshDays, writesFiles } = body
    if (isPaused !== undefined) await fetch.setPaused(isPaused)
    if (writesFiles !== undefined) await fetch.setWritesFiles(writesFiles)
    if (refreshDays !== undefined) await fetch.setRefreshDays(refreshDays)
    if (isOn !== undefined) await fetch.switchOn(isOn, providers)
    const actor = { accountId: account?.id ?? null, name: account?.name ?? TOKEN_NAME, address: request.address }
    await audit.record({ kind: 'settingChanged', ...actor })
    return fetch.status()
  })
  serve(app, fetchMetadata, async ({ body: { works, codes } }) => {
    const ids = codes?.map((code) => codeToId(code) ?? 0)
    const [first, ...others] = ids ?? []
    if (first !== undefined && others.length === 0) return { queued: await fetch.requestFirst(first) }
    return { queued: await fetch.request(ids ?? works) }
  })
  serve(app, getWorkLookup, async ({ params }) => {
    const lookup = await fetch.lookup(workIdOf(params.id))
    // The work's page is asked for next.
    if (lookup.state !== 'waiting' && lookup.state !== 'running') await catalogue.catchUp()
    return lookup
  })
  serve(app, cancelMetadataFetch, async () => ({ cancelled: await fetch.cancel() }))
  serve(app, retryFailedMetadata, async () => ({ retried: await fetch.retry() }))
  serve(app, listNotFoundMetadata, async () => ({ notFound: await fetch.listNotFound() }))
  serve(app, listFailedMetadata, async () => ({ failed: await fetch.listFailed() }))
}
