import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Config } from '#config.ts'
import type { Database, DatabaseLocation } from '#db/open.ts'
import type { AuditLog } from '#features/accounts/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import type { VoteService } from '#features/votes/index.ts'
import type { Limits } from '#http/limits/limits.ts'

import { createKikoeruSession } from './kikoeru/upload-session.ts'
import { createWaitingMerger } from './members/waiting.ts'
import { movingRoutes } from './moving.routes.ts'

export { exportWaiting, mergeWaiting } from './members/waiting.ts'
export { findKikoeru, libraryFolders } from './kikoeru/folder.ts'
export { type Counts, countRow, DOUBTFUL_SECRET, isNoted, rowText, summaryText } from './kikoeru/report.ts'
export { takeOverKikoeru } from './kikoeru/take-over.ts'
export { TakeOverError } from './kikoeru/take-over-error.ts'

type Deps = {
  config: Pick<Config, 'dataDir'>
  location: DatabaseLocation
  audit: AuditLog
  database: Database
  catalogue: Pick<CatalogueService, 'catchUp'>
  votes: Pick<VoteService, 'mayVote'>
  limits: Limits
  log: Pick<Logger, 'warn' | 'error'>
}

export type Moving = {
  /** Takes over what waited for works that have come into the library. */
  lookForWaiting(): void
}

/** Moving in from kikoeru or another instance. */
export function movingFeature(
  http: FastifyInstance,
  { config, location, audit, database, catalogue, votes, limits, log }: Deps,
): Moving {
  const onStored = () => catalogue.catchUp()
  const kikoeru = createKikoeruSession({ location, dataDir: config.dataDir, onStored, log })
  movingRoutes(http, { database, kikoeru, audit, votes, limits, onStored })
  const waiting = createWaitingMerger({ database, onMerged: onStored, log })
  http.addHook('onReady', (done) => {
    waiting.look()
    done()
  })
  http.addHook('onClose', async () => {
    await kikoeru.close()
    await waiting.close()
  })
  return { lookForWaiting: waiting.look }
}
