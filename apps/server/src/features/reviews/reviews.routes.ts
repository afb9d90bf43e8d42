import { beginListening, deleteReview, findListening, finishListening, listReviews, putReview } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import type { WorkRepository } from '#features/works/index.ts'
import { readWorkId } from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'
import { serve } from '#http/serve.ts'

import { messageIn } from './messages.ts'
import { readBase, readChange } from './review-change.ts'
import type { ReviewRepository } from './reviews.repository.ts'

type ReviewRoutesDeps = {
  reviews: ReviewRepository
  works: Pick<WorkRepository, 'findAll'>
  /** Called after each change, so that the next list contains it. */
  onChange: () => Promise<void>
}

export function reviewRoutes(app: FastifyInstance, { reviews, works, onChange }: ReviewRoutesDeps): void {
  serve(app, putReview, async ({ account, body, query, request, key }) => {
    const change = readChange(body, query)
    const workId = readWorkId('body', 'work_id', body.work_id)
    if (!(await reviews.change(account.id, workId, change, { base: readBase(body.base), key }))) {
      throw new AppError('work.notFound')
    }
    await onChange()
    const [only, ...others] = Object.keys(change)
    const name = others.length > 0 ? 'saved' : only === 'rating' ? 'rated' : only === 'progress' ? 'progress' : 'saved'
    return { message: messageIn(request.headers['accept-language'], name) }
  })

  for (const [endpoint, progress] of [
    [beginListening, 'listening'],
    [finishListening, 'listened'],
  ] as const) {
    serve(app, endpoint, async ({ account, body, key }) => {
      const now = await reviews.setByListening(account.id, readWorkId('body', 'work_id', body.work_id), progress, key)
      if (now === null) throw new AppError('work.notFound')
      return { progress: now }
    })
  }

  serve(app, findListening, ({ account, query }) =>
    reviews.listening(account.id, readWorkId('query', 'work_id', query.work_id)),
  )

  serve(app, deleteReview, async ({ account, query, request, key }) => {
    await reviews.remove(account.id, readWorkId('query', 'work_id', query.work_id), key)
    await onChange()
    return { message: messageIn(request.headers['accept-language'], 'deleted') }
  })

  serve(app, listReviews, async ({ account, query, request }) => {
    const { order, sort: direction, page, pageSize, filter } = query
    const found = await reviews.list(account.id, {
      order,
      direction,
      offset: (page - 1) * pageSize,
      limit: pageSize,
      progress: filter === 'all' ? null : filter,
    })
    const { marks, workIds, total } = found
    return {
      works: (await works.findAll(workIds, siteUrlOf(request))).flatMap((work) => {
        const own = marks.get(work.id)
        return own ? [{ ...work, playlistStatus: {}, ...own, user_name: account.name }] : []
      }),
      pagination: { currentPage: page, page, pageSize, totalCount: total },
    }
  })
}
