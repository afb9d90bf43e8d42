import { randomInt, randomUUID } from 'node:crypto'

import type { CatalogueAnswer, CatalogueQuery } from '@otodana/catalogue'
import type { Flag, Pagination, RecommendationReason } from '@otodana/contract'

import type { CatalogueService } from '#features/catalogue/index.ts'
import type { Account } from '#http/gate.ts'
import type { Take } from '#http/sending/reused-buffers.ts'
import type { PreparedAnswer } from '#http/serve-prepared.ts'

import { listAnswer } from './list-answer.ts'
import { listKey, type WorksRequest, toCatalogueQuery } from './works-request.ts'
import { type Personal, progressOfEditions } from './personal-fields.ts'
import type { WorkDocuments } from './work-documents.ts'

export type WorkLists = {
  /**
   * Returns a page of works, ready to send.
   *
   * @param siteUrl  prefix of absolute URLs
   * @param account  whose personal fields to include; null: anonymous
   */
  answer(request: WorksRequest, siteUrl: string, account: Account | null): PreparedAnswer
  /** Returns the ids of all works of a list, whatever its page. */
  select(request: WorksRequest, account: Account | null): Promise<number[]>
  /**
   * Returns a page of given works, ready to send.
   *
   * @param name  equal for pages that are equal while the library is unchanged; null: for this visitor only
   */
  chosen(
    choose: () => ChosenPage | Promise<ChosenPage>,
    name: string | null,
    siteUrl: string,
    account: Account | null,
  ): PreparedAnswer
}

export type ChosenPage = {
  /** In order. */
  ids: readonly number[]
  pagination: Pagination
  withPlaylistStatus: readonly string[]
  withEditions?: Flag
  reasons?: readonly RecommendationReason[] | undefined
  /** Whether places in the list say something, if requested. */
  isRanked?: boolean
}

type Deps = { catalogue: CatalogueService; documents: WorkDocuments; personal: Personal }

/** Answers lists and searches: the read model selects works, the documents contain their data. */
export function createWorkLists({ catalogue, documents, personal }: Deps): WorkLists {
  /** The catalogue's versions restart with each process, but ETags must not repeat. */
  const boot = randomUUID()
  catalogue.onChange((update) => documents.forget(update))

  async function pageOf(chosen: ChosenPage, siteUrl: string, account: Account | null, take: Take): Promise<Buffer> {
    const { ids, pagination, withEditions = 0, reasons, isRanked } = chosen
    const works = await documents.get(ids)
    const fields = account === null ? null : await fieldsOf(account.id, chosen)
    const hasLanguages = withEditions === 1
    return listAnswer(works, pagination, { siteUrl, fields, hasLanguages, reasons, isRanked, take })
  }

  async function fieldsOf(accountId: number, { ids, withPlaylistStatus, withEditions }: ChosenPage) {
    const fields = personal.ofWorks(accountId, ids, withPlaylistStatus)
    if (withEditions !== 1) return await fields
    const progressOf = await progressOfEditions(personal, catalogue.index, accountId, ids)
    return new Map([...(await fields)].map(([id, own]) => [id, { ...own, edition_progress: progressOf(id) }]))
  }

  async function choose(request: WorksRequest, account: Account | null): Promise<ChosenPage> {
    const { page, pageSize } = request
    const query = toCatalogueQuery(request)
    if (account !== null && query.order === 'rating') query.ratings = await personal.ratings(account.id)
    const { ids, total } = request.order === 'betterRandom' ? oneAtRandom(query) : catalogue.index.query(query)
    const pagination = { currentPage: page, page, pageSize, totalCount: total }
    const { withPlaylistStatus, withEditions } = request
    return { ids, pagination, withPlaylistStatus, withEditions }
  }

  /** Selects one matching work, uniformly at random, for any page. */
  function oneAtRandom(query: CatalogueQuery): CatalogueAnswer {
    const { total } = catalogue.index.query({ ...query, offset: 0, limit: 0 })
    if (total === 0) return { ids: [], total }
    const { ids } = catalogue.index.query({ ...query, offset: randomInt(total), limit: 1 })
    return { ids, total: ids.length }
  }

  function chosen(
    choose: () => ChosenPage | Promise<ChosenPage>,
    name: string | null,
    siteUrl: string,
    account: Account | null,
  ): PreparedAnswer {
    return {
      // Pages with personal fields are not shared.
      tag: name === null || account !== null ? null : `${boot} ${catalogue.index.version} ${siteUrl} ${name}`,
      body: async (take) => pageOf(await choose(), siteUrl, account, take),
    }
  }

  return {
    chosen,
    async select(request, account) {
      const query = toCatalogueQuery(request)
      if (account !== null && query.order === 'rating') query.ratings = await personal.ratings(account.id)
      return catalogue.index.query({ ...query, offset: 0, limit: catalogue.index.size }).ids
    },
    answer: (request, siteUrl, account) => chosen(() => choose(request, account), listKey(request), siteUrl, account),
  }
}
