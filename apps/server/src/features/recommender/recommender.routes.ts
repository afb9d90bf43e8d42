import {
  getTuning,
  listNeighbours,
  listPopular,
  type ListenMilestone,
  listRecommended,
  MAX_SUGGESTED_WORKS,
  sendListening,
  type WorksBody,
} from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import {
  type ChosenPage,
  type NarrowingRequest,
  readWorkId,
  toNarrowing,
  type WorkLists,
  type WorkRepository,
} from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import { createSiteLimit, type Limits } from '#http/limits/limits.ts'
import { networkOf } from '#http/visitor/network-of.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'
import { serve } from '#http/serve.ts'
import { servePrepared } from '#http/serve-prepared.ts'

import type { ListeningEvent } from './listening.repository.ts'
import { bitOf } from './milestones.ts'
import type { Recommendations } from './recommendations.ts'
import type { ModelState } from './refresh-thread.ts'
import type { Suggestion } from './suggestions.ts'
import { tuningStateOf } from './tuning-state.ts'

const HOUR = 3_600
/** With eight milestones for each work, over seventy works an hour heard from start to end. */
const FEEDBACK_OF_MEMBER = 600
/** All listeners of a network together. */
const FEEDBACK_OF_NETWORK = 1_200
/** All visitors without an account together: limits how fast they fill the disk. */
const FEEDBACK_OF_VISITORS = 20_000

type RecommenderRoutesDeps = {
  recommendations: Recommendations
  works: Pick<WorkRepository, 'titles'>
  lists: Pick<WorkLists, 'chosen'>
  limits: Limits
  model: () => Readonly<ModelState>
}

type Asked = NarrowingRequest &
  Pick<WorksBody, 'page' | 'pageSize' | 'withPlaylistStatus' | 'editions' | 'editionLanguages' | 'withEditions'>

export function recommenderRoutes(
  app: FastifyInstance,
  { recommendations, works, lists, limits, model }: RecommenderRoutesDeps,
): void {
  const fromMember = limits.create({ name: 'listening-member', points: FEEDBACK_OF_MEMBER, seconds: HOUR })
  const fromNetwork = createSiteLimit(limits, { name: 'listening', points: FEEDBACK_OF_NETWORK, seconds: HOUR })
  const fromVisitors = limits.create({ name: 'listening-all', points: FEEDBACK_OF_VISITORS, seconds: HOUR })

  servePrepared(app, listPopular, ({ body, account, request }) => {
    const filter = filterName(body)
    const ranks = body.withRanks === 1 ? { isRanked: recommendations.isRanked } : {}
    const name =
      filter === null ? null : `popular ${recommendations.version} ${body.withRanks} ${pageName(body)} ${filter}`
    return lists.chosen(
      () => {
        const popular = recommendations.popular(toNarrowing(body), filter).map(withoutReason)
        return { ...pageOf(inEditions(popular, body), body), ...ranks }
      },
      name,
      siteUrlOf(request),
      account,
    )
  })

  servePrepared(app, listRecommended, ({ body, account, request }) => {
    const choose = async () => {
      const asker = { account, address: request.address }
      const uuid = body.recommenderUuid || body.userId
      const all = await recommendations.recommended(uuid, asker, toNarrowing(body), filterName(body))
      const chosen = inEditions(all, body)
      const page = pageOf(chosen, body)
      if (body.withReasons === 0) return page
      return { ...page, reasons: await reasonsFor(chosen, page.ids) }
    }
    return lists.chosen(choose, null, siteUrlOf(request), account)
  })

  function inEditions(chosen: readonly Suggestion[], asked: Asked): readonly Suggestion[] {
    if (asked.editions === 'all') return chosen
    return recommendations.oneOfEach(chosen, toNarrowing(asked), asked.editionLanguages)
  }

  async function reasonsFor(chosen: readonly { id: number; because: number | null }[], shown: readonly number[]) {
    const isShown = new Set(shown)
    const given = chosen.filter(({ id }) => isShown.has(id))
    const titles = await works.titles(given.flatMap(({ because }) => because ?? []))
    return given.flatMap(({ id, because }) => {
      const reason = because === null ? undefined : titles.get(because)
      return reason ? [{ work_id: id, because: reason }] : []
    })
  }

  servePrepared(app, listNeighbours, ({ body, account, request }) => {
    const workId = presentWork(body.itemId)
    const filter = filterName(body)
    const name = filter === null ? null : `like ${workId} ${recommendations.version} ${pageName(body)} ${filter}`
    const choose = async () => {
      const alike = await recommendations.neighbours(workId, toNarrowing(body))
      return pageOf(inEditions(alike.map(withoutReason), body), body)
    }
    return lists.chosen(choose, name, siteUrlOf(request), account)
  })

  serve(app, getTuning, () => tuningStateOf(model()))

  serve(app, sendListening, async ({ body, account, request }) => {
    const workId = presentWork(body.itemId)
    await countFeedback(account, request)
    await recommendations.tell(
      body.recommenderUuid,
      { account, address: request.address },
      workId,
      listenerIdIn(body.type),
    )
    return {}
  })

  /** @throws {AppError} `request.invalid`, `work.notFound` */
  function presentWork(ref: number | string): number {
    const workId = readWorkId('body', 'itemId', ref)
    if (!recommendations.isPresent(workId)) throw new AppError('work.notFound')
    return workId
  }

  async function countFeedback(account: Account | null, request: FastifyRequest): Promise<void> {
    if (account !== null && account.group !== 'guest') {
      await fromMember.take(String(account.id))
      return
    }
    await fromNetwork.take(networkOf(request.address))
    await fromVisitors.take('')
  }
}

function listenerIdIn(type: ListenMilestone | 'like' | 'unlike' | 'dislike' | 'undislike'): ListeningEvent {
  switch (type) {
    case 'like':
      return { opinion: 1 }
    case 'dislike':
      return { opinion: -1 }
    case 'unlike':
      return { takesBack: 1 }
    case 'undislike':
      return { takesBack: -1 }
    default:
      return { milestone: bitOf(type) }
  }
}

function pageOf(all: readonly Suggestion[], { page, pageSize, withPlaylistStatus, withEditions }: Asked): ChosenPage {
  const from = (page - 1) * pageSize
  const ids = all.map(({ id }) => id)
  return {
    ids: ids.slice(from, from + pageSize),
    pagination: { currentPage: page, page, pageSize, totalCount: Math.min(ids.length, MAX_SUGGESTED_WORKS) },
    withPlaylistStatus,
    withEditions,
  }
}

function withoutReason(id: number): Suggestion {
  return { id, because: null }
}

function pageName({ page, pageSize, editions, editionLanguages, withEditions }: Asked): string {
  return `${page} ${pageSize} ${withEditions} ${editions === 'one' ? editionLanguages.join() : 'all'}`
}

/** Equal for requests with equal filters; null if specific to one visitor. */
function filterName({ keyword, subtitle, localSubtitledWorks }: NarrowingRequest): string | null {
  return subtitle === 1 && localSubtitledWorks.length > 0 ? null : `${subtitle} ${keyword.trim()}`
}
