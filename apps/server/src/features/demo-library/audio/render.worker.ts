import { parentPort, workerData } from 'node:worker_threads'
import { type EncodeJob, runEncodeJob } from './encode-piece.ts'

export type RenderReply = { encoded: { key: string; bytes: Uint8Array }[] }

const port = parentPort
if (!port) throw new Error('render.worker.ts runs as a worker thread')
const { seed } = workerData as { seed: number }

// an error ends the thread, which the pool reports with its cause
port.on('message', async (job: EncodeJob) => {
  const encoded = await runEncodeJob(job, seed)
  port.postMessage({ encoded } satisfies RenderReply)
})
