import {
  type ErrorCode,
  getCircle,
  getSeries,
  getStaff,
  getTag,
  getVoiceActor,
  listCircles,
  listCircleWorks,
  listFormerNames,
  listSeries,
  listSeriesWorks,
  listStaff,
  listStaffWorks,
  listTags,
  listTagWorks,
  listVoiceActors,
  listVoiceActorWorks,
  type WorksQuery,
} from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { type ChosenPage, fromQuery, type ListScope, type WorkLists } from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'
import { serve } from '#http/serve.ts'
import { servePrepared } from '#http/serve-prepared.ts'

import type { Counted, NameList } from './name-list.ts'
import type { NameRepository } from './names.repository.ts'
import type { Names } from './names.ts'

type Deps = {
  names: Names
  lists: WorkLists
  seriesWorks: NameRepository['seriesWorks']
  /** The ids of a work's editions, its own included, ascending; empty if it is not in the catalogue. */
  editionsOf: (id: number) => readonly number[]
}

export function nameRoutes(app: FastifyInstance, { names, lists, seriesWorks, editionsOf }: Deps): void {
  const circles = handlersOf(names.circles, 'circle.notFound', (circleId) => ({ circleId }))
  servePrepared(app, listCircles, circles.list)
  serve(app, getCircle, circles.get)
  servePrepared(app, listCircleWorks, circles.listWorks)

  const tags = handlersOf(names.tags, 'tag.notFound', (tagId) => ({ tagId }))
  servePrepared(app, listTags, tags.list)
  serve(app, getTag, tags.get)
  servePrepared(app, listTagWorks, tags.listWorks)

  const voiceActors = handlersOf(inAnyCase(names.voiceActors), 'va.notFound', (voiceActorId) => ({ voiceActorId }))
  servePrepared(app, listVoiceActors, voiceActors.list)
  serve(app, getVoiceActor, voiceActors.get)
  servePrepared(app, listVoiceActorWorks, voiceActors.listWorks)

  const staff = handlersOf(inAnyCase(names.staff), 'staff.notFound', (staffId) => ({ staffId }))
  servePrepared(app, listStaff, staff.list)
  serve(app, getStaff, staff.get)
  servePrepared(app, listStaffWorks, staff.listWorks)

  serve(app, listFormerNames, () => names.former())

  servePrepared(app, listSeries, () => names.series.answer())
  serve(app, getSeries, async ({ params: { id } }) => {
    const [series, works] = await Promise.all([seriesOf(id), seriesWorks(id)])
    return { ...series, works: works.map((work) => ({ ...work, edition_of: editionsOf(work.id)[0] ?? work.id })) }
  })
  servePrepared(app, listSeriesWorks, async ({ params: { id }, query, request, account }) => {
    await seriesOf(id)
    const { page, pageSize, 'withPlaylistStatus[]': withPlaylistStatus } = query
    async function choose(): Promise<ChosenPage> {
      const works = await seriesWorks(id)
      const ids = works.map((work) => work.id).slice((page - 1) * pageSize, page * pageSize)
      return {
        ids,
        pagination: { currentPage: page, page, pageSize, totalCount: works.length },
        withPlaylistStatus,
      }
    }
    return lists.chosen(choose, `series ${id} ${page} ${pageSize}`, siteUrlOf(request), account)
  })

  async function seriesOf(id: number) {
    const found = await names.series.find(id)
    if (found === null) throw new AppError('series.notFound')
    return found
  }

  /** Handlers common to names: the list, one entry, and its works. */
  function handlersOf<T extends Counted>(
    known: Pick<NameList<T>, 'answer' | 'find'>,
    notFound: ErrorCode,
    scopeOf: (id: T['id']) => ListScope,
  ) {
    async function get({ params }: { params: { id: T['id'] } }): Promise<T> {
      const found = await known.find(params.id)
      if (found === null) throw new AppError(notFound)
      return found
    }

    return {
      list: () => known.answer(),
      get,
      async listWorks({ params, query, request, account }: WorksCall<T['id']>) {
        const { id } = await get({ params })
        return lists.answer({ ...fromQuery(query), ...scopeOf(id) }, siteUrlOf(request), account)
      },
    }
  }
}

/** UUIDs are stored in lower case. */
function inAnyCase<T extends Counted & { id: string }>({ answer, find }: NameList<T>) {
  return { answer, find: (id: string) => find(id.toLowerCase()) }
}

type WorksCall<Id> = { params: { id: Id }; query: WorksQuery; request: FastifyRequest; account: Account | null }
