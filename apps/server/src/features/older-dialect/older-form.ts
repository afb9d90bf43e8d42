import { listReviews } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

/** Returns the day of a time, which is all that the older dialect knows. */
export function dayOf(time: string | null): string | null {
  return time === null ? null : time.slice(0, 10)
}

/**
 * Answers the list of reviews in the older form to clients that ask for no page size: those of the older dialect, which show
 * `updated_at` as it is. Must be called before routes are added.
 */
export function answerInOlderForm(http: FastifyInstance): void {
  http.addHook('onRoute', (route) => {
    if (route.url !== listReviews.path || ![route.method].flat().includes(listReviews.method)) return
    route.preSerialization = async (request, _reply, answer: unknown) => {
      const { pageSize = '' } = request.query as Record<string, unknown>
      if (pageSize === '' && isReviewPage(answer)) {
        for (const work of answer.works) work.updated_at = dayOf(work.updated_at)
      }
      return answer
    }
  })
}

function isReviewPage(answer: unknown): answer is { works: { updated_at: string | null }[] } {
  return typeof answer === 'object' && answer !== null && 'works' in answer
}
