import { addTagsToWork, voteOnTag } from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { readWorkId, withOwnVotes, type WorkRepository } from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import type { Limits } from '#http/limits/limits.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'
import { serve } from '#http/serve.ts'

import type { VoteService } from './votes.service.ts'

type VoteRoutesDeps = {
  votes: VoteService
  works: Pick<WorkRepository, 'find'>
  limits: Limits
  /** Called after each change, so that the next list contains it. */
  onChange: () => Promise<void>
}

export function voteRoutes(app: FastifyInstance, { votes, works, limits, onChange }: VoteRoutesDeps): void {
  // Enough for all tags of forty works; each vote changes a work's document.
  const fromMember = limits.create({ name: 'votes', points: 600, seconds: 3_600 })

  async function tagsOf(account: Account, workId: number, request: FastifyRequest) {
    await onChange()
    const [work, own] = await Promise.all([works.find(workId, siteUrlOf(request)), votes.ofWorks(account.id, [workId])])
    if (work === null) throw new AppError('work.notFound')
    return { tags: withOwnVotes(work.tags, own.get(workId)) }
  }

  serve(app, voteOnTag, async ({ account, body, request }) => {
    const workId = readWorkId('body', 'workID', body.workID)
    await fromMember.take(String(account.id))
    await votes.vote(account.id, workId, body.tagID, body.status, body.base?.vote)
    return tagsOf(account, workId, request)
  })

  serve(app, addTagsToWork, async ({ account, body, request }) => {
    const workId = readWorkId('body', 'workID', body.workID)
    await fromMember.take(String(account.id))
    await votes.addTags(account.id, workId, body.tagIDs)
    return tagsOf(account, workId, request)
  })
}
