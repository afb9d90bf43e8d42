import {
  type ErrorCode,
  getCircle,
  getTag,
  getVoiceActor,
  listCircles,
  listCircleWorks,
  listTags,
  listTagWorks,
  listVoiceActors,
  listVoiceActorWorks,
  type WorksQuery,
} from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { fromQuery, type ListScope, type WorkLists } from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import { originOf } from '#http/visitor/origin.ts'
import { serve } from '#http/serve.ts'
import { servePrepared } from '#http/serve-prepared.ts'

import type { Counted, NameList } from './name-list.ts'
import type { Names } from './names.ts'

export function nameRoutes(app: FastifyInstance, { names, lists }: { names: Names; lists: WorkLists }): void {
  const circles = handlersOf(names.circles, 'circle.notFound', (circleId) => ({ circleId }))
  servePrepared(app, listCircles, circles.list)
  serve(app, getCircle, circles.get)
  servePrepared(app, listCircleWorks, circles.listWorks)

  const tags = handlersOf(names.tags, 'tag.notFound', (tagId) => ({ tagId }))
  servePrepared(app, listTags, tags.list)
  serve(app, getTag, tags.get)
  servePrepared(app, listTagWorks, tags.listWorks)

  const byId = { ...names.voiceActors, find: (id: string) => names.voiceActors.find(id.toLowerCase()) }
  const voiceActors = handlersOf(byId, 'va.notFound', (voiceActorId) => ({ voiceActorId }))
  servePrepared(app, listVoiceActors, voiceActors.list)
  serve(app, getVoiceActor, voiceActors.get)
  servePrepared(app, listVoiceActorWorks, voiceActors.listWorks)

  /** Handlers common to circles, tags and voice actors: the list, one entry, and its works. */
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
        return lists.answer({ ...fromQuery(query), ...scopeOf(id) }, originOf(request), account)
      },
    }
  }
}

type WorksCall<Id> = { params: { id: Id }; query: WorksQuery; request: FastifyRequest; account: Account | null }
