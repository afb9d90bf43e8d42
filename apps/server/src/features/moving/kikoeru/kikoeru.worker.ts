import { openForeignSqlite } from '#db/foreign-sqlite.ts'
import { openDatabase } from '#db/open.ts'
import { yieldToRequests } from '#jobs/background-thread.ts'
import { serveTasks } from '#jobs/serve-tasks.ts'

import { mergeWaiting } from '../members/waiting.ts'
import { contentsOf } from './contents.ts'
import type { FromKikoeruThread, KikoeruTask } from './kikoeru-messages.ts'
import type { ReportRow } from './report.ts'
import { readKikoeru } from './source.ts'
import { takeOverKikoeru } from './take-over.ts'
import { problemOf } from './take-over-error.ts'

yieldToRequests()

serveTasks<KikoeruTask, FromKikoeruThread, 'cancel'>(async (task, { send, onMessage }) => {
  const { location, path, folder, takeOver } = task
  const cancel = new AbortController()
  const { signal } = cancel
  onMessage(() => cancel.abort())
  const failed = (message: string) => (error: unknown) => send({ type: 'failed', error, message })
  let rows: ReportRow[] = []
  const sendProgress = (share: number) => {
    send({ type: 'progress', share, rows })
    rows = []
  }
  try {
    await using foreign = await openForeignSqlite(path, folder)
    const database = await openDatabase(location, {
      connections: 2,
      onPoolError: failed('the import from kikoeru lost a database connection'),
    })
    try {
      send({ type: 'contents', contents: await contentsOf(readKikoeru(foreign), database) })
      if (takeOver) {
        const onRow = (row: ReportRow) => void rows.push(row)
        await takeOverKikoeru(database, foreign, {
          ...takeOver,
          signal,
          onRow,
          onProgress: sendProgress,
          onDoubtfulSecret: () => send({ type: 'doubtfulSecret' }),
        })
        if (!takeOver.dryRun) {
          await mergeWaiting(database, { signal, onFailed: failed('what waited for its work could not be imported') })
        }
        sendProgress(1)
      }
    } finally {
      await database.close()
    }
    send({ type: 'end', end: { isCancelled: false, problem: null } })
  } catch (error) {
    sendProgress(0)
    const problem = problemOf(error)
    if (!signal.aborted && problem === 'failed') failed('the import from kikoeru failed')(error)
    send({ type: 'end', end: { isCancelled: signal.aborted, problem: signal.aborted ? null : problem } })
  }
})
