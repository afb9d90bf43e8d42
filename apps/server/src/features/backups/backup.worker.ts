import { parentPort, workerData } from 'node:worker_threads'

import { writeBackup } from '#db/backup/write-backup.ts'
import { isDiskFull } from '#db/dialect.ts'
import { yieldToRequests } from '#jobs/background-thread.ts'

import type { BackupTask, FromBackupThread, ToBackupThread } from './backup-messages.ts'

const port = parentPort
if (!port) throw new Error('backup.worker.ts runs as a worker thread only')

yieldToRequests()
const send = (message: FromBackupThread) => port.postMessage(message)
const stop = new AbortController()
port.on('message', (_message: ToBackupThread) => stop.abort(new Error('The backup was cancelled')))
try {
  const { sizeBytes, missingCovers } = await writeBackup({
    ...(workerData as BackupTask),
    signal: stop.signal,
    onProgress: ({ done, total }) => send({ type: 'progress', done, total }),
  })
  send({ type: 'done', sizeBytes, missingCovers })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  send({ type: 'failed', reason: isDiskFull(error) ? 'noRoom' : 'other', message })
} finally {
  port.close()
}
