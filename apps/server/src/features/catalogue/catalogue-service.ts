import { type Catalogue, type CatalogueOptions, createCatalogue } from '@otodana/catalogue'
import type { Logger } from 'pino'

import { listenToPostgres } from '#db/listen.ts'
import type { Database, DatabaseLocation } from '#db/open.ts'

import { createChangeLog } from './change-log.ts'
import { type CatalogueUpdate, createFollower } from './follower.ts'

const POLL_MS = 500
const PRUNE_MS = 600_000

/** The library's read model, kept in sync with the database, whichever process writes to it. */
export type CatalogueService = {
  /** The read model; read-only. */
  readonly index: Catalogue
  /**
   * Applies everything committed so far, so that the next query sees a preceding write.
   *
   * @throws {Error} if the database cannot be read; the read model is unchanged, and catches up later
   */
  catchUp(): Promise<void>
  /** Calls the listener in the same tick in which changes are applied. */
  onChange(listener: (update: CatalogueUpdate) => void): void
  /** Stops following, after applying what is in progress. */
  close(): Promise<void>
}

export type CatalogueDeps = CatalogueOptions & {
  database: Database
  location: DatabaseLocation
  log: Logger
  /** How often the log is polled without notifications; 0: never. */
  pollMs?: number
  /** Whether PostgreSQL sends notifications. */
  listens?: boolean
}

/**
 * Loads the catalogue, then applies changes by this and other processes: `catchUp` after own writes, PostgreSQL
 * notifications within milliseconds, and polling twice a second for the rest.
 *
 * @throws {Error} if the database cannot be read
 */
export async function openCatalogue(deps: CatalogueDeps): Promise<CatalogueService> {
  const { database, location, log, pollMs = POLL_MS, listens = true } = deps
  const index = createCatalogue(deps)
  const changeLog = createChangeLog(database)
  const stop = new AbortController()
  const listeners = new Set<(update: CatalogueUpdate) => void>()
  const follower = createFollower({ index, changeLog, db: database.read, onUpdate: tell, signal: stop.signal })
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let hasFailed = false

  function tell(update: CatalogueUpdate): void {
    for (const listener of listeners) {
      try {
        listener(update)
      } catch (error) {
        log.error({ err: error }, 'a listener to the catalogue failed')
      }
    }
  }

  /** The current run may have read the log already, so one more run serves all callers in the meantime. */
  function catchUp(): Promise<void> {
    if (!running) {
      running = follower.catchUp().finally(() => (running = null))
      return running
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        return catchUp()
      })
    return next
  }

  async function catchUpQuietly(): Promise<void> {
    try {
      await catchUp()
      hasFailed = false
    } catch (error) {
      if (!hasFailed && !stop.signal.aborted)
        log.warn({ err: error }, 'the catalogue cannot follow the database for now')
      hasFailed = true
    }
  }

  async function prune(): Promise<void> {
    await changeLog
      .prune()
      .catch((error: unknown) => log.warn({ err: error }, 'old changes could not be removed from the log'))
  }

  const startedAt = performance.now()
  await prune()
  await follower.load()
  log.info({ works: index.size, ms: Math.round(performance.now() - startedAt) }, 'catalogue read')

  const listener =
    location.kind === 'postgres' && listens
      ? listenToPostgres(location.url, 'catalogue_change', {
          onNotice: () => void catchUpQuietly(),
          onLost: (error) => log.warn({ err: error }, 'changes of other processes are not announced for now'),
        })
      : null
  const poll = pollMs > 0 ? setInterval(() => void catchUpQuietly(), pollMs).unref() : undefined
  const pruning = setInterval(() => void prune(), PRUNE_MS).unref()

  return {
    index,
    catchUp,
    onChange: (listener) => void listeners.add(listener),
    async close() {
      stop.abort()
      clearInterval(poll)
      clearInterval(pruning)
      await listener?.close()
      await (next ?? running)?.catch(() => {})
    },
  }
}
