import { codeToId } from '@otodana/work-code'
import { LRUCache } from 'lru-cache'

import type { CatalogueUpdate } from '#features/catalogue/index.ts'
import { cacheableBytes } from '#http/sending/cacheable-bytes.ts'

import type { DocumentPieces } from './work-document.ts'

/** A work as every list sends it, in UTF-8, ready but for what depends on who asks and where; see `DocumentPieces`. */
export type WorkDocument = { id: number; own: Buffer; common: readonly Buffer[] }

/** What a document is made of. */
export type DocumentSource = DocumentPieces & {
  id: number
  /** The code that all editions of the work share, and the other editions that it names. */
  family: string
  editionIds: readonly number[]
}

export type WorkDocuments = {
  /** In the order of `ids`, without those that are not in the library any more; at once if all are at hand. */
  get(ids: readonly number[]): WorkDocument[] | Promise<WorkDocument[]>
  /** Those that are not at hand. */
  missing(ids: readonly number[]): number[]
  /** Whether so many more would fit, being like those at hand, without others being forgotten. */
  hasRoomFor(count: number): boolean
  /** Forgets what an update of the catalogue has made out of date; to be called in the same tick. */
  forget(update: CatalogueUpdate): void
}

type Deps = {
  /** Those of the works that are in the library. */
  documents(ids: readonly number[]): Promise<DocumentSource[]>
  /** The families of those works that are in the database, in the library or not. */
  families(ids: readonly number[]): Promise<string[]>
  /** Of all documents together; some 100,000 works by default. */
  maxBytes?: number
}

type Entry = WorkDocument & Pick<DocumentSource, 'family' | 'editionIds'>

const MAX_BYTES = 128 * 1024 * 1024
/** Of an entry beside its own bytes, as measured. */
const OVERHEAD_BYTES = 600
/** Pieces that works have in common; about as many circles, tags and voice actors as a large library has. */
const MAX_COMMON = 50_000
/** Above this many changed works it costs less to start over. */
const MAX_SINGLY_FORGOTTEN = 1_000

/**
 * The works' JSON, the most recently listed ones in memory. They hold nothing that depends on the request, so that no
 * visitor can make the server forget them.
 */
export function createWorkDocuments({ documents: load, families, maxBytes = MAX_BYTES }: Deps): WorkDocuments {
  /** By family, and by the id of a work that is named in them: the ids of documents at hand. */
  const dependents = new Map<string | number, Set<number>>()
  const documents = new LRUCache<number, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ own }) => own.byteLength + OVERHEAD_BYTES,
    dispose: (entry) => {
      for (const key of dependenciesOf(entry)) removeFrom(dependents, key, entry.id)
    },
  })
  const common = new Map<string, Buffer>()
  /** Grows with every update: what was asked of the database before it may be out of date and is not kept. */
  let updates = 0
  /** While it is not known yet which families an update was about. */
  let settling: Promise<void> | null = null
  let turns = 0

  function commonBytes(piece: string): Buffer {
    const known = common.get(piece)
    if (known) return known
    // Documents in memory keep theirs; later ones start over.
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
      // The next list meets the same database, and says what is wrong with it.
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

/** What a document is found by beside its own id; most works, of which there is one edition, by nothing. */
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
