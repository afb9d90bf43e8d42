import type { ScanCounts } from '@otodana/contract'

import { startTask } from '#jobs/task-thread.ts'

import type { FromScanThread, ScanTask, ToScanThread } from './scan-messages.ts'
import type { ScanLog, ScanResult } from '../scan-types.ts'

export type ScanThread = {
  /** Whether the scan began (`false`: another process is scanning). @throws {Error} the thread failed before */
  started: Promise<boolean>
  /** null: refused. @throws {Error} the thread failed */
  finished: Promise<ScanResult | null>
  /** Stops it after the current works. */
  cancel(): void
  /** Ends it now, without storing pending results. */
  kill(): Promise<void>
}

type Listeners = {
  log: ScanLog
  onProgress(counts: ScanCounts): void
  /** Called after each commit. */
  onStored(): void
}

/** Runs one scan in its own thread with its own connection, so that requests never wait for the disk. */
export function startScanThread(task: ScanTask, { log, onProgress, onStored }: Listeners): ScanThread {
  const started = Promise.withResolvers<boolean>()
  const finished = Promise.withResolvers<ScanResult | null>()
  // The caller may await only one of the two promises.
  started.promise.catch(() => {})
  finished.promise.catch(() => {})
  let result: ScanResult | null = null
  let wasRefused = false

  const thread = startTask<ScanTask, FromScanThread>({
    module: new URL('./scan.worker.ts', import.meta.url),
    name: 'scan',
    task,
    onMessage(message) {
      if (message.type === 'started') started.resolve(true)
      else if (message.type === 'refused') {
        wasRefused = true
        started.resolve(false)
      } else if (message.type === 'progress') onProgress(message.counts)
      else if (message.type === 'stored') onStored()
      else if (message.type === 'log') log[message.level](message.fields, message.message)
      else result = message.result
    },
  })
  thread.ended.then(end, fail)

  function end() {
    if (result || wasRefused) finished.resolve(result)
    else fail(new Error('The scan ended without a result'))
    if (result?.state === 'failed') started.reject(new Error(result.error ?? 'The scan could not start'))
  }

  function fail(error: unknown) {
    started.reject(error)
    finished.reject(error)
  }

  return {
    started: started.promise,
    finished: finished.promise,
    cancel: () => thread.send('cancel' satisfies ToScanThread),
    kill: () => thread.kill(),
  }
}
