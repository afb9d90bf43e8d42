import { parentPort, workerData } from 'node:worker_threads'
import { makeLibrary, type MakeOptions, type Progress } from './make-library.ts'

export type DemoLibraryMessage = { progress: Progress } | { result: { created: boolean; works: number } }

const port = parentPort
if (!port) throw new Error('demo-library.worker.ts runs as a worker thread')
const send = (message: DemoLibraryMessage) => port.postMessage(message)

// an error ends the thread with it, and so reaches the one who waits
const result = await makeLibrary(workerData as MakeOptions, (progress) => send({ progress }))
send({ result })
