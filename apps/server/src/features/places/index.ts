import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import type { AccountFeature } from '#features/accounts/index.ts'

import { createPlaceRepository } from './places.repository.ts'
import { placeRoutes } from './places.routes.ts'

export { createPlaceRepository } from './places.repository.ts'

type Deps = Pick<AccountFeature, 'addPersonalData'> & { database: Database }

/** Where members left tracks, on each of their devices. */
export function placeFeature(http: FastifyInstance, { database, addPersonalData }: Deps): void {
  const places = createPlaceRepository(database)
  addPersonalData(
    { name: 'places', export: (accountId) => places.all(accountId) },
    { name: 'devices', export: (accountId) => places.devices(accountId) },
  )
  placeRoutes(http, { places })
}
