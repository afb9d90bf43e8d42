import type { SubtitleIndexRepository } from './subtitle-index.repository.ts'

/** The files that results are found in, in the order of results, and the blocks of each. */
export type Files = { ids: Int32Array; works: Int32Array; first: Int32Array; counts: Int32Array }

/**
 * The list is read again after a change: at once where that is quick, and where it takes longer so much later, up to two
 * seconds, that searches have most of the time.
 */
const PAUSE_OF_RELOADS = 10
const LONGEST_PAUSE_MS = 2_000

/** The list of files that can be found, kept in memory. */
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
    /** Has it read again at once. */
    reload(): void {
      isStale = true
      loadedAtMs = Number.NEGATIVE_INFINITY
    },

    /** The files as they are, or were up to two seconds ago: another object after every change. */
    async current(): Promise<Files> {
      if (performance.now() - loadedAtMs < Math.min(PAUSE_OF_RELOADS * loadMs, LONGEST_PAUSE_MS)) return files
      // It is read once for all that ask meanwhile.
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
