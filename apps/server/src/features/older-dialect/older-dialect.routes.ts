import { getSharedConfig, getVersion, listLyricTasks, putProgress, searchWorksByQuery } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { messageIn, type ReviewRepository } from '#features/reviews/index.ts'
import { fromQuery, workIdOf, type WorkLists } from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { serve } from '#http/serve.ts'
import { servePrepared } from '#http/serve-prepared.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'

import { readAdvancedKeyword } from './advanced-keyword.ts'

/** As in the web app's own settings before they are changed. */
const SEEK_BUTTONS = { rewindSeekTime: 5, forwardSeekTime: 30 }

export type OlderDialectDeps = {
  lists: WorkLists
  version: string
  reviews: Pick<ReviewRepository, 'change' | 'setByListening'>
}

export function olderDialectRoutes(app: FastifyInstance, { lists, version, reviews }: OlderDialectDeps): void {
  servePrepared(app, searchWorksByQuery, ({ query: { isAdvance, ...query }, request, account }) => {
    const conditions = isAdvance === 1 ? readAdvancedKeyword(query.keyword) : {}
    return lists.answer({ ...fromQuery(query), ...conditions }, siteUrlOf(request), account)
  })

  serve(app, getSharedConfig, () => ({ sharedConfig: SEEK_BUTTONS }))

  // Nothing is updated from an app: the operator does that.
  serve(app, getVersion, () => ({
    current: version,
    update_available: false,
    notifyUser: false,
    lockFileExists: false,
  }))

  serve(app, listLyricTasks, () => ({
    tasks: [],
    pagination: { currentPage: 1, page: 1, pageSize: 20, totalCount: 0 },
  }))

  serve(app, putProgress, async ({ account, params, body, request }) => {
    const id = workIdOf(params.id)
    const { progress } = body
    // A number says that the work is being heard, and no more: clients do not agree on what it counts.
    const isKnown =
      typeof progress === 'number'
        ? (await reviews.setByListening(account.id, id, 'listening')) !== null
        : await reviews.change(account.id, id, { progress })
    if (!isKnown) throw new AppError('work.notFound')
    return { message: messageIn(request.headers['accept-language'], 'progress') }
  })
}
