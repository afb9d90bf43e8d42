export { createFeedbackRepository, type FeedbackRepository } from './feedback.repository.ts'
export { feedbackRoutes } from './feedback.routes.ts'
