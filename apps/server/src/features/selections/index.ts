import type { FastifyInstance } from 'fastify'

import type { AccountFeature } from '#features/accounts/index.ts'

import { selectionEditsOf } from './selections.repository.ts'
import { createSelections, type SelectionDeps } from './selections.service.ts'
import { type RoutesDeps, selectionRoutes } from './selections.routes.ts'

export { exportSelectionEdits } from './selections.repository.ts'

type Deps = SelectionDeps & Omit<RoutesDeps, 'selections'> & Pick<AccountFeature, 'addPersonalData'>

/** Changes of many works at once. */
export function selectionFeature(http: FastifyInstance, deps: Deps): void {
  const selections = createSelections(deps)
  deps.addPersonalData({
    name: 'selectionEdits',
    export: (accountId) => selectionEditsOf(deps.database.read, accountId),
  })
  selectionRoutes(http, { ...deps, selections })
  http.addHook('onListen', async () => selections.start())
}
