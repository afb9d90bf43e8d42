import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import type { AccountFeature } from '#features/accounts/index.ts'

import { createBegunRepository } from './begun.repository.ts'
import { createHistoryRepository } from './history.repository.ts'
import { historyRoutes } from './history.routes.ts'

export { createBegunRepository } from './begun.repository.ts'
export type { HistoryRepository } from './history.repository.ts'
export { createHistoryRepository, historyDay } from './history.repository.ts'

type Deps = Pick<AccountFeature, 'addPersonalData'> & { database: Database }

/** Members' listening history, and the works that they have begun. */
export function historyFeature(http: FastifyInstance, { database, addPersonalData }: Deps): void {
  const history = createHistoryRepository(database)
  const begun = createBegunRepository(database)
  addPersonalData(
    { name: 'history', export: (accountId) => history.exported(accountId) },
    { name: 'historyChoices', export: (accountId) => history.choices(accountId) },
    { name: 'putAside', export: (accountId) => begun.exported(accountId) },
  )
  historyRoutes(http, { history, begun })
}
