import { LRUCache } from 'lru-cache'

import type { CatalogueUpdate } from '#features/catalogue/index.ts'
import { cacheableBytes } from '#http/sending/cacheable-bytes.ts'

import type { DocumentPieces } from './work-document.ts'
import type { WorkLanguages } from './work-mapper.ts'

/**
 * A work as every list sends it, in UTF-8, except for what depends on the visitor and the server's URL; see
 * `DocumentPieces`.
 */
export type WorkDocument = { id: number; own: Buffer; common: readonly Buffer[]; languages: WorkLanguages }

/** The data of a document. */
export type DocumentSource = DocumentPieces & {
  id: number
  languages: WorkLanguages
  /** The other editions it refers to. */
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
  /** See `Catalogue`. */
  editionsOf(id: number): readonly number[]
  /** Total size; about 100,000 works by default. */
  maxBytes?: number
}

type Entry = WorkDocument & Pick<DocumentSource, 'editionIds'>

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
export function createWorkDocuments({ documents: load, editionsOf, maxBytes = MAX_BYTES }: Deps): WorkDocuments {
  /** By id of a referenced work: ids of cached documents. */
  const dependents = new Map<number, Set<number>>()
  const documents = new LRUCache<number, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ own }) => own.byteLength + OVERHEAD_BYTES,
    dispose: (entry) => {
      for (const id of entry.editionIds) removeFrom(dependents, id, entry.id)
    },
  })
  const common = new Map<string, Buffer>()
  /** Increases with every update: results of queries started before may be outdated and are not cached. */
  let updates = 0

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
    for (const id of entry.editionIds) addTo(dependents, id, entry.id)
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
      return atHand(ids) ?? getSlowly(ids)
    },

    missing: (ids) => ids.filter((id) => !documents.has(id)),

    hasRoomFor(count) {
      const each = documents.size === 0 ? OVERHEAD_BYTES : documents.calculatedSize / documents.size
      return documents.calculatedSize + each * count <= maxBytes
    },

    forget({ workIds, namesChanged, isReload }) {
      updates += 1
      if (isReload || namesChanged || workIds.size > MAX_SINGLY_FORGOTTEN) return clear()
      const affected = new Set<number>()
      const regrouped = new Set<number>()
      for (const id of workIds) {
        // Those that refer to it, and those that will.
        for (const other of [id, ...(dependents.get(id) ?? [])]) affected.add(other)
        if (regrouped.has(id)) continue
        for (const other of editionsOf(id)) regrouped.add(other)
      }
      for (const id of regrouped) affected.add(id)
      for (const id of affected) documents.delete(id)
    },
  }
}

function addTo(index: Map<number, Set<number>>, key: number, id: number): void {
  const ids = index.get(key)
  if (ids) ids.add(id)
  else index.set(key, new Set([id]))
}

function removeFrom(index: Map<number, Set<number>>, key: number, id: number): void {
  const ids = index.get(key)
  if (!ids?.delete(id)) return
  if (ids.size === 0) index.delete(key)
}
