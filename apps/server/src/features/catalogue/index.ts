import type { FastifyInstance } from 'fastify'

import { type CatalogueDeps, type CatalogueService, openCatalogue } from './catalogue-service.ts'

export { combineRatings, type RatingColumns } from './combined-ratings.ts'
export { codeVersion } from './code-version.ts'
export { createChangeLog, type LogPosition } from './change-log.ts'
export { type CatalogueService, KEPT_FILE, openCatalogue } from './catalogue-service.ts'
export type { CatalogueUpdate } from './follower.ts'
export type { Restored } from './keeping.ts'
export { readTagTallies, type StandingTag, standingTags } from './tag-standing.ts'

/** The read model, kept in sync with the database. */
export async function catalogueFeature(http: FastifyInstance, deps: CatalogueDeps): Promise<CatalogueService> {
  const catalogue = await openCatalogue(deps)
  http.addHook('onListen', (done) => {
    catalogue.prepare()
    done()
  })
  http.addHook('onClose', () => catalogue.close())
  return catalogue
}
