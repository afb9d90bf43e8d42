import { Worker } from 'node:worker_threads'

import type { BackupMade, BackupTask, FromBackupThread, ToBackupThread } from './backup-messages.ts'

export class BackupFailure extends Error {
  override readonly name = 'BackupFailure'
  readonly reason: 'noRoom' | 'other'

  constructor(message: string, reason: 'noRoom' | 'other') {
    super(message)
    this.reason = reason
  }
}

type Options = { signal: AbortSignal; onProgress: (share: number) => void }

/**
 * Makes a backup in a thread of its own: SQLite copies many rows with one call, which would block requests.
 *
 * @throws {BackupFailure} it failed or was cancelled; nothing is left of it
 */
export function backUpInThread(task: BackupTask, { signal, onProgress }: Options): Promise<BackupMade> {
  const { promise, resolve, reject } = Promise.withResolvers<BackupMade>()
  const worker = new Worker(new URL('./backup.worker.ts', import.meta.url), { workerData: task, name: 'backup' })
  const cancel = () => worker.postMessage('cancel' satisfies ToBackupThread)
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  worker.on('message', (message: FromBackupThread) => {
    if (message.type === 'progress') onProgress(message.total === 0 ? 0 : message.done / message.total)
    else if (message.type === 'done') resolve(message)
    else reject(new BackupFailure(message.message, message.reason))
  })
  worker.on('error', (error) => reject(new BackupFailure(String(error), 'other')))
  worker.on('exit', (code) => {
    signal.removeEventListener('abort', cancel)
    reject(new BackupFailure(`The thread of the backup has ended (${code})`, 'other'))
  })
  return promise
}
