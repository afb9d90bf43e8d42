import { parentPort, workerData } from 'node:worker_threads'
import { type EncodeJob, runEncodeJob } from './encode-piece.ts'

export type RenderReply = { encoded: { key: string; bytes: Uint8Array }[] }

const port = parentPort
if (!port) throw new Error('render.worker.ts runs as a worker thread')
const { seed } = workerData as { seed: number }

port.on('message', (job: EncodeJob) => {
  void answer(job)
})

/** An error is not caught: it ends the thread, and the pool reports it. */
async function answer(job: EncodeJob): Promise<void> {
  const encoded = await runEncodeJob(job, seed)
  port?.postMessage({ encoded } satisfies RenderReply)
}
