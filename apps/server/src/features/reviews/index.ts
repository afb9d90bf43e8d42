export { createReviewRepository, type Judgement, type ReviewRepository } from './reviews.repository.ts'
export { reviewRoutes } from './reviews.routes.ts'
