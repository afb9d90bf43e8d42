import { Worker } from 'node:worker_threads'
import type { DemoLibraryMessage } from './demo-library.worker.ts'
import type { Progress } from './make-library.ts'

export type DemoLibraryProgress = Progress

const DEFAULT_SEED = 20_260_901
const ALL_WORKS = 1000

/**
 * Makes the demo library below `dir`: about 40 invented works with synthesised sound, drawn covers and subtitles, some
 * 80 MB. Runs on threads of its own; the caller's event loop stays free. Each work is whole when it is in its place, so
 * the library can be scanned while it is made.
 *
 * After a kill it goes on where it was; a complete library of the same version and seed is left alone; one of another
 * version or seed is replaced, except for files that were changed or added since.
 *
 * @param seed       other sounds, pictures and figures for the same works
 * @param ffmpegPath adds opus, m4a and aac to some works; null or absent: none of them
 * @param onProgress called at once if anything is to be made, and at each step
 * @param works      only the first so many works
 * @returns whether anything was made, and how many works the library has
 * @throws {Error} if `dir` holds files that this function did not make, and whatever the disk says (full, read-only)
 */
export async function ensureDemoLibrary({
  dir,
  seed = DEFAULT_SEED,
  ffmpegPath = null,
  onProgress,
  works = ALL_WORKS,
}: {
  dir: string
  seed?: number
  ffmpegPath?: string | null
  onProgress?: (progress: DemoLibraryProgress) => void
  works?: number
}): Promise<{ created: boolean; works: number }> {
  const worker = new Worker(new URL('./demo-library.worker.ts', import.meta.url), {
    workerData: { dir, seed, ffmpegPath, works },
  })
  return new Promise((resolve, reject) => {
    worker.on('message', (message: DemoLibraryMessage) => {
      if ('result' in message) resolve(message.result)
      else onProgress?.(message.progress)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`The demo library's thread ended early (code ${code})`)))
  })
}
