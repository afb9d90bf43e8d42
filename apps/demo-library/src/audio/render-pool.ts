import { Worker } from 'node:worker_threads'
import type { EncodeJob, Encoded } from './encode-piece.ts'
import type { RenderReply } from './render.worker.ts'

/**
 * Encodes all jobs on `threads` threads, in the order given, and reports each when it is done.
 *
 * @throws the first error of any thread; the others are stopped
 */
export async function encodeAll(
  jobs: readonly EncodeJob[],
  { seed, threads, onEncoded }: { seed: number; threads: number; onEncoded: (encoded: Encoded[]) => void },
): Promise<void> {
  const waiting = [...jobs]
  const workers: Worker[] = []
  async function runThread(): Promise<void> {
    const worker = new Worker(new URL('./render.worker.ts', import.meta.url), { workerData: { seed } })
    workers.push(worker)
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const { encoded } = await ask(worker, job)
      onEncoded(encoded)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, runThread))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

function ask(worker: Worker, job: EncodeJob): Promise<RenderReply> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      act()
    }
    const onMessage = (reply: RenderReply) => settle(() => resolve(reply))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = (code: number) => settle(() => reject(new Error(`A render thread ended early (code ${code})`)))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(job)
  })
}
