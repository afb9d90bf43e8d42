import { startTask, untilEnded } from '#jobs/task-thread.ts'

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
 * @throws {Error} it failed ({@link BackupFailure} says why) or was cancelled; nothing is left of it
 */
export async function backUpInThread(task: BackupTask, { signal, onProgress }: Options): Promise<BackupMade> {
  const { promise: made, resolve, reject } = Promise.withResolvers<BackupMade>()
  // The thread may fail first.
  made.catch(() => {})
  const thread = startTask<BackupTask, FromBackupThread>({
    module: new URL('./backup.worker.ts', import.meta.url),
    name: 'backup',
    task,
    onMessage(message) {
      if (message.type === 'progress') onProgress(message.share)
      else if (message.type === 'made') resolve(message)
      else reject(new BackupFailure(message.message, message.reason))
    },
  })
  await untilEnded(thread, { signal, stopMessage: 'cancel' satisfies ToBackupThread })
  return made
}
