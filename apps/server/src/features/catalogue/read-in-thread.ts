import { on } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { CatalogueChange } from '@otodana/catalogue'

import type { DatabaseLocation } from '#db/open.ts'

import type { FromReader } from './reader-messages.ts'

/**
 * Reads the whole catalogue like `readEverything`, in a thread of its own: the next pages are read while the caller takes
 * one in. The thread ends with the iteration.
 *
 * @param onStart  called with the thread
 * @throws {Error} the database cannot be read
 */
export async function* readInThread(
  location: DatabaseLocation,
  onStart: (thread: Worker) => void = () => {},
): AsyncGenerator<CatalogueChange[]> {
  const worker = new Worker(new URL('./read-everything.worker.ts', import.meta.url), {
    name: 'catalogue',
    workerData: location,
  })
  onStart(worker)
  let isWhole = false
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromReader]>) {
      if (message === 'end') {
        isWhole = true
        continue
      }
      yield message
      worker.postMessage('taken')
    }
    if (!isWhole) throw new Error('The thread that reads the catalogue ended too early')
  } finally {
    await worker.terminate()
  }
}
