import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Catalogue, type CatalogueChange, type CatalogueOptions, createCatalogue } from '@otodana/catalogue'
import type { Logger } from 'pino'

import { listenToPostgres } from '#db/listen.ts'
import type { Database, DatabaseLocation } from '#db/open.ts'

import { readEverything } from './catalogue-rows.ts'
import { createChangeLog } from './change-log.ts'
import { type CatalogueUpdate, createFollower } from './follower.ts'
import { createKeeping, type KeepingPace, type KeptPart, type Restored } from './keeping.ts'
import { createKeptCopies, type KeptCopy } from './kept-copy.ts'
import { readInThread } from './read-in-thread.ts'

const POLL_MS = 500
const PRUNE_MS = 600_000
/** A search that comes before their texts are indexed takes half a second longer with 100,000 works, and several with 500,000. */
const MOST_UNINDEXED_WORKS = 200_000
/** Fewer works are read before a thread has begun. */
const FIRST_WORKS_FOR_A_THREAD = 20_000
export const KEPT_FILE = 'read-model.kept'

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
  /** Indexes what a start has left, in steps with pauses. Call once the server listens; a search does not need it. */
  prepare(): void
  /** What was kept of other parts when the catalogue was; null: nothing, or it was not right. */
  readonly restored: Restored | null
  /** Keeps another part, which changes with the catalogue alone, in the same file. */
  keep(name: string, part: KeptPart): void
  /** Stops following, after applying what is in progress. */
  close(): Promise<void>
}

export type CatalogueDeps = CatalogueOptions & {
  database: Database
  location: DatabaseLocation
  log: Logger
  /** How often the log is polled without notifications; 0: never. */
  pollMs?: number
  /** The folder for the file in which the read model is kept, so that starts are quick; by default, there is none. */
  keptIn?: string
  /** What tells this code from another, which may understand a file in another way; by default, nothing is kept. */
  code?: string | null
  keepingPace?: Partial<KeepingPace>
  /** From so many works on a start reads them in another thread; other values are for tests. */
  firstWorksForThread?: number
  /** With more works a start indexes all texts; other values are for tests. */
  mostUnindexedWorks?: number
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
  const { database, location, log, pollMs = POLL_MS, listens = true, keptIn, code = null } = deps
  const startedAt = performance.now()
  const changeLog = createChangeLog(database)
  const copies =
    keptIn === undefined || code === null
      ? null
      : createKeptCopies({ database, changeLog, path: join(keptIn, KEPT_FILE), code })
  await prune()
  const kept = await restore()
  const index = kept?.index ?? createCatalogue(deps)
  const stop = new AbortController()
  const listeners = new Set<(update: CatalogueUpdate) => void>()
  const follower = createFollower({ index, changeLog, db: database.read, onUpdate: tell, signal: stop.signal })
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let hasFailed = false

  function tell(update: CatalogueUpdate): void {
    keeping?.note(update)
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

  /** Rests as long as it works. */
  async function indexTexts(): Promise<void> {
    for (let startedAt = performance.now(); !stop.signal.aborted && index.indexSome(); startedAt = performance.now()) {
      await sleep(performance.now() - startedAt, undefined, { ref: false })
    }
  }

  async function prune(): Promise<void> {
    await changeLog
      .prune()
      .catch((error: unknown) => log.warn({ err: error }, 'old changes could not be removed from the log'))
  }

  /** Whether reading everything is worth a thread, and there is a processor for it. */
  async function isLarge(): Promise<boolean> {
    if (availableParallelism() < 2) return false
    const { works } = await database.read
      .selectFrom('work')
      .select(({ fn }) => fn.countAll<number>().as('works'))
      .executeTakeFirstOrThrow()
    return works >= (deps.firstWorksForThread ?? FIRST_WORKS_FOR_A_THREAD)
  }

  /** Reads everything in a thread; in this one if there is none, or no connection for it. */
  async function* readLarge(): AsyncGenerator<CatalogueChange[]> {
    let hasBegun = false
    try {
      for await (const page of readInThread(location)) {
        hasBegun = true
        yield page
      }
    } catch (error) {
      if (hasBegun) throw error
      log.warn({ err: error }, 'the catalogue could not be read in another thread')
      yield* readEverything(database.read)
    }
  }

  /** A catalogue that was kept; null: there is none. */
  async function restore() {
    const copy = await copies?.open()
    if (!copy) return null
    try {
      const restored = createCatalogue(deps)
      restored.restore(await readAll(copy, 'catalogue'))
      return { index: restored, copy }
    } catch (error) {
      log.warn({ err: error }, 'the kept read model is damaged, and is made again')
      await copy.file.close()
      return null
    }
  }

  if (kept) follower.restore(kept.copy.position)
  else await follower.load((await isLarge()) ? readLarge : undefined)
  if (index.size > (deps.mostUnindexedWorks ?? MOST_UNINDEXED_WORKS)) while (index.indexSome());
  const keeping =
    copies && createKeeping({ index, follower, copies, isDue: kept === null, pace: deps.keepingPace, log })
  const restored = kept && keeping ? keeping.restored(kept.copy.file) : null
  // Applies what was changed since, so that the first list has it.
  try {
    if (kept) await catchUp()
  } catch (error) {
    await restored?.close()
    throw error
  }
  const ms = Math.round(performance.now() - startedAt)
  log.info({ works: index.size, ms, isKept: kept !== null }, 'catalogue read')

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
    prepare() {
      indexTexts().catch((error: unknown) => log.warn({ err: error }, 'texts could not be indexed ahead of searches'))
    },
    restored,
    keep: (name, part) => keeping?.add(name, part),
    onChange: (listener) => void listeners.add(listener),
    async close() {
      stop.abort()
      await keeping?.close()
      await restored?.close()
      clearInterval(poll)
      clearInterval(pruning)
      await listener?.close()
      await (next ?? running)?.catch(() => {})
    },
  }
}

async function readAll({ file }: KeptCopy, part: string): Promise<unknown[]> {
  const sections: unknown[] = []
  for (let at = 0; at < file.count(part); at += 1) sections.push(await file.read(part, at))
  return sections
}
