import {
  getWork,
  getWorkInfo,
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
import { servePrepared } from '#http/serve-prepared.ts'

import { fromQuery, type ListRequest } from './list-request.ts'
import type { WorkLists } from './work-lists.ts'
import type { WorkRepository } from './works.repository.ts'

type WorkDeps = { works: WorkRepository; lists: WorkLists }

export function workRoutes(app: FastifyInstance, { works, lists }: WorkDeps): void {
  const list = (asked: ListRequest, request: FastifyRequest) => lists.answer(asked, originOf(request))

  servePrepared(app, listWorks, ({ query, request }) => list(fromQuery(query), request))
  servePrepared(app, listWorksByBody, ({ body, request }) => list(body, request))
  servePrepared(app, searchWorks, ({ params, query, request }) => list({ ...fromQuery(query), ...params }, request))
  servePrepared(app, searchWorksByQuery, ({ query, request }) => list(fromQuery(query), request))
  servePrepared(app, searchWorksByBody, ({ body, request }) => list(body, request))
  servePrepared(app, searchWorksByPathAndBody, ({ params, body, request }) => list({ ...body, ...params }, request))

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
