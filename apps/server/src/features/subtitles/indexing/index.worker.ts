import { parentPort, workerData } from 'node:worker_threads'

import { openDatabase } from '#db/open.ts'
import { yieldToRequests } from '#jobs/background-thread.ts'
import { createStorage } from '#storage/create-storage.ts'

import { indexSubtitles } from './index-subtitles.ts'
import type { FromIndexThread, IndexTask } from './index-messages.ts'

const port = parentPort
if (!port) throw new Error('index.worker.ts runs as a worker thread only')

yieldToRequests()

const send = (message: FromIndexThread) => port.postMessage(message)
const { location, roots, s3 } = workerData as IndexTask
const stop = new AbortController()
port.on('message', () => stop.abort())

const warn = (fields: object, message: string) => send({ type: 'log', fields, message })
const database = await openDatabase(location, {
  connections: 2,
  onPoolError: (error) => warn({ err: error }, 'indexing subtitles lost a database connection'),
})
try {
  const counts = await indexSubtitles({
    database,
    storage: createStorage(roots, s3),
    signal: stop.signal,
    onProgress: (share) => send({ type: 'progress', share }),
    onIndexed: () => send({ type: 'indexed' }),
    log: { warn },
  })
  send({ type: 'finished', counts })
} finally {
  await database.close()
  // The open port would keep the thread alive.
  port.close()
}
