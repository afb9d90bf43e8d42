import { setImmediate as nextTurn } from 'node:timers/promises'

import { MAX_SUBTITLE_WORKS, SUBTITLE_FILES_OF_A_WORK, SUBTITLE_LINES_OF_A_FILE } from '@otodana/contract'
import { LRUCache } from 'lru-cache'

import type { BlockSet } from '../text/block-set.ts'
import { blocksWith } from './blocks-with.ts'
import { createFileList, type Files } from './file-list.ts'
import { gramsOfTerm, isOneGram } from '../text/grams.ts'
import { type FoundFile, lookInto } from './look-into.ts'
import type { Found, FoundInWork, SearchLimits, WorkScope } from './search-types.ts'
import { createWorkSearch } from './search-work.ts'
import type { SubtitleIndexRepository } from './subtitle-index.repository.ts'

/** A hundred typical files take ten milliseconds. */
const LIMITS: SearchLimits = { sliceBlocks: 2_000, maxMs: 2_000 }

/** Works searched at once: as many as are missing, but more if few of many match. */
const MIN_WORKS_AT_ONCE = 8
const MAX_WORKS_AT_ONCE = 24
/** Searches whose next page is likely to be requested. */
const CACHED_SEARCHES = 24
const CACHED_SCOPES = 8

/** A scope was sent by name only, and its works are unknown. */
export class UnknownScope extends Error {
  constructor() {
    super('The works of the scope are not known')
    this.name = 'UnknownScope'
  }
}

/** A search and its possible results. */
type Search = {
  terms: readonly string[]
  files: Files
  /** Indexes of files that may contain the terms. */
  candidates: Int32Array
  /** Their blocks that may; null if there are none. */
  blocks: BlockSet | null
  /** Where the candidates of each work start. */
  workStarts: Int32Array
  /** Every candidate contains the terms. */
  isSure: boolean
  progress: Progress
  /** Resolves when the search pauses; concurrent callers of one search take turns. */
  turn: Promise<unknown>
}

/** The progress through a search's works; it can pause anywhere. */
type Progress = {
  /** Indexes in `workStarts`: the first work not started, and the one to stop before. */
  next: number
  end: number
  /** Started works in the order of results; the first one is incomplete. */
  open: Group[]
  works: FoundInWork[]
}

/** A work's candidates: those from `cursor` to `to` are unsearched; the matches of the others are in `files`. */
type Group = { workId: number; cursor: number; to: number; files: FoundFile[] }

type Stop = { signal: AbortSignal; isOver: () => boolean }

/** Searches the subtitle index. Blocks, so run it in a separate thread. */
export function createSearchIndex(repository: SubtitleIndexRepository, limits: SearchLimits = LIMITS) {
  const list = createFileList(repository)
  const searches = new LRUCache<string, Search>({ max: CACHED_SEARCHES })
  const scopes = new LRUCache<string, ReadonlySet<number>>({ max: CACHED_SCOPES })
  let listed: Files | null = null

  function stopAfterLimit(signal: AbortSignal): Stop {
    const endsAt = performance.now() + limits.maxMs
    return { signal, isOver: () => performance.now() >= endsAt }
  }

  function worksIn(scope: WorkScope | null): ReadonlySet<number> | null {
    if (!scope) return null
    const known = scopes.get(scope.name)
    if (known) return known
    if (!scope.workIds) throw new UnknownScope()
    const works = new Set(scope.workIds)
    scopes.set(scope.name, works)
    return works
  }

  async function begin(terms: readonly string[], files: Files, scope: WorkScope | null): Promise<Search> {
    const works = worksIn(scope)
    const grams = [...new Set(terms.flatMap(gramsOfTerm))]
    const blocks = await blocksWith(repository, grams)
    const candidates = new Int32Array(blocks ? files.ids.length : 0)
    const workStarts: number[] = []
    let count = 0
    for (let index = 0; blocks && index < files.ids.length; index++) {
      if (!blocks.hasAny(files.first[index]!, files.counts[index]!)) continue
      if (works && !works.has(files.works[index]!)) continue
      if (count === 0 || files.works[candidates[count - 1]!] !== files.works[index]) workStarts.push(count)
      candidates[count++] = index
    }
    return {
      terms,
      files,
      candidates: candidates.slice(0, count),
      blocks,
      workStarts: Int32Array.from(workStarts),
      isSure: terms.length === 1 && isOneGram(terms[0]!),
      progress: { next: 0, end: workStarts.length, open: [], works: [] },
      turn: Promise.resolve(),
    }
  }

  async function searchOf(terms: readonly string[], scope: WorkScope | null): Promise<Search> {
    const files = await list.current()
    if (files !== listed) searches.clear()
    listed = files
    const key = `${terms.join('\n')}\n\n${scope?.name ?? ''}`
    const known = searches.get(key)
    if (known) return known
    const search = await begin(terms, files, scope)
    if (files === listed) searches.set(key, search)
    return search
  }

  /** Searches candidates in slices until enough works are found or all have been searched. */
  async function advance(search: Search, progress: Progress, wanted: number, stop: Stop): Promise<void> {
    for (let slices = 0; progress.works.length < wanted; slices++) {
      stop.signal.throwIfAborted()
      openWorks(search, progress, wanted - progress.works.length)
      if (progress.open.length === 0 || (slices > 0 && stop.isOver())) return
      await lookIntoSlice(search, progress)
      // Lets other searches run, and detects that the client has disconnected.
      await nextTurn()
    }
  }

  function openWorks({ files, candidates, workStarts }: Search, progress: Progress, missing: number): void {
    const count = Math.max(MIN_WORKS_AT_ONCE, Math.min(missing, MAX_WORKS_AT_ONCE))
    while (progress.open.length < count && progress.next < progress.end) {
      const cursor = workStarts[progress.next++]!
      const to = workStarts[progress.next] ?? candidates.length
      progress.open.push({ workId: files.works[candidates[cursor]!]!, cursor, to, files: [] })
    }
  }

  /** Searches the next files of started works, until each has enough. On failure, nothing has changed. */
  async function lookIntoSlice({ files, candidates, terms, blocks }: Search, progress: Progress): Promise<void> {
    const asked = new Map<number, { group: Group; index: number }>()
    const cursors = new Map<Group, number>()
    let blockCount = 0
    for (const group of progress.open) {
      const end = Math.min(group.to, group.cursor + SUBTITLE_FILES_OF_A_WORK - group.files.length)
      let cursor = group.cursor
      for (; cursor < end; cursor++) {
        const index = candidates[cursor]!
        blockCount += files.counts[index]!
        if (blockCount > limits.sliceBlocks && asked.size > 0) break
        asked.set(files.ids[index]!, { group, index })
      }
      cursors.set(group, cursor)
      if (blockCount > limits.sliceBlocks) break
    }
    const found = (await repository.texts([...asked.keys()])).flatMap((text) => {
      const { group, index } = asked.get(text.fileId)!
      // The file has been indexed again since, so the blocks do not apply to it.
      const isAsListed = text.firstBlock === files.first[index]
      const file = lookInto(text, terms, SUBTITLE_LINES_OF_A_FILE, isAsListed ? blocks : null)
      return file ? [{ group, file }] : []
    })
    for (const { group, file } of found) group.files.push(file)
    for (const [group, cursor] of cursors) group.cursor = cursor
    while (progress.open[0] && isLookedThrough(progress.open[0])) {
      const { workId, files, cursor, to } = progress.open.shift()!
      if (files.length > 0) progress.works.push({ workId, files, hasMore: cursor < to })
    }
  }

  return {
    /** Called when works or files were added or removed; later searches notice it after a moment. */
    markStale: list.markStale,
    /** Called when the next search must notice a change. */
    reload: list.reload,

    /**
     * Returns a page of works whose subtitles contain the terms, newest first. Repeating a partial search continues it.
     *
     * @param terms  of `searchTerms`, at least one
     * @param page  counted from 1
     * @param scope  the works to search
     * @throws {UnknownScope} call again with the works
     * @throws the signal's reason
     */
    async search(
      terms: readonly string[],
      page: number,
      pageSize: number,
      scope: WorkScope | null = null,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<Found> {
      const stop = stopAfterLimit(signal)
      const search = await searchOf(terms, scope)
      const to = Math.min(page * pageSize, MAX_SUBTITLE_WORKS)
      const from = Math.min((page - 1) * pageSize, to)
      if (search.isSure) {
        // Every candidate is a result, so other pages need not be searched.
        const total = search.workStarts.length
        const progress: Progress = { next: Math.min(from, total), end: Math.min(to, total), open: [], works: [] }
        await advance(search, progress, to - from, stop)
        const isPartial = progress.open.length > 0
        const isExact = total <= MAX_SUBTITLE_WORKS
        return { works: progress.works, total: Math.min(total, MAX_SUBTITLE_WORKS), isExact, isPartial }
      }
      const { progress } = search
      const turn = search.turn.then(() => advance(search, progress, to, stop))
      search.turn = turn.catch(() => {})
      await turn
      const left = progress.open.length + progress.end - progress.next
      const total = progress.works.length + left
      return {
        works: progress.works.slice(from, to),
        total: Math.min(total, MAX_SUBTITLE_WORKS),
        isExact: left === 0 && total <= MAX_SUBTITLE_WORKS,
        isPartial: left > 0 && progress.works.length < to,
      }
    },

    searchWork: createWorkSearch(repository, limits),
  }
}

export type SearchIndex = ReturnType<typeof createSearchIndex>

function isLookedThrough({ cursor, to, files }: Group): boolean {
  return cursor === to || files.length === SUBTITLE_FILES_OF_A_WORK
}
