import type { FastifyInstance } from 'fastify'

import { type OlderDialectDeps, olderDialectRoutes } from './older-dialect.routes.ts'

export { pathAliases, readOlderNames } from './aliases.ts'

/** The calls that only older clients of this API family make, in terms of our own. */
export function olderDialectFeature(http: FastifyInstance, deps: OlderDialectDeps): void {
  olderDialectRoutes(http, deps)
}
