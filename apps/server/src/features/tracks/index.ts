export { naturallySorted, sortedAsTree } from './natural-order.ts'
export { createTrackRepository, type TrackRepository } from './tracks.repository.ts'
export { trackRoutes } from './tracks.routes.ts'
