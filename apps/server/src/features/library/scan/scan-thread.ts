import { Worker } from 'node:worker_threads'

import type { ScanCounts } from '@otodana/contract'

import type { FromScanThread, ScanTask, ToScanThread } from './scan-messages.ts'
import type { ScanLog, ScanResult } from '../scan-types.ts'

export type ScanThread = {
  /** Whether the scan began (`false`: another process scans already). @throws {Error} when the thread broke before it could tell */
  started: Promise<boolean>
  /** null: it was refused. @throws {Error} when the thread broke down */
  finished: Promise<ScanResult | null>
  /** Asks it to stop after the works it is at. */
  cancel(): void
  /** Ends it now; what it was about to store is lost. */
  kill(): Promise<void>
}

type Listeners = {
  log: ScanLog
  onProgress(counts: ScanCounts): void
  /** Something was committed. */
  onStored(): void
}

/** Runs one scan in a thread of its own, with its own connection, so that requests never wait for the disk. */
export function startScanThread(task: ScanTask, { log, onProgress, onStored }: Listeners): ScanThread {
  const started = Promise.withResolvers<boolean>()
  const finished = Promise.withResolvers<ScanResult | null>()
  // The caller may await only one of the two promises.
  started.promise.catch(() => {})
  finished.promise.catch(() => {})
  let result: ScanResult | null = null
  let wasRefused = false

  const worker = new Worker(new URL('./scan.worker.ts', import.meta.url), { workerData: task, name: 'scan' })
  worker.on('message', (message: FromScanThread) => {
    if (message.type === 'started') started.resolve(true)
    else if (message.type === 'refused') {
      wasRefused = true
      started.resolve(false)
    } else if (message.type === 'progress') onProgress(message.counts)
    else if (message.type === 'stored') onStored()
    else if (message.type === 'log') log[message.level](message.fields, message.message)
    else result = message.result
  })
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => {
    if (result || wasRefused) finished.resolve(result)
    else fail(new Error(`The scan's thread ended too early (${code})`))
    if (result?.state === 'failed') started.reject(new Error(result.error ?? 'The scan could not begin'))
  })

  function fail(error: Error) {
    started.reject(error)
    finished.reject(error)
  }

  return {
    started: started.promise,
    finished: finished.promise,
    cancel: () => worker.postMessage('cancel' satisfies ToScanThread),
    kill: async () => {
      await worker.terminate()
    },
  }
}
