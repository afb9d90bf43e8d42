import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Database } from '#db/open.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'

import { createWaitingMerger } from './members/waiting.ts'

export { mergeWaiting } from './members/waiting.ts'
export { findKikoeru, libraryDirs } from './kikoeru/folder.ts'
export { type Counts, countRow, rowText, summaryText } from './kikoeru/report.ts'
export { takeOverKikoeru } from './kikoeru/take-over.ts'
export { TakeOverError } from './kikoeru/take-over-error.ts'

type Deps = {
  database: Database
  catalogue: Pick<CatalogueService, 'catchUp'>
  log: Pick<Logger, 'warn'>
}

export type Moving = {
  /** Takes over what waited for works that have come into the library. */
  lookForWaiting(): void
}

/** Moving in from kikoeru or another instance. */
export function movingFeature(http: FastifyInstance, { database, catalogue, log }: Deps): Moving {
  const waiting = createWaitingMerger({ database, onMerged: () => catalogue.catchUp(), log })
  http.addHook('onReady', (done) => {
    waiting.look()
    done()
  })
  http.addHook('onClose', () => waiting.close())
  return { lookForWaiting: waiting.look }
}
