import { setImmediate as nextTurn } from 'node:timers/promises'

import { MAX_SUBTITLE_FILES_IN_WORK, MAX_SUBTITLE_LINES_IN_WORK } from '@otodana/contract'
import { LRUCache } from 'lru-cache'

import { type FoundFile, lookInto } from './look-into.ts'
import type { FoundInWork, SearchLimits } from './search-types.ts'
import type { SubtitleIndexRepository } from './subtitle-index.repository.ts'

const KEPT_SEARCHES = 24

type Lookup = Pick<SubtitleIndexRepository, 'filesOfWork' | 'texts'>

/** How far the files of a work have been looked into. */
type Progress = {
  /** Equal while the work's files are what they were. */
  state: string
  /** Files that are looked into together, those not looked into yet. */
  left: number[][]
  found: FoundFile[]
  lineCount: number
  /** More lines were found in the work than are given. */
  isFull: boolean
  /** Resolves when the search rests; two callers of the same search continue it one after the other. */
  turn: Promise<unknown>
}

/** Searches single works by looking into all of their files. */
export function createWorkSearch(repository: Lookup, limits: SearchLimits) {
  const searches = new LRUCache<string, Progress>({ max: KEPT_SEARCHES })

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
      // Lets other searches run, and notices that the client is gone.
      await nextTurn()
    }
  }

  /**
   * All that is found in one work, whether it is in the index yet or not. One that took too long goes on when it is asked again.
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

/** Ids of files that are looked into together: they have no more blocks than that, or it is one file. */
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
