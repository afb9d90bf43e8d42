import {
  getWork,
  getWorkInfo,
  listCircleWorks,
  listTagWorks,
  listVoiceActorWorks,
  listWorks,
  listWorksByBody,
  searchWorks,
  searchWorksByBody,
  searchWorksByPathAndBody,
  searchWorksByQuery,
} from '@otodana/contract'
import { parseWorkRef } from '@otodana/work-code'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError, invalidInput } from '#http/app-error.ts'
import { originOf } from '#http/origin.ts'
import { serve } from '#http/serve.ts'

import { fromQuery, type ListRequest } from './list-request.ts'
import type { WorkRepository } from './works.repository.ts'

export function workRoutes(app: FastifyInstance, { works }: { works: WorkRepository }): void {
  const list = (asked: ListRequest, request: FastifyRequest) => works.list(asked, originOf(request))

  serve(app, listWorks, ({ query, request }) => list(fromQuery(query), request))
  serve(app, listWorksByBody, ({ body, request }) => list(body, request))
  serve(app, searchWorks, ({ params, query, request }) => list({ ...fromQuery(query), ...params }, request))
  serve(app, searchWorksByQuery, ({ query, request }) => list(fromQuery(query), request))
  serve(app, searchWorksByBody, ({ body, request }) => list(body, request))
  serve(app, searchWorksByPathAndBody, ({ params, body, request }) => list({ ...body, ...params }, request))
  serve(app, listCircleWorks, ({ params, query, request }) =>
    list({ ...fromQuery(query), circleId: params.id }, request),
  )
  serve(app, listTagWorks, ({ params, query, request }) => list({ ...fromQuery(query), tagId: params.id }, request))
  serve(app, listVoiceActorWorks, ({ params, query, request }) =>
    list({ ...fromQuery(query), voiceActorId: params.id.toLowerCase() }, request),
  )

  serve(app, getWorkInfo, async ({ params, request }) => {
    return existing(await works.find(workIdOf(params.id), originOf(request)))
  })

  // Without accounts nobody has fields of their own yet: the visitor's are there and say so.
  serve(app, getWork, async ({ params, request }) => {
    const work = existing(await works.find(workIdOf(params.id), originOf(request)))
    return { ...work, userRating: null, playlistStatus: {} }
  })
}

/** @throws {AppError} 400 that names `id` when the path holds neither an id nor a code */
export function workIdOf(ref: string): number {
  const id = parseWorkRef(ref)
  if (id === null) throw invalidInput('path', 'id', 'Must be a work id or a code such as RJ01234567', ref)
  return id
}

function existing<T>(work: T | null): T {
  if (work === null) throw new AppError('work.notFound')
  return work
}
