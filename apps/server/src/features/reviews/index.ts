export { createReviewRepository, type ReviewRepository } from './reviews.repository.ts'
export { reviewRoutes } from './reviews.routes.ts'
