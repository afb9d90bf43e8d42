import type { Catalogue, CatalogueChange } from '@otodana/catalogue'

import type { Db } from '#db/open.ts'
import { type TimeSlices, createTimeSlices } from '#jobs/time-slices.ts'

import { removalOf, entityOf, keyOf, readChanged, readEverything } from './catalogue-rows.ts'
import type { CatalogueEntity, ChangeLog, LogPosition } from './change-log.ts'

const CHANGES_AT_ONCE = 100
/** Requests wait for at most this and one database query. */
const SLICE_MS = 8

/** Changes applied in one step. */
export type CatalogueUpdate = {
  /** New, changed or removed works. */
  workIds: ReadonlySet<number>
  /** Whether a known circle, tag, voice actor, series or member of the staff got other names or another code. */
  namesChanged: boolean
  /** Everything was loaded again, so derived data is invalid. `workIds` is empty. */
  isReload: boolean
}

type FollowerDeps = {
  index: Catalogue
  changeLog: ChangeLog
  db: Db
  /** Called in the same tick in which changes are applied. */
  onUpdate: (update: CatalogueUpdate) => void
  /** Nothing more is read after it aborts. */
  signal: AbortSignal
}

/**
 * Keeps a catalogue in sync with the database: loads it once, then applies the changes in the log. One call at a time.
 */
export function createFollower({ index, changeLog, db, onUpdate, signal }: FollowerDeps) {
  let position: LogPosition | null = null

  function everything(): CatalogueEntity[] {
    const { ids } = index.query({ terms: [], order: 'id', direction: 'asc', offset: 0, limit: index.size })
    const named = Array.from(index.namedEntities(), ({ kind, id }) => ({ kind, id: String(id) }))
    return [...named, ...ids.map((id) => ({ kind: 'work' as const, id: String(id) }))]
  }

  /** Applies changes in slices, and emits each slice before other work runs. */
  async function applyInSlices(changes: Iterable<CatalogueChange>, slices: TimeSlices): Promise<void> {
    let workIds = new Set<number>()
    let namesChanged = false
    const tell = () => {
      if (workIds.size > 0 || namesChanged) onUpdate({ workIds, namesChanged, isReload: false })
      workIds = new Set()
      namesChanged = false
    }
    for (const change of changes) {
      if ('names' in change && index.hasNames(change)) namesChanged = true
      index.apply(change)
      if (change.kind === 'work') workIds.add(change.work.id)
      else if (change.kind === 'workRemoved') workIds.add(change.id)
      if (!slices.isOver()) continue
      tell()
      await slices.next()
    }
    tell()
  }

  /** Reads everything into the existing catalogue, whose version must not restart. */
  async function reload(): Promise<void> {
    const end = await changeLog.end()
    const gone = new Map(everything().map((entity) => [keyOf(entity), entity]))
    const slices = createTimeSlices(SLICE_MS)
    for await (const page of readEverything(db)) {
      if (signal.aborted) return
      for (const change of page) gone.delete(keyOf(entityOf(change)))
      await applyInSlices(page, slices)
    }
    await applyInSlices([...gone.values()].map(removalOf), slices)
    position = end
    onUpdate({ workIds: new Set(), namesChanged: true, isReload: true })
  }

  return {
    /** The position in the log up to which the catalogue is complete; null before it has read everything. */
    position: () => position && { seen: position.seen },

    /** Goes on from a catalogue that was kept. */
    restore(from: LogPosition): void {
      position = from
    },

    /**
     * Reads everything committed so far into an empty catalogue. Blocks the thread for long: for the start only.
     *
     * @param read  gives what `readEverything` gives
     */
    async load(read = () => readEverything(db)): Promise<void> {
      const end = await changeLog.end()
      for await (const page of read()) index.load(page)
      // The first query after loading sorts everything; do it now instead of on a request.
      index.query({ terms: [], order: 'id', direction: 'asc', offset: 0, limit: 0 })
      position = end
    },

    /** Applies everything committed so far. */
    async catchUp(): Promise<void> {
      const slices = createTimeSlices(SLICE_MS)
      while (!signal.aborted) {
        const page = position && (await changeLog.read(position, CHANGES_AT_ONCE))
        if (!page) return reload()
        await applyInSlices(await readChanged(db, page.changes), slices)
        // Set last: a page that failed half-way is applied again, which has no further effect.
        position = page.position
        if (!page.hasMore) return
        if (slices.isOver()) await slices.next()
      }
    },
  }
}
