import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import type { AccountFeature } from '#features/accounts/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import type { WorkRepository } from '#features/works/index.ts'

import { createReviewRepository, type ReviewRepository } from './reviews.repository.ts'
import { reviewRoutes } from './reviews.routes.ts'

export { messageIn } from './messages.ts'
export { createReviewRepository, type Judgement, type ReviewRepository } from './reviews.repository.ts'

type Deps = Pick<AccountFeature, 'addPersonalData'> & {
  database: Database
  catalogue: Pick<CatalogueService, 'catchUp'>
  works: WorkRepository
}

/** Members' ratings, reviews and progress. */
export function reviewFeature(http: FastifyInstance, { database, catalogue, works, ...deps }: Deps): ReviewRepository {
  const reviews = createReviewRepository(database)
  deps.addPersonalData({
    name: 'reviews',
    export: (accountId) => reviews.all(accountId),
    beforeRemoval: (accountId, transaction) => reviews.withdrawAll(accountId, transaction),
    afterRemoval: () => catalogue.catchUp(),
  })
  reviewRoutes(http, { reviews, works, onChange: () => catalogue.catchUp() })
  return reviews
}
