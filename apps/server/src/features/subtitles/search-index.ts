import {
  MAX_SUBTITLE_FILES_IN_WORK,
  MAX_SUBTITLE_LINES_IN_WORK,
  MAX_SUBTITLE_WORKS,
  SUBTITLE_FILES_OF_A_WORK,
  SUBTITLE_LINES_OF_A_FILE,
} from '@otodana/contract'
import { LRUCache } from 'lru-cache'

import { type BlockSet, createBlockSet } from './block-set.ts'
import type { WorkScope } from './answer-search.ts'
import { blocksOf } from './blocks.ts'
import { findLines, findLinesInBlocks } from './find-lines.ts'
import { gramsOfTerm } from './grams.ts'
import { unpackCues } from './packed-cues.ts'
import { isOneGram } from './search-terms.ts'
import type { FileText, SubtitleIndexRepository } from './subtitle-index.repository.ts'

export type FoundText = {
  startSeconds: number
  endSeconds: number
  text: string
  ranges: [start: number, end: number][]
}

export type FoundFile = {
  fileId: number
  path: string
  audioFileId: number | null
  lineCount: number
  lines: FoundText[]
}

export type FoundInWork = { workId: number; files: FoundFile[]; hasMore: boolean }

export type Found = { works: FoundInWork[]; total: number; isExact: boolean }

/** Of a query's grams so many at most are looked up, those that the fewest blocks hold. */
const MAX_GRAMS = 12
/** It costs less to look up so many than to ask which are rare. */
const FEW_GRAMS = 3
/** With fewer blocks left it is quicker to look into their files. */
const FEW_BLOCKS = 48
/** Blocks of the files that are looked into for one answer: a thousand usual files, at a tenth of a millisecond each. */
const MAX_READ_BLOCKS = 20_000
const WORKS_AT_ONCE = 24
/** Files of a work that are read at once. */
const FILES_AT_ONCE = 50
/** Searches whose next page is likely to be asked for. */
const KEPT_SEARCHES = 24
const KEPT_SCOPES = 8
/**
 * The list of files is read again after a change: at once where that is quick, and where it takes longer so much later, up
 * to two seconds, that searches have most of the time.
 */
const PAUSE_OF_RELOADS = 10
const LONGEST_PAUSE_MS = 2_000

/** The files that results are found in, in the order of results. */
type Files = { ids: Int32Array; works: Int32Array; first: Int32Array; counts: Int32Array }

/** A search as far as it has gone. */
type Search = {
  /** Indexes of files that may hold what is looked for. */
  candidates: Int32Array
  /** The blocks of them that may; null when there are none. */
  blocks: BlockSet | null
  /** Candidates before have been looked into. */
  next: number
  works: FoundInWork[]
  /** Works among the candidates from `next` on. */
  worksLeft: number
  /** Every candidate does hold it. */
  isSure: boolean
}

/** Searches the index of subtitles; for one thread, which does nothing else. */
export function createSearchIndex(repository: SubtitleIndexRepository) {
  let files: Files = emptyFiles()
  let version = -1
  let isStale = true
  let loadedAtMs = Number.NEGATIVE_INFINITY
  let loadMs = 0
  const searches = new LRUCache<string, Search>({ max: KEPT_SEARCHES })
  const scopes = new LRUCache<string, ReadonlySet<number>>({ max: KEPT_SCOPES })

  async function refresh(): Promise<void> {
    if (performance.now() - loadedAtMs < Math.min(PAUSE_OF_RELOADS * loadMs, LONGEST_PAUSE_MS)) return
    const state = await repository.state()
    if (!isStale && state.version === version) return
    const startedAt = performance.now()
    isStale = false
    const rows = await repository.listFiles(state.indexedTo)
    const loaded = emptyFiles(rows.length)
    for (const [index, row] of rows.entries()) {
      loaded.ids[index] = row.fileId
      loaded.works[index] = row.workId
      loaded.first[index] = row.firstBlock
      loaded.counts[index] = row.blockCount
    }
    files = loaded
    version = state.version
    searches.clear()
    loadedAtMs = performance.now()
    loadMs = loadedAtMs - startedAt
  }

  /** Those to be looked up, first what the fewest blocks hold; of a few all, as they come. */
  async function rarestOf(grams: readonly number[]): Promise<readonly number[]> {
    if (grams.length <= FEW_GRAMS) return grams
    const sizes = await repository.sizesOf(grams)
    return grams.toSorted((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0)).slice(0, MAX_GRAMS)
  }

  /** The blocks that hold the rarest of the grams; null: none can. */
  async function blocksWith(grams: readonly number[]): Promise<BlockSet | null> {
    let set: BlockSet | null = null
    for (const gram of await rarestOf(grams)) {
      const postings = await repository.postingsOf(gram)
      if (postings.length === 0) return null
      if (set) set.keep(postings)
      else set = createBlockSet(postings)
      if (set.isBelow(FEW_BLOCKS)) break
    }
    return set
  }

  function worksIn(scope: WorkScope | null): ReadonlySet<number> | null {
    if (!scope) return null
    const known = scopes.get(scope.name)
    if (known) return known
    const works = new Set(scope.workIds)
    scopes.set(scope.name, works)
    return works
  }

  async function begin(terms: readonly string[], scope: WorkScope | null): Promise<Search> {
    const works = worksIn(scope)
    const grams = [...new Set(terms.flatMap(gramsOfTerm))]
    const blocks = await blocksWith(grams)
    const candidates = new Int32Array(blocks ? files.ids.length : 0)
    let count = 0
    let worksLeft = 0
    if (blocks) {
      for (let index = 0; index < files.ids.length; index++) {
        if (!blocks.hasAny(files.first[index]!, files.counts[index]!)) continue
        if (works && !works.has(files.works[index]!)) continue
        if (count === 0 || files.works[candidates[count - 1]!] !== files.works[index]) worksLeft++
        candidates[count++] = index
      }
    }
    return {
      candidates: candidates.slice(0, count),
      blocks,
      next: 0,
      works: [],
      worksLeft,
      isSure: isOneGram(terms, grams),
    }
  }

  /** Looks into candidates until so many works have been found. */
  async function advance(search: Search, terms: readonly string[], wanted: number): Promise<void> {
    let canRead = MAX_READ_BLOCKS
    while (search.works.length < wanted && search.next < search.candidates.length && canRead > 0) {
      const groups = nextGroups(search, Math.min(WORKS_AT_ONCE, wanted - search.works.length))
      canRead = await fillGroups(search, terms, groups, canRead)
      search.works.push(...foundIn(groups))
    }
  }

  /** Looks into the candidates of works, of each until it has enough files; tells how many blocks may still be read. */
  async function fillGroups(search: Search, terms: readonly string[], groups: readonly Group[], blocks: number) {
    const groupOf = new Map(groups.map((group) => [group.workId, group]))
    let canRead = blocks
    while (canRead > 0) {
      const asked = groups.flatMap((group) => {
        const from = group.cursor
        group.cursor = Math.min(group.to, from + SUBTITLE_FILES_OF_A_WORK - group.files.length)
        return [...search.candidates.subarray(from, group.cursor)]
      })
      if (asked.length === 0) break
      canRead -= asked.reduce((sum, index) => sum + files.counts[index]!, 0)
      for (const found of lookInto(await textsAt(asked), terms, SUBTITLE_LINES_OF_A_FILE, search.blocks)) {
        groupOf.get(found.workId)?.files.push(found.file)
      }
    }
    return canRead
  }

  /** A page of a search whose candidates are results: those of other pages need not be looked into. */
  async function surePage(search: Search, terms: readonly string[], from: number, to: number): Promise<FoundInWork[]> {
    const cursor = { ...search, next: 0 }
    for (let skipped = 0; skipped < from; skipped += WORKS_AT_ONCE) {
      nextGroups(cursor, Math.min(WORKS_AT_ONCE, from - skipped))
    }
    const groups = nextGroups(cursor, to - from)
    await fillGroups(search, terms, groups, MAX_READ_BLOCKS)
    return foundIn(groups)
  }

  function textsAt(indexes: readonly number[]): Promise<FileText[]> {
    return repository.texts(indexes.map((index) => files.ids[index]!))
  }

  function nextGroups(search: Search, count: number): Group[] {
    const groups: Group[] = []
    while (search.next < search.candidates.length) {
      const workId = files.works[search.candidates[search.next]!]!
      const last = groups.at(-1)
      if (last?.workId === workId) {
        last.to = ++search.next
        continue
      }
      if (groups.length === count) break
      groups.push({ workId, cursor: search.next, to: ++search.next, files: [] })
      search.worksLeft--
    }
    return groups
  }

  return {
    /** Works or files have come or gone. */
    markStale: () => void (isStale = true),

    /**
     * A page of the works in whose subtitles the terms are found, newest first.
     *
     * @param terms  of `searchTerms`, at least one
     * @param page  from 1
     * @param scope  the works that are searched
     */
    async search(
      terms: readonly string[],
      page: number,
      pageSize: number,
      scope: WorkScope | null = null,
    ): Promise<Found> {
      await refresh()
      const key = `${terms.join('\n')}\n\n${scope?.name ?? ''}`
      const known = searches.get(key)
      const search = known ?? (await begin(terms, scope))
      if (!known) searches.set(key, search)
      const end = Math.min(page * pageSize, MAX_SUBTITLE_WORKS)
      const start = Math.min((page - 1) * pageSize, end)
      if (!search.isSure) await advance(search, terms, end)
      const total = search.works.length + search.worksLeft
      return {
        works: search.isSure ? await surePage(search, terms, start, end) : search.works.slice(start, end),
        total: Math.min(total, MAX_SUBTITLE_WORKS),
        isExact: (search.worksLeft === 0 || search.isSure) && total <= MAX_SUBTITLE_WORKS,
      }
    },

    /** All that is found in one work, whether it is in the index yet or not. */
    async searchWork(terms: readonly string[], workId: number): Promise<FoundInWork> {
      const found: FoundFile[] = []
      let lines = 0
      let canRead = MAX_READ_BLOCKS
      const all = await repository.filesOfWork(workId)
      for (let start = 0; start < all.length; start += FILES_AT_ONCE) {
        const some = all.slice(start, start + FILES_AT_ONCE)
        const texts = await repository.texts(some.map(({ fileId }) => fileId))
        for (const { file } of lookInto(texts, terms, MAX_SUBTITLE_LINES_IN_WORK, null)) {
          if (found.length >= MAX_SUBTITLE_FILES_IN_WORK || lines >= MAX_SUBTITLE_LINES_IN_WORK) {
            return { workId, files: found, hasMore: true }
          }
          const shown = file.lines.slice(0, MAX_SUBTITLE_LINES_IN_WORK - lines)
          lines += shown.length
          found.push({ ...file, lines: shown })
        }
        canRead -= some.reduce((sum, { blockCount }) => sum + blockCount, 0)
        if (canRead < 0 && start + FILES_AT_ONCE < all.length) return { workId, files: found, hasMore: true }
      }
      return { workId, files: found, hasMore: false }
    },
  }
}

export type SearchIndex = ReturnType<typeof createSearchIndex>

/** A work's candidates, from `cursor` to `to`, and what was found in those before. */
type Group = { workId: number; cursor: number; to: number; files: FoundFile[] }

function foundIn(groups: readonly Group[]): FoundInWork[] {
  return groups
    .filter(({ files }) => files.length > 0)
    .map(({ workId, files, cursor, to }) => ({ workId, files, hasMore: cursor < to }))
}

function* lookInto(texts: readonly FileText[], terms: readonly string[], maxLines: number, blocks: BlockSet | null) {
  for (const { fileId, workId, path, audioFileId, firstBlock, cues } of texts) {
    const lines = unpackCues(cues)
    const found = blocks
      ? findLinesInBlocks(lines, terms, blocksOf(lines), (index) => blocks.hasAny(firstBlock + index, 1))
      : findLines(lines, terms)
    if (found.length === 0) continue
    const shown = found.slice(0, maxLines).map(({ index, ranges }) => ({ ...lines[index]!, ranges }))
    yield { workId, file: { fileId, path, audioFileId, lineCount: found.length, lines: shown } }
  }
}

function emptyFiles(length = 0): Files {
  return {
    ids: new Int32Array(length),
    works: new Int32Array(length),
    first: new Int32Array(length),
    counts: new Int32Array(length),
  }
}
