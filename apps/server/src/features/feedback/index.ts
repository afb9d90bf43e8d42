import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import type { AccountFeature } from '#features/accounts/index.ts'
import type { Limits } from '#http/limits/limits.ts'

import { createFeedbackRepository, type FeedbackRepository } from './feedback.repository.ts'
import { feedbackRoutes } from './feedback.routes.ts'

export { createFeedbackRepository } from './feedback.repository.ts'

type Deps = Pick<AccountFeature, 'addPersonalData'> & { database: Database; limits: Limits }

/** Problems with works or files that visitors report. */
export function feedbackFeature(
  http: FastifyInstance,
  { database, limits, addPersonalData }: Deps,
): FeedbackRepository {
  const feedback = createFeedbackRepository(database)
  addPersonalData({ name: 'feedback', export: (accountId) => feedback.all(accountId) })
  feedbackRoutes(http, { feedback, limits })
  return feedback
}
