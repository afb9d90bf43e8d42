import type { KikoeruContents } from '@otodana/contract'
import type { Logger } from 'pino'

import { startTask } from '#jobs/task-thread.ts'

import type { FromKikoeruThread, KikoeruEnd, KikoeruTask } from './kikoeru-messages.ts'
import type { ReportRow } from './report.ts'

type Listeners = {
  onContents: (contents: KikoeruContents) => void
  /** @param share  0 to 1 */
  onProgress: (share: number, rows: readonly ReportRow[]) => void
  onDoubtfulSecret: () => void
  log: Pick<Logger, 'error'>
}

export type KikoeruThread = {
  ended: Promise<KikoeruEnd>
  /** Stops it after the current rows. */
  cancel(): void
}

/** Reads an uploaded database in a thread: checking one of 500 MB takes seconds. */
export function startKikoeruThread(
  task: KikoeruTask,
  { onContents, onProgress, onDoubtfulSecret, log }: Listeners,
): KikoeruThread {
  let end: KikoeruEnd = { isCancelled: false, problem: 'failed' }
  const thread = startTask<KikoeruTask, FromKikoeruThread>({
    module: new URL('./kikoeru.worker.ts', import.meta.url),
    name: 'kikoeru',
    task,
    onMessage(message) {
      if (message.type === 'contents') onContents(message.contents)
      else if (message.type === 'progress') onProgress(message.share, message.rows)
      else if (message.type === 'doubtfulSecret') onDoubtfulSecret()
      else if (message.type === 'failed') log.error({ err: message.error }, message.message)
      else end = message.end
    },
  })
  const ended = thread.ended.then(
    () => end,
    (error: unknown): KikoeruEnd => {
      log.error({ err: error }, 'the thread that reads kikoeru ended too early')
      return { isCancelled: false, problem: 'failed' }
    },
  )
  return { ended, cancel: () => thread.send('cancel') }
}
