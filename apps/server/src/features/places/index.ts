export { createPlaceRepository, type PlaceRepository } from './places.repository.ts'
export { placeRoutes } from './places.routes.ts'
