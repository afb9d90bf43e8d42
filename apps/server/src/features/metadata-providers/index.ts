import type { FastifyInstance } from 'fastify'

import type { Config } from '#config.ts'
import type { AuditLog } from '#features/accounts/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import { downloadedCovers, downloadedSamples } from '#features/covers/index.ts'

import { createProviders } from './create-providers.ts'
import { metadataFetchRoutes } from './fetch.routes.ts'
import { createMetadataFetch, type MetadataFetch, type MetadataFetchDeps } from './fetch.service.ts'

export type { MetadataFetch } from './fetch.service.ts'

type Deps = Pick<MetadataFetchDeps, 'database' | 'queue' | 'settings' | 'log'> & {
  config: Pick<Config, 'dataDir' | 'metadata'>
  /** Whether the owner has agreed in another way than by the settings. */
  isAgreed?: boolean
}

/** Returns the fetching of metadata from the configured providers. */
export function openMetadataFetch({ config, isAgreed = false, ...deps }: Deps): MetadataFetch {
  return createMetadataFetch({
    ...deps,
    providers: createProviders(config.metadata),
    isConfigured: isAgreed || (config.metadata.providers ?? []).length > 0,
    coverDir: downloadedCovers(config.dataDir),
    sampleDir: downloadedSamples(config.dataDir),
    refreshDays: config.metadata.refreshDays,
  })
}

/** Metadata and covers from outside the library, fetched by jobs. Close the queue first. */
export function metadataFetchFeature(
  http: FastifyInstance,
  { audit, catalogue, ...deps }: Deps & { audit: AuditLog; catalogue: Pick<CatalogueService, 'catchUp'> },
): MetadataFetch {
  const fetch = openMetadataFetch(deps)
  metadataFetchRoutes(http, { fetch, audit, catalogue })
  fetch.start()
  http.addHook('onClose', () => fetch.close())
  return fetch
}
