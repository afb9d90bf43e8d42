import type { FastifyInstance } from 'fastify'

import { createSelections, type SelectionDeps } from './selections.service.ts'
import { type RoutesDeps, selectionRoutes } from './selections.routes.ts'

type Deps = SelectionDeps & Omit<RoutesDeps, 'selections'>

/** Changes of many works at once. */
export function selectionFeature(http: FastifyInstance, deps: Deps): void {
  const selections = createSelections(deps)
  selectionRoutes(http, { ...deps, selections })
  http.addHook('onListen', async () => selections.start())
}
