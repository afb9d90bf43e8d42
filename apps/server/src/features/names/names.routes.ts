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

import type { Names } from './names.ts'

export function nameRoutes(app: FastifyInstance, { names, lists }: { names: Names; lists: WorkLists }): void {
  const { circles, tags, voiceActors } = names
  const worksOf = (scope: ListScope, { query, request, account }: Asking) =>
    lists.answer({ ...fromQuery(query), ...scope }, originOf(request), account)

  servePrepared(app, listCircles, () => circles.answer())
  serve(app, getCircle, async ({ params }) => existing(await circles.find(params.id), 'circle.notFound'))
  servePrepared(app, listCircleWorks, async ({ params, ...asking }) => {
    const { id } = existing(await circles.find(params.id), 'circle.notFound')
    return worksOf({ circleId: id }, asking)
  })

  servePrepared(app, listTags, () => tags.answer())
  serve(app, getTag, async ({ params }) => existing(await tags.find(params.id), 'tag.notFound'))
  servePrepared(app, listTagWorks, async ({ params, ...asking }) => {
    const { id } = existing(await tags.find(params.id), 'tag.notFound')
    return worksOf({ tagId: id }, asking)
  })

  const findVoiceActor = async (id: string) => existing(await voiceActors.find(id.toLowerCase()), 'va.notFound')
  servePrepared(app, listVoiceActors, () => voiceActors.answer())
  serve(app, getVoiceActor, ({ params }) => findVoiceActor(params.id))
  servePrepared(app, listVoiceActorWorks, async ({ params, ...asking }) => {
    const { id } = await findVoiceActor(params.id)
    return worksOf({ voiceActorId: id }, asking)
  })
}

type Asking = { query: WorksQuery; request: FastifyRequest; account: Account | null }

function existing<T>(thing: T | null, code: ErrorCode): T {
  if (thing === null) throw new AppError(code)
  return thing
}
