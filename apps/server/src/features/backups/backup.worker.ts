import { writeBackup } from '#db/backup/write-backup.ts'
import { isDiskFull } from '#db/dialect.ts'
import { yieldToRequests } from '#jobs/background-thread.ts'
import { serveTasks } from '#jobs/serve-tasks.ts'

import type { BackupTask, FromBackupThread, ToBackupThread } from './backup-messages.ts'

yieldToRequests()

serveTasks<BackupTask, FromBackupThread, ToBackupThread>(async (task, { send, onMessage }) => {
  const cancel = new AbortController()
  onMessage(() => cancel.abort(new Error('The backup was cancelled')))
  try {
    const { sizeBytes, missingCovers } = await writeBackup({
      ...task,
      signal: cancel.signal,
      onProgress: ({ done, total }) => send({ type: 'progress', share: total === 0 ? 0 : done / total }),
    })
    send({ type: 'made', sizeBytes, missingCovers })
  } catch (error) {
    // Only its text would survive the way between threads.
    const message = error instanceof Error ? error.message : String(error)
    send({ type: 'failed', reason: isDiskFull(error) ? 'noRoom' : 'other', message })
  }
})
