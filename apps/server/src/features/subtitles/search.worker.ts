import { parentPort, workerData } from 'node:worker_threads'

import { sql } from 'kysely'

import { openDatabase } from '#db/open.ts'

import { answerSearch } from './answer-search.ts'
import { createSearchIndex } from './search-index.ts'
import type { FromSearchThread, SearchTask, ToSearchThread } from './search-thread.ts'
import { createSubtitleIndexRepository } from './subtitle-index.repository.ts'

const port = parentPort
if (!port) throw new Error('search.worker.ts runs as a worker thread only')

const send = (message: FromSearchThread) => port.postMessage(message)
const { location } = workerData as SearchTask
const database = await openDatabase(location, { connections: 2, onPoolError: () => {} })
// What is read lies all over a file that may be large; looking at it in memory spares a call for each page.
if (database.dialect === 'sqlite') await sql`pragma mmap_size = 8589934592`.execute(database.read)
const repository = createSubtitleIndexRepository(database.read)
const searches = createSearchIndex(repository)

/** One after the other: searches share what has been found so far. */
let last = Promise.resolve()

port.on('message', (message: ToSearchThread) => {
  if (message.type === 'stale') searches.markStale()
  else last = last.then(() => (message.type === 'close' ? close() : answer(message)))
})

async function answer({ id, asked }: Extract<ToSearchThread, { type: 'search' }>): Promise<void> {
  try {
    const page = await answerSearch({ searches, repository }, asked, new AbortController().signal)
    send({ type: 'answer', id, json: page && JSON.stringify(page) })
  } catch (error) {
    send({ type: 'failed', id, error: error instanceof Error ? error : new Error(String(error)) })
  }
}

async function close(): Promise<void> {
  await database.close()
  port?.close()
}
