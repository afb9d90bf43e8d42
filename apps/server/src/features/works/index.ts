import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { CatalogueService } from '#features/catalogue/index.ts'

import { createReadAhead } from './read-ahead.ts'
import { createWorkDocuments, KEPT_DOCUMENTS } from './work-documents.ts'
import { createWorkLists, type WorkLists } from './work-lists.ts'
import { type WorkDeps, workRoutes } from './works.routes.ts'

export type { ListScope } from './works-request.ts'
export { fromQuery, type NarrowingRequest, toNarrowing } from './works-request.ts'
export { NOTHING_PERSONAL, type Personal, withOwnVotes } from './personal-fields.ts'
export type { ChosenPage, WorkLists } from './work-lists.ts'
export { createWorkRepository, type WorkRepository } from './works.repository.ts'
export { readWorkId, workIdOf } from './works.routes.ts'

type Deps = Omit<WorkDeps, 'lists' | 'catalogue'> & { catalogue: CatalogueService; log: Logger }

/**
 * Works, and their lists and searches.
 *
 * @returns the lists, for features that select works themselves
 */
export function workFeature(http: FastifyInstance, { catalogue, log, ...deps }: Deps): WorkLists {
  const documents = createWorkDocuments({ documents: deps.works.documents, editionsOf: catalogue.index.editionsOf })
  const lists = createWorkLists({ catalogue, documents, personal: deps.personal })
  const readAhead = createReadAhead({ catalogue, documents, log })
  workRoutes(http, { ...deps, catalogue: catalogue.index, lists })
  catalogue.keep(KEPT_DOCUMENTS, { isReady: readAhead.isIdle, save: documents.save })
  let starting = Promise.resolve()

  async function start(): Promise<void> {
    const { restored } = catalogue
    try {
      if (restored) await documents.restore(restored)
    } catch (error) {
      log.warn({ err: error }, 'the kept works are damaged, and are read again')
    } finally {
      await restored?.close()
    }
    readAhead.start()
  }

  http.addHook('onListen', async () => void (starting = start()))
  http.addHook('onClose', async () => {
    await starting
    await readAhead.close()
  })
  return lists
}
