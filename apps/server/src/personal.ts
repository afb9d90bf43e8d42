import type { ReviewRepository } from './features/reviews/index.ts'
import type { Personal } from './features/works/index.ts'

type Deps = { reviews: ReviewRepository }

/** What is a member's own about works, brought together from the features that keep it. */
export function createPersonal({ reviews }: Deps): Personal {
  return {
    async ofWorks(accountId, workIds) {
      const ratings = await reviews.ratings(accountId, workIds)
      return new Map([...ratings].map(([workId, userRating]) => [workId, { userRating, playlistStatus: {} }]))
    },
    ratings: (accountId) => reviews.ratings(accountId),
    async ofWork({ id, name }, workId) {
      return { ...(await reviews.find(id, workId)), user_name: name }
    },
  }
}
