import { openDatabase } from '#db/open.ts'
import { AppError } from '#http/errors/app-error.ts'
import { yieldToRequests } from '#jobs/background-thread.ts'
import { serveTasks } from '#jobs/serve-tasks.ts'

import { scanLibrary } from './scan.ts'
import type { FromScanThread, ScanTask, ToScanThread } from './scan-messages.ts'
import type { ScanLog } from '../scan-types.ts'

yieldToRequests()

serveTasks<ScanTask, FromScanThread, ToScanThread>(async (task, { send, onMessage }) => {
  const forward = (level: keyof ScanLog) => (fields: object, message: string) =>
    send({ type: 'log', level, fields, message })
  const cancel = new AbortController()
  onMessage(() => cancel.abort())
  const log = { info: forward('info'), warn: forward('warn'), error: forward('error') }
  const database = await openDatabase(task.location, {
    connections: 2,
    onPoolError: (error) => log.warn({ err: error }, 'the scan lost a database connection'),
  })
  try {
    const result = await scanLibrary(
      { ...task, database, log },
      {
        trigger: task.trigger,
        allowMissing: task.allowMissing,
        full: task.full,
        within: task.within,
        holder: task.holder,
        signal: cancel.signal,
        onStarted: () => send({ type: 'started' }),
        onProgress: (counts) => send({ type: 'progress', counts }),
        onStored: () => send({ type: 'stored' }),
      },
    )
    send({ type: 'finished', result })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'scan.running')) throw error
    send({ type: 'refused' })
  } finally {
    await database.close()
  }
})
