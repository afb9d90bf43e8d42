import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import type { AccountFeature } from '#features/accounts/index.ts'

import { createPositionRepository } from './playback-positions.repository.ts'
import { positionRoutes } from './playback-positions.routes.ts'

export { storedSeconds } from './stored-seconds.ts'
export { createPositionRepository, MAX_DEVICES, type PositionRepository } from './playback-positions.repository.ts'

type Deps = Pick<AccountFeature, 'addPersonalData'> & { database: Database }

/** Members' playback positions, synced between devices. */
export function positionFeature(http: FastifyInstance, { database, addPersonalData }: Deps): void {
  const positions = createPositionRepository(database)
  addPersonalData(
    { name: 'places', export: (accountId) => positions.exported(accountId) },
    { name: 'devices', export: (accountId) => positions.devices(accountId) },
  )
  positionRoutes(http, { positions })
}
