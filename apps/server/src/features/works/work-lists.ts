import { randomInt, randomUUID } from 'node:crypto'

import type { CatalogueAnswer, CatalogueQuery } from '@otodana/catalogue'

import type { CatalogueService } from '#features/catalogue/index.ts'
import type { Take } from '#http/reused-buffers.ts'
import type { PreparedAnswer } from '#http/serve-prepared.ts'

import { listAnswer } from './list-answer.ts'
import { listKey, type ListRequest, toCatalogueQuery } from './list-request.ts'
import type { WorkDocuments } from './work-documents.ts'

export type WorkLists = {
  /** A page of works, ready to send; `origin` begins its absolute addresses. */
  answer(request: ListRequest, origin: string): PreparedAnswer
}

type Deps = { catalogue: CatalogueService; documents: WorkDocuments }

/** Every list and search: the read model says which works, the documents what they are. */
export function createWorkLists({ catalogue, documents }: Deps): WorkLists {
  /** The catalogue's versions begin anew with each process; names of answers must not. */
  const boot = randomUUID()
  catalogue.onChange((update) => documents.forget(update))

  async function body(request: ListRequest, origin: string, take: Take): Promise<Buffer> {
    const { page, pageSize } = request
    const query = toCatalogueQuery(request)
    const { ids, total } = request.order === 'betterRandom' ? oneAtRandom(query) : catalogue.index.query(query)
    const works = await documents.get(ids)
    return listAnswer(works, { currentPage: page, page, pageSize, totalCount: total }, origin, take)
  }

  /** One of the works that match, each as likely as another; on every page. */
  function oneAtRandom(query: CatalogueQuery): CatalogueAnswer {
    const { total } = catalogue.index.query({ ...query, offset: 0, limit: 0 })
    if (total === 0) return { ids: [], total }
    const { ids } = catalogue.index.query({ ...query, offset: randomInt(total), limit: 1 })
    return { ids, total: ids.length }
  }

  return {
    answer(request, origin) {
      const key = listKey(request)
      return {
        tag: key === null ? null : `${boot} ${catalogue.index.version} ${origin} ${key}`,
        body: (take) => body(request, origin, take),
      }
    },
  }
}
