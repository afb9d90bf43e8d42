import { setImmediate as nextTurn } from 'node:timers/promises'

import { MAX_SUBTITLE_FILES_IN_WORK, MAX_SUBTITLE_LINES_IN_WORK } from '@otodana/contract'
import { LRUCache } from 'lru-cache'

import { type FoundFile, lookInto } from './look-into.ts'
import type { FoundInWork, SearchLimits } from './search-types.ts'
import type { SubtitleIndexRepository } from './subtitle-index.repository.ts'

const CACHED_SEARCHES = 24

type Lookup = Pick<SubtitleIndexRepository, 'filesOfWork' | 'texts'>

/** Progress through a work's files. */
type Progress = {
  /** Equal while the work's files are unchanged. */
  state: string
  /** Unsearched files, grouped into slices. */
  left: number[][]
  found: FoundFile[]
  lineCount: number
  /** Whether the work has more matches than returned. */
  isFull: boolean
  /** Resolves when the search pauses; concurrent callers of one search take turns. */
  turn: Promise<unknown>
}

/** Searches single works by reading all of their files. */
export function createWorkSearch(repository: Lookup, limits: SearchLimits) {
  const searches = new LRUCache<string, Progress>({ max: CACHED_SEARCHES })

  async function progressOf(terms: readonly string[], workId: number): Promise<Progress> {
    const files = await repository.filesOfWork(workId)
    const state = JSON.stringify(files)
    const key = `${workId} ${terms.join('\n')}`
    const known = searches.get(key)
    if (known?.state === state) return known
    const left = slicesOf(files, limits.sliceBlocks)
    const progress = { state, left, found: [], lineCount: 0, isFull: false, turn: Promise.resolve() }
    searches.set(key, progress)
    return progress
  }

  async function advance(progress: Progress, terms: readonly string[], signal: AbortSignal): Promise<void> {
    const endsAt = performance.now() + limits.maxMs
    for (let slices = 0; progress.left.length > 0 && !progress.isFull; slices++) {
      signal.throwIfAborted()
      if (slices > 0 && performance.now() >= endsAt) return
      const texts = await repository.texts(progress.left[0]!)
      const found = texts.flatMap((text) => lookInto(text, terms, MAX_SUBTITLE_LINES_IN_WORK, null) ?? [])
      progress.left.shift()
      for (const file of found) add(progress, file)
      // Lets other searches run, and detects that the client has disconnected.
      await nextTurn()
    }
  }

  /**
   * Returns all matches in one work, indexed or not. Repeating a partial search continues it.
   *
   * @param terms  of `searchTerms`, at least one
   * @throws the signal's reason
   */
  return async function searchWork(
    terms: readonly string[],
    workId: number,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<FoundInWork & { isPartial: boolean }> {
    const progress = await progressOf(terms, workId)
    const turn = progress.turn.then(() => advance(progress, terms, signal))
    progress.turn = turn.catch(() => {})
    await turn
    const isPartial = progress.left.length > 0 && !progress.isFull
    return { workId, files: [...progress.found], hasMore: progress.isFull || isPartial, isPartial }
  }
}

function add(progress: Progress, file: FoundFile): void {
  const room = MAX_SUBTITLE_LINES_IN_WORK - progress.lineCount
  if (room <= 0 || progress.found.length >= MAX_SUBTITLE_FILES_IN_WORK) {
    progress.isFull = true
    return
  }
  const lines = file.lines.slice(0, room)
  progress.lineCount += lines.length
  progress.found.push({ ...file, lines })
}

/** Groups file ids into slices of limited size, with at least one file. */
function slicesOf(files: readonly { fileId: number; blockCount: number }[], maxBlocks: number): number[][] {
  const slices: number[][] = []
  let blocks = 0
  for (const { fileId, blockCount } of files) {
    blocks += blockCount
    const last = slices.at(-1)
    if (last && blocks <= maxBlocks) last.push(fileId)
    else {
      slices.push([fileId])
      blocks = blockCount
    }
  }
  return slices
}
