import { type LocalSubtitleProblem, problemOf } from './problems.ts'
import type { ImportedPackage, ImportProgress } from './types.ts'
import { startUnpackers } from './import/unpackers.ts'
import { type Task, runTask } from './worker-tasks.ts'

export type ToWorker = Task | { kind: 'cancel' }
export type FromWorker =
  | { kind: 'progress'; progress: ImportProgress }
  | { kind: 'done'; imported: ImportedPackage | null }
  | { kind: 'failed'; problem: LocalSubtitleProblem }

/** Ten times a second. */
const PROGRESS_MS = 100

const controller = new AbortController()
let toldAt = 0

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'cancel') controller.abort()
  else void run(data)
})

async function run(task: Task): Promise<void> {
  const threads = navigator.hardwareConcurrency || 2
  const unpackers = startUnpackers(task.kind === 'import' ? threads : 0)
  try {
    const { signal } = controller
    // Each thread unpacks one block while another is queued.
    const lanes = 2 * threads
    const imported = await runTask(task, { signal, onProgress, unpack: unpackers.unpack, lanes })
    tell({ kind: 'done', imported })
  } catch (error) {
    const problem = await problemOf(error, controller.signal.aborted)
    tell({ kind: 'failed', problem })
  } finally {
    unpackers.stop()
  }
}

function onProgress(progress: ImportProgress): void {
  const now = Date.now()
  if (now - toldAt < PROGRESS_MS && progress.done < progress.total) return
  toldAt = now
  tell({ kind: 'progress', progress })
}

function tell(message: FromWorker): void {
  postMessage(message)
}
