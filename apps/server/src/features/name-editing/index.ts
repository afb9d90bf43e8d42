import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import type { AccountFeature } from '#features/accounts/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'

import { changesOf } from './name-history.ts'
import { nameEditingRoutes } from './name-editing.routes.ts'
import { createNameEditing } from './name-editing.service.ts'

export { exportNames } from './export-names.ts'
export { exportChanges } from './name-history.ts'

type Deps = Pick<AccountFeature, 'addPersonalData'> & { database: Database; catalogue: CatalogueService }

/** Renames and merges circles, tags and voice actors. */
export function nameEditingFeature(http: FastifyInstance, { addPersonalData, ...deps }: Deps): void {
  addPersonalData({ name: 'nameChanges', export: (accountId) => changesOf(deps.database.read, accountId) })
  nameEditingRoutes(http, createNameEditing(deps))
}
