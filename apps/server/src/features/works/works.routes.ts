import type { Catalogue, CountAnswer } from '@otodana/catalogue'
import {
  countWorks,
  type Flag,
  getWork,
  getWorkInfo,
  listWorks,
  listWorksByBody,
  searchWorks,
  searchWorksByBody,
  searchWorksByPathAndBody,
} from '@otodana/contract'
import { parseWorkRef } from '@otodana/work-code'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError, invalidInput } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'
import { serve } from '#http/serve.ts'
import { servePrepared } from '#http/serve-prepared.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

import { fromQuery, toCountQueries, type WorksRequest } from './works-request.ts'
import { NO_REVIEW, NOTHING_PERSONAL, type Personal, progressOfEditions, withOwnVotes } from './personal-fields.ts'
import type { WorkLists } from './work-lists.ts'
import type { WorkRepository } from './works.repository.ts'

/** Counting a large library takes longer than a list: lists are served between its groups. */
const COUNT_SLICE_MS = 5

export type WorkDeps = {
  works: WorkRepository
  lists: WorkLists
  personal: Personal
  catalogue: Pick<Catalogue, 'count' | 'editionsOf'>
  covers: { findTone(workId: number): Promise<string | null> }
}

export function workRoutes(app: FastifyInstance, { works, lists, personal, catalogue, covers }: WorkDeps): void {
  const list = (asked: WorksRequest, { request, account }: Asking) => lists.answer(asked, siteUrlOf(request), account)

  servePrepared(app, listWorks, ({ query, ...asking }) => list(fromQuery(query), asking))
  servePrepared(app, listWorksByBody, ({ body, ...asking }) => list(body, asking))
  servePrepared(app, searchWorks, ({ params, query, ...asking }) => list({ ...fromQuery(query), ...params }, asking))
  servePrepared(app, searchWorksByBody, ({ body, ...asking }) => list(body, asking))
  servePrepared(app, searchWorksByPathAndBody, ({ params, body, ...asking }) => list({ ...body, ...params }, asking))

  serve(app, countWorks, async ({ body }) => {
    const slices = createTimeSlices(COUNT_SLICE_MS)
    const groups: CountAnswer[] = []
    for (const query of toCountQueries(body)) {
      if (slices.isOver()) await slices.next()
      groups.push(catalogue.count(query))
    }
    return { groups }
  })

  async function findOne(id: number, { query, request }: Omit<AskingForOne, 'params'>) {
    const siteUrl = siteUrlOf(request)
    const [work, languages, tone, facts] = await Promise.all([
      works.find(id, siteUrl),
      query.withEditions === 1 ? works.findLanguages(id) : null,
      query.withCoverTone === 1 ? covers.findTone(id) : undefined,
      query.withFacts === 1 ? works.findFacts(id, siteUrl) : undefined,
    ])
    if (work === null) return null
    return {
      ...work,
      ...languages,
      ...(tone !== undefined && { cover_tone: tone }),
      ...(facts && { facts }),
    }
  }

  async function getOne({ params, ...asking }: AskingForOne) {
    const work = await works.withMoved(workIdOf(params.id), (id) => findOne(id, asking))
    if (work === null) throw new AppError('work.notFound')
    return work
  }

  serve(app, getWorkInfo, getOne)

  serve(app, getWork, async ({ account, ...asking }) => {
    const work = await getOne(asking)
    if (account === null) return { ...work, ...NOTHING_PERSONAL, ...NO_REVIEW }
    const { id, tags } = work
    const [own, votes, progressOf] = await Promise.all([
      personal.ofWork(account, id),
      personal.votes(account.id, [id]),
      asking.query.withEditions === 1 ? progressOfEditions(personal, catalogue, account.id, [id]) : null,
    ])
    return {
      ...work,
      ...NOTHING_PERSONAL,
      ...own,
      ...(progressOf && { edition_progress: progressOf(id) }),
      tags: withOwnVotes(tags, votes.get(id)),
    }
  })
}

type AskingForOne = {
  params: { id: string }
  query: { withCoverTone: Flag; withFacts: Flag; withEditions: Flag }
  request: FastifyRequest
}

type Asking = { request: FastifyRequest; account: Account | null }

/** @throws {AppError} 400 with `id`, if the path contains neither an id nor a code */
export function workIdOf(ref: string): number {
  return readWorkId('path', 'id', ref)
}

/** @throws {AppError} 400 with the parameter's name, if it contains neither an id nor a code */
export function readWorkId(location: 'path' | 'query' | 'body', param: string, ref: string | number): number {
  const id = parseWorkRef(String(ref))
  if (id === null) throw invalidInput(location, param, 'Must be a work id or a code such as RJ01234567', ref)
  return id
}
