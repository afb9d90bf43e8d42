import { codeToId } from '@otodana/work-code'
import { LRUCache } from 'lru-cache'

import type { CatalogueUpdate } from '#features/catalogue/index.ts'
import { cacheableBytes } from '#http/sending/cacheable-bytes.ts'

import type { DocumentPieces } from './work-document.ts'

/**
 * A work as every list sends it, in UTF-8, except for what depends on the visitor and the server's URL; see
 * `DocumentPieces`.
 */
export type WorkDocument = { id: number; own: Buffer; common: readonly Buffer[] }

/** The data of a document. */
export type DocumentSource = DocumentPieces & {
  id: number
  /** The code shared by all editions of the work, and the other editions it refers to. */
  family: string
  editionIds: readonly number[]
}

export type WorkDocuments = {
  /** In the order of `ids`, without those no longer in the library; undefined unless all are cached. */
  get(ids: readonly number[]): WorkDocument[] | Promise<WorkDocument[]>
  /** Those that are not cached. */
  missing(ids: readonly number[]): number[]
  /** Whether this many more of average size would fit without evicting others. */
  hasRoomFor(count: number): boolean
  /** Drops documents that an update of the catalogue has changed. Must be called in the same tick. */
  forget(update: CatalogueUpdate): void
}

type Deps = {
  /** Reads those of the works that are in the library. */
  documents(ids: readonly number[]): Promise<DocumentSource[]>
  /** Returns the families of those works that are in the database, present or missing. */
  families(ids: readonly number[]): Promise<string[]>
  /** Total size; about 100,000 works by default. */
  maxBytes?: number
}

type Entry = WorkDocument & Pick<DocumentSource, 'family' | 'editionIds'>

const MAX_BYTES = 128 * 1024 * 1024
/** Memory per entry besides its bytes, as measured. */
const OVERHEAD_BYTES = 600
/** Shared pieces: about the number of circles, tags and voice actors in a large library. */
const MAX_COMMON = 50_000
/** Above this number of changed works, clearing the cache is cheaper. */
const MAX_SINGLY_FORGOTTEN = 1_000

/**
 * Caches the JSON of the most recently listed works. Keys do not depend on requests, so that no visitor can flush the
 * cache.
 */
export function createWorkDocuments({ documents: load, families, maxBytes = MAX_BYTES }: Deps): WorkDocuments {
  /** By family, and by id of a referenced work: ids of cached documents. */
  const dependents = new Map<string | number, Set<number>>()
  const documents = new LRUCache<number, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ own }) => own.byteLength + OVERHEAD_BYTES,
    dispose: (entry) => {
      for (const key of dependenciesOf(entry)) removeFrom(dependents, key, entry.id)
    },
  })
  const common = new Map<string, Buffer>()
  /** Increases with every update: results of queries started before may be outdated and are not cached. */
  let updates = 0
  /** While the families affected by an update are being determined. */
  let settling: Promise<void> | null = null
  let turns = 0

  function commonBytes(piece: string): Buffer {
    const known = common.get(piece)
    if (known) return known
    // Cached documents keep their pieces; later ones get new ones.
    if (common.size === MAX_COMMON) common.clear()
    const bytes = cacheableBytes(piece)
    common.set(piece, bytes)
    return bytes
  }

  function clear(): void {
    documents.clear()
    common.clear()
  }

  function keep(entry: Entry): void {
    documents.set(entry.id, entry)
    if (!documents.has(entry.id)) return
    for (const key of dependenciesOf(entry)) addTo(dependents, key, entry.id)
  }

  function drop(key: string | number): void {
    for (const id of dependents.get(key) ?? []) documents.delete(id)
  }

  async function dropFamilies(ids: readonly number[]): Promise<void> {
    try {
      for (const family of await families(ids)) {
        const original = codeToId(family)
        if (original !== null) documents.delete(original)
        drop(family)
      }
    } catch {
      // The next list will report the database's error.
      clear()
    }
  }

  async function settle(before: Promise<void> | null, families: Promise<void>): Promise<void> {
    const turn = ++turns
    await before
    await families
    if (turn === turns) settling = null
  }

  function atHand(ids: readonly number[]): Entry[] | null {
    const found: Entry[] = []
    for (const id of ids) {
      const entry = documents.get(id)
      if (entry === undefined) return null
      found.push(entry)
    }
    return found
  }

  async function getSlowly(ids: readonly number[]): Promise<WorkDocument[]> {
    while (settling !== null) await settling
    const found = new Map<number, WorkDocument>()
    for (const id of ids) {
      const entry = documents.get(id)
      if (entry !== undefined) found.set(id, entry)
    }
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length > 0) {
      const asOf = updates
      for (const source of await load(missing)) {
        const entry = { ...source, own: cacheableBytes(source.own), common: source.common.map(commonBytes) }
        found.set(entry.id, entry)
        if (updates === asOf) keep(entry)
      }
    }
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  return {
    get(ids) {
      return (settling === null && atHand(ids)) || getSlowly(ids)
    },

    missing: (ids) => ids.filter((id) => !documents.has(id)),

    hasRoomFor(count) {
      const each = documents.size === 0 ? OVERHEAD_BYTES : documents.calculatedSize / documents.size
      return documents.calculatedSize + each * count <= maxBytes
    },

    forget({ workIds, namesChanged, isReload }) {
      updates += 1
      if (isReload || namesChanged || workIds.size > MAX_SINGLY_FORGOTTEN) return clear()
      for (const id of workIds) {
        documents.delete(id)
        drop(id)
      }
      if (workIds.size === 0 || documents.size === 0) return
      settling = settle(settling, dropFamilies([...workIds]))
    },
  }
}

/** Keys by which a document is invalidated, besides its id; none for most works, which have one edition. */
function dependenciesOf({ id, family, editionIds }: Entry): readonly (string | number)[] {
  return codeToId(family) === id ? editionIds : [family, ...editionIds]
}

function addTo(index: Map<string | number, Set<number>>, key: string | number, id: number): void {
  const ids = index.get(key)
  if (ids) ids.add(id)
  else index.set(key, new Set([id]))
}

function removeFrom(index: Map<string | number, Set<number>>, key: string | number, id: number): void {
  const ids = index.get(key)
  if (!ids?.delete(id)) return
  if (ids.size === 0) index.delete(key)
}
