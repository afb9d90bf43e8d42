export { combineRatings, type RatingColumns } from './combined-ratings.ts'
export { createChangeLog, type LogPosition } from './change-log.ts'
export { type CatalogueService, openCatalogue } from './catalogue-service.ts'
export type { CatalogueUpdate } from './follower.ts'
