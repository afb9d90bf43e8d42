import type { FromWorker, ToWorker } from './local-subtitles.worker.ts'
import { LocalSubtitleError } from './problems.ts'
import type { ImportedPackage, ImportOptions } from './types.ts'
import type { Task } from './worker-tasks.ts'

/**
 * Imports a zip package in a worker. Nothing of it is visible until it is complete; remains of a closed tab are cleared
 * later.
 *
 * @throws {LocalSubtitleError} of any kind
 */
export async function importPackage(file: File, options: ImportOptions = {}): Promise<ImportedPackage> {
  const imported = await inWorker({ kind: 'import', file }, options)
  if (!imported) throw new Error('the worker imported nothing and said nothing')
  return imported
}

/** Deletes a package with its records, and contents used by no other package; does nothing if it does not exist. */
export async function deletePackage(packageId: number): Promise<void> {
  await inWorker({ kind: 'delete', packageId })
}

/** Clears remains of interrupted imports. */
export async function sweepOrphans(): Promise<void> {
  await inWorker({ kind: 'sweep', now: Date.now() })
}

function inWorker(task: Task, { signal, onProgress }: ImportOptions = {}): Promise<ImportedPackage | null> {
  if (signal?.aborted) return Promise.reject(new LocalSubtitleError({ kind: 'cancelled' }))
  const worker = new Worker(new URL('./local-subtitles.worker.ts', import.meta.url), { type: 'module' })
  const tell = (message: ToWorker) => worker.postMessage(message)
  // The worker rolls back, and then reports that it was cancelled.
  const cancel = () => tell({ kind: 'cancel' })
  signal?.addEventListener('abort', cancel)
  const ended = new Promise<ImportedPackage | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'progress') onProgress?.(data.progress)
      else if (data.kind === 'done') resolve(data.imported)
      else reject(new LocalSubtitleError(data.problem))
    })
    worker.addEventListener('error', (event) => {
      const message = event.message || 'The worker could not be started'
      reject(new LocalSubtitleError({ kind: 'unknown', message }))
    })
    tell(task)
  })
  return ended.finally(() => {
    signal?.removeEventListener('abort', cancel)
    worker.terminate()
  })
}
