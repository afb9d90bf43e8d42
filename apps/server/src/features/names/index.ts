import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import type { WorkLists } from '#features/works/index.ts'

import { createNames } from './names.ts'
import { createNameRepository } from './names.repository.ts'
import { nameRoutes } from './names.routes.ts'

type Deps = { database: Database; catalogue: CatalogueService; lists: WorkLists }

/** Circles, tags and voice actors, and their works. */
export function nameFeature(http: FastifyInstance, { database, catalogue, lists }: Deps): void {
  nameRoutes(http, { names: createNames(createNameRepository(database), catalogue), lists })
}
