import { setImmediate } from 'node:timers/promises'

import type { CatalogueUpdate, Restored } from '#features/catalogue/index.ts'

import { inAscii } from './in-ascii.ts'
import { createPackedDocuments } from './packed-documents.ts'
import { createPieceTable, type SavedPieces } from './piece-table.ts'
import type { DocumentPieces } from './work-document.ts'
import type { WorkLanguages } from './work-mapper.ts'

/**
 * A work as every list sends it, in UTF-8, except for what depends on the visitor and the server's URL; see
 * `DocumentPieces`.
 */
export type WorkDocument = {
  id: number
  own: Buffer
  common: readonly Buffer[]
  /** The fields of {@link WorkLanguages}, in ASCII. */
  languages: Buffer
}

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
  /** What to keep of them; see `KeptPart`. */
  save(): Iterable<unknown>
  /** Takes back what was kept of a former process, without what has changed since, in short steps. */
  restore(kept: Pick<Restored, 'count' | 'read' | 'changes'>): Promise<void>
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

/** The part of the kept file. */
export const KEPT_DOCUMENTS = 'documents'
const MAX_BYTES = 128 * 1024 * 1024
/** Above this number of changed works, clearing the cache is cheaper. */
const MAX_SINGLY_FORGOTTEN = 1_000

/**
 * Caches the JSON of the most recently listed works. Keys do not depend on requests, so that no visitor can flush the
 * cache.
 */
export function createWorkDocuments({ documents: load, editionsOf, maxBytes = MAX_BYTES }: Deps): WorkDocuments {
  /** By id of a referenced work: ids of cached documents. */
  const dependents = new Map<number, number[]>()
  const documents = createPackedDocuments({
    maxBytes,
    onDrop: (id, editionIds) => {
      for (const edition of editionIds) removeFrom(dependents, edition, id)
    },
  })
  /** Increases with every update: results of queries started before may be outdated and are not cached. */
  let updates = 0

  function clear(): void {
    documents.clear()
    dependents.clear()
  }

  function keep({ id, own, common, languages, editionIds }: DocumentSource): void {
    documents.drop(id)
    for (const edition of editionIds) addTo(dependents, edition, id)
    documents.add(id, Buffer.from(own), [...common, languageFields(languages)], editionIds)
  }

  function find(id: number): WorkDocument | undefined {
    const found = documents.get(id)
    if (found === undefined) return undefined
    const { own, pieces: common } = found
    return { id, own, languages: common.pop()!, common }
  }

  function atHand(ids: readonly number[]): WorkDocument[] | null {
    const found: WorkDocument[] = []
    for (const id of ids) {
      const document = find(id)
      if (document === undefined) return null
      found.push(document)
    }
    return found
  }

  async function getSlowly(ids: readonly number[]): Promise<WorkDocument[]> {
    const found = new Map<number, WorkDocument>()
    for (const id of ids) {
      const document = find(id)
      if (document !== undefined) found.set(id, document)
    }
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length > 0) {
      const asOf = updates
      for (const source of await load(missing)) {
        if (updates === asOf) keep(source)
        found.set(source.id, find(source.id) ?? toDocument(source))
      }
    }
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  return {
    get(ids) {
      return atHand(ids) ?? getSlowly(ids)
    },

    missing: (ids) => ids.filter((id) => !documents.has(id)),

    hasRoomFor: documents.hasRoomFor,

    save: () => documents.save(),

    async restore({ count, read, changes }) {
      const last = count(KEPT_DOCUMENTS) - 1
      if (last < 0) return
      const saved = (await read(KEPT_DOCUMENTS, last)) as SavedPieces[]
      const tables = saved.map((pieces) => createPieceTable(pieces))
      for (let at = 0; at < last; at += 1) {
        const block = (await read(KEPT_DOCUMENTS, at)) as Parameters<typeof documents.restore>[0]
        const { workIds, namesChanged, isReload } = changes()
        if (namesChanged || isReload || workIds.size > MAX_SINGLY_FORGOTTEN) return clear()
        const changed = new Set([...workIds, ...[...workIds].flatMap(editionsOf)])
        const isRight = (id: number, editionIds: readonly number[]) =>
          !changed.has(id) && !editionIds.some((edition) => changed.has(edition))
        for (const { id, editionIds } of documents.restore(block, tables, isRight)) {
          for (const edition of editionIds) addTo(dependents, edition, id)
        }
        await setImmediate()
      }
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
      for (const id of affected) documents.drop(id)
    },
  }
}

function toDocument({ id, own, common, languages }: DocumentSource): WorkDocument {
  return {
    id,
    own: Buffer.from(own),
    common: common.map((piece) => Buffer.from(piece)),
    languages: Buffer.from(languageFields(languages)),
  }
}

function languageFields(languages: WorkLanguages): string {
  return inAscii(JSON.stringify(languages)).slice(1, -1)
}

function addTo(index: Map<number, number[]>, key: number, id: number): void {
  const ids = index.get(key)
  if (!ids) index.set(key, [id])
  else if (!ids.includes(id)) ids.push(id)
}

function removeFrom(index: Map<number, number[]>, key: number, id: number): void {
  const others = index.get(key)?.filter((other) => other !== id) ?? []
  if (others.length > 0) index.set(key, others)
  else index.delete(key)
}
