import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import type { WorkLists } from '#features/works/index.ts'

import { createNames } from './names.ts'
import { createNameRepository } from './names.repository.ts'
import { nameRoutes } from './names.routes.ts'

type Deps = { database: Database; catalogue: CatalogueService; lists: WorkLists }

/** Circles, tags, voice actors, series and staff, and their works. */
export function nameFeature(http: FastifyInstance, { database, catalogue, lists }: Deps): void {
  const repository = createNameRepository(database)
  nameRoutes(http, {
    names: createNames(repository, catalogue),
    lists,
    seriesWorks: repository.seriesWorks,
    editionsOf: catalogue.index.editionsOf,
  })
}
