import type { SubtitleIndexRepository } from './subtitle-index.repository.ts'

/** The searchable files, in the order of results, with their blocks. */
export type Files = { ids: Int32Array; works: Int32Array; first: Int32Array; counts: Int32Array }

/**
 * After a change the list is reloaded: at once if that is quick, otherwise after up to two seconds, so that searches
 * get most of the time.
 */
const PAUSE_OF_RELOADS = 10
const LONGEST_PAUSE_MS = 2_000

/** The list of searchable files, in memory. */
export function createFileList(repository: SubtitleIndexRepository) {
  let files = emptyFiles(0)
  let version = -1
  let isStale = true
  let loadedAtMs = Number.NEGATIVE_INFINITY
  let loadMs = 0

  let loading: Promise<Files> | null = null

  async function load(): Promise<Files> {
    const current = await repository.version()
    if (!isStale && current === version) return files
    const startedAt = performance.now()
    isStale = false
    const rows = await repository.listFiles().catch((error: unknown) => {
      isStale = true
      throw error
    })
    const loaded = emptyFiles(rows.length)
    for (const [index, row] of rows.entries()) {
      loaded.ids[index] = row.fileId
      loaded.works[index] = row.workId
      loaded.first[index] = row.firstBlock
      loaded.counts[index] = row.blockCount
    }
    files = loaded
    version = current
    loadedAtMs = performance.now()
    loadMs = loadedAtMs - startedAt
    return files
  }

  return {
    markStale: () => void (isStale = true),
    /** Reloads it at once. */
    reload(): void {
      isStale = true
      loadedAtMs = Number.NEGATIVE_INFINITY
    },

    /** Returns the current files, at most two seconds old; a new object after each change. */
    async current(): Promise<Files> {
      if (performance.now() - loadedAtMs < Math.min(PAUSE_OF_RELOADS * loadMs, LONGEST_PAUSE_MS)) return files
      // One load for all concurrent callers.
      loading ??= load().finally(() => (loading = null))
      return loading
    },
  }
}

function emptyFiles(length: number): Files {
  return {
    ids: new Int32Array(length),
    works: new Int32Array(length),
    first: new Int32Array(length),
    counts: new Int32Array(length),
  }
}
