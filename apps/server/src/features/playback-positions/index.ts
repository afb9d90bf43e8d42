import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import type { AccountFeature } from '#features/accounts/index.ts'

import { createPositionRepository } from './playback-positions.repository.ts'
import { positionRoutes } from './playback-positions.routes.ts'

export { createPositionRepository } from './playback-positions.repository.ts'

type Deps = Pick<AccountFeature, 'addPersonalData'> & { database: Database }

/** Where members left tracks, on each of their devices. */
export function positionFeature(http: FastifyInstance, { database, addPersonalData }: Deps): void {
  const places = createPositionRepository(database)
  addPersonalData(
    { name: 'places', export: (accountId) => places.all(accountId) },
    { name: 'devices', export: (accountId) => places.devices(accountId) },
  )
  positionRoutes(http, { places })
}
