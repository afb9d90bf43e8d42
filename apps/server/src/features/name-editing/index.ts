import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'

import { nameEditingRoutes } from './name-editing.routes.ts'
import { createNameEditing } from './name-editing.service.ts'

type Deps = { database: Database; catalogue: CatalogueService }

/** Renames and merges circles, tags and voice actors. */
export function nameEditingFeature(http: FastifyInstance, deps: Deps): void {
  nameEditingRoutes(http, createNameEditing(deps))
}
