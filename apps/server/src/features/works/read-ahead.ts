import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from 'pino'

import type { CatalogueService } from '#features/catalogue/index.ts'

import type { WorkDocuments } from './work-documents.ts'

/** About two milliseconds of reading on SQLite, which block the thread. */
const WORKS_AT_ONCE = 50
/** Several changes may follow each other, so wait until there are no more. */
const QUIET_MS = 10_000

type Deps = {
  catalogue: Pick<CatalogueService, 'index' | 'onChange'>
  documents: WorkDocuments
  log: Logger
  quietMs?: number
}

export type ReadAhead = {
  /** Starts now, and again each time after the library has changed. */
  start(): void
  /** Whether all is read that fits. */
  isIdle(): boolean
  /** Stops after the current read. */
  close(): Promise<void>
}

/**
 * Loads works' documents in advance, newest first, as many as fit. A list whose documents are not cached costs ten
 * times as much, and deep pages and random orders touch the whole library. Pauses half of the time.
 */
export function createReadAhead({ catalogue, documents, log, quietMs = QUIET_MS }: Deps): ReadAhead {
  const end = new AbortController()
  const { signal } = end
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let hasStarted = false
  let pending = 0

  async function readAll(): Promise<void> {
    const { index } = catalogue
    const { ids } = index.query({
      terms: [],
      order: 'create_date',
      direction: 'desc',
      offset: 0,
      limit: index.size,
    })
    for (let start = 0; start < ids.length && !signal.aborted; start += WORKS_AT_ONCE) {
      const missing = documents.missing(ids.slice(start, start + WORKS_AT_ONCE))
      if (missing.length === 0) continue
      if (!documents.hasRoomFor(missing.length)) return
      const startedAt = performance.now()
      await documents.get(missing)
      await sleep(performance.now() - startedAt, undefined, { signal, ref: false })
    }
  }

  function begin(): void {
    timer = undefined
    pending += 1
    running = running
      .then(readAll)
      .catch((error: unknown) => {
        // Lists read for themselves, and report database errors.
        if (!signal.aborted) log.warn({ err: error }, 'works could not be read ahead')
      })
      .finally(() => (pending -= 1))
  }

  catalogue.onChange(() => {
    if (!hasStarted || signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(begin, quietMs).unref()
  })

  return {
    start() {
      hasStarted = true
      begin()
    },
    isIdle: () => hasStarted && pending === 0 && timer === undefined,
    async close() {
      end.abort()
      clearTimeout(timer)
      await running
    },
  }
}
