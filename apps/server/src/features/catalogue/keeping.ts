import type { KeptCatalogue } from '@otodana/catalogue'
import type { Logger } from 'pino'

import type { CatalogueUpdate, createFollower } from './follower.ts'
import type { createKeptCopies } from './kept-copy.ts'
import type { SectionedFile } from '#data-dir/sectioned-file.ts'

/** What another feature keeps with the catalogue. */
export type KeptPart = {
  /** Whether it is worth keeping yet. */
  isReady(): boolean
  /** In sections of about a megabyte that can be cloned structurally; asked for one by one while nothing changes. */
  save(): Iterable<unknown>
}

/** What was kept, for those who kept it. */
export type Restored = {
  count(part: string): number
  /** @throws {Error} it is damaged */
  read(part: string, at: number): Promise<unknown>
  /** What has changed since, until now. */
  changes(): CatalogueUpdate
  close(): Promise<void>
}

export type KeepingPace = {
  checkMs: number
  /** How long nothing must have changed. */
  quietMs: number
  /** With fewer changes than these the file is not worth writing again. */
  changes: number
  /** With fewer works than these reading them is quick enough. */
  works: number
  retryMs: number
}

const PACE: KeepingPace = { checkMs: 15_000, quietMs: 30_000, changes: 1_000, works: 5_000, retryMs: 3_600_000 }

type Deps = {
  index: KeptCatalogue
  follower: Pick<ReturnType<typeof createFollower>, 'position'>
  copies: Pick<ReturnType<typeof createKeptCopies>, 'write'>
  /** Whether there is no file yet. */
  isDue: boolean
  pace: Partial<KeepingPace> | undefined
  log: Pick<Logger, 'info' | 'warn'>
}

class Disturbed extends Error {}

/** Keeps the catalogue in a file when enough has changed, at a quiet moment. */
export function createKeeping({ index, follower, copies, isDue, pace, log }: Deps) {
  const { checkMs, quietMs, changes: worthWriting, works, retryMs } = { ...PACE, ...pace }
  const parts = new Map<string, KeptPart>()
  const since = { workIds: new Set<number>(), namesChanged: false, isReload: false }
  let isRestoring = false
  const end = new AbortController()
  let changes = isDue ? Number.POSITIVE_INFINITY : 0
  let notBeforeMs = performance.now() + quietMs
  let writing: Promise<void> | null = null
  const timer = setInterval(check, checkMs).unref()

  function check(): void {
    if (writing || changes < worthWriting || index.size < works || performance.now() < notBeforeMs) return
    if (![...parts.values()].every((part) => part.isReady())) return
    writing = write().finally(() => (writing = null))
  }

  async function write(): Promise<void> {
    const { version } = index
    const position = follower.position()
    if (position === null) return
    function* sections(): Generator<[part: string, section: unknown]> {
      for (const section of unguarded()) {
        if (index.version !== version) throw new Disturbed()
        yield section
      }
    }
    // What changes from here on is for the next file.
    const written = changes
    changes = 0
    try {
      const startedAt = performance.now()
      await copies.write(position, index.size, sections(), end.signal)
      log.info({ works: index.size, ms: Math.round(performance.now() - startedAt) }, 'the read model is kept in a file')
    } catch (error) {
      changes += written
      if (error instanceof Disturbed || end.signal.aborted) return
      notBeforeMs = performance.now() + retryMs
      log.warn({ err: error }, 'the read model could not be kept in a file; the next start takes longer')
    }
  }

  function* unguarded(): Generator<[part: string, section: unknown]> {
    for (const section of index.save()) yield ['catalogue', section]
    for (const [name, part] of parts) for (const section of part.save()) yield [name, section]
  }

  return {
    note({ workIds, namesChanged, isReload }: CatalogueUpdate): void {
      // A name stands in any number of works, and a library that is read again may differ in all.
      changes += namesChanged || isReload ? worthWriting : workIds.size
      notBeforeMs = Math.max(notBeforeMs, performance.now() + quietMs)
      if (!isRestoring) return
      for (const id of workIds) since.workIds.add(id)
      since.namesChanged ||= namesChanged
      since.isReload ||= isReload
    },

    add: (name: string, part: KeptPart): void => void parts.set(name, part),

    restored(file: Pick<SectionedFile<unknown>, 'count' | 'read' | 'close'>): Restored {
      isRestoring = true
      return {
        count: file.count,
        read: file.read,
        changes: () => since,
        close() {
          isRestoring = false
          return file.close()
        },
      }
    },

    /** A file that is being written is given up. */
    async close(): Promise<void> {
      end.abort()
      clearInterval(timer)
      await writing
    },
  }
}
