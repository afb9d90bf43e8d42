import {
  deleteDoneFeedback,
  deleteFeedback,
  editFeedback,
  listFeedback,
  markFeedbackDone,
  sendFeedback,
} from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { readWorkId } from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { createSiteLimit, type Limits } from '#http/limits/limits.ts'
import { networkOf } from '#http/visitor/network-of.ts'
import { serve } from '#http/serve.ts'

import type { FeedbackRepository } from './feedback.repository.ts'

const HOUR = 3_600

type FeedbackRoutesDeps = { feedback: FeedbackRepository; limits: Limits }

export function feedbackRoutes(app: FastifyInstance, { feedback, limits }: FeedbackRoutesDeps): void {
  // Keeps one visitor, or many together, from filling the list or the disk.
  const fromOne = createSiteLimit(limits, { name: 'feedback', points: 10, seconds: HOUR })
  const fromVisitors = limits.create({ name: 'feedback-all', points: 300, seconds: HOUR })
  // A flood from many addresses blocks other visitors, not members.
  const fromMembers = limits.create({ name: 'feedback-members', points: 300, seconds: HOUR })

  serve(app, sendFeedback, async ({ body, account, request }) => {
    const workId = readWorkId('body', 'work_id', body.work_id)
    // Members are counted by account; guests, who share one, by address like visitors without an account.
    const isMember = account !== null && account.group !== 'guest'
    await fromOne.take(isMember ? `account ${account.id}` : networkOf(request.address))
    await (isMember ? fromMembers : fromVisitors).take('')
    const added = await feedback.add({
      workId,
      fileId: fileIdOf(body.hash),
      accountId: account?.id ?? null,
      isMember,
      category: body.category,
      detail: body.detail,
    })
    if (added === 'noWork') throw new AppError('work.notFound')
    if (added === 'full') throw new AppError('feedback.full')
    return {}
  })

  serve(app, listFeedback, async ({ query: { page, pageSize, state } }) => {
    const { reports, total } = await feedback.list({ state, offset: (page - 1) * pageSize, limit: pageSize })
    return { reports, pagination: { currentPage: page, page, pageSize, totalCount: total } }
  })

  serve(app, editFeedback, async ({ params, body }) => {
    const report = await feedback.setDone(params.id, body.isDone)
    if (!report) throw new AppError('feedback.notFound')
    return report
  })

  serve(app, deleteFeedback, async ({ params }) => {
    if (!(await feedback.remove(params.id))) throw new AppError('feedback.notFound')
    return {}
  })

  serve(app, markFeedbackDone, async ({ body: { ids } }) => ({ marked: await feedback.markDone(ids) }))
  serve(app, deleteDoneFeedback, async () => ({ deleted: await feedback.removeDone() }))
}

/** File ids have 31 bits, so larger numbers are invalid. */
function fileIdOf(hash: string | null | undefined): number | null {
  const id = Number(hash?.slice(hash.indexOf('/') + 1))
  return id >= 1 && id <= 2_147_483_647 ? id : null
}
