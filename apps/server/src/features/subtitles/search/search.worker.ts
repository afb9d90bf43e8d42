import { parentPort, workerData } from 'node:worker_threads'

import { sql } from 'kysely'

import { isDatabaseAway } from '#db/dialect.ts'
import { openDatabase } from '#db/open.ts'

import { answerSearch } from './answer-search.ts'
import { createSearchIndex, UnknownScope } from './search-index.ts'
import type { FromSearchThread, SearchTask, ToSearchThread } from './search-messages.ts'
import { createSubtitleIndexRepository } from './subtitle-index.repository.ts'

/** SQLite's maximum; the rest of the file is read normally. */
const MAPPED_BYTES = 0x7fff0000

const port = parentPort
if (!port) throw new Error('search.worker.ts runs as a worker thread only')

const send = (message: FromSearchThread) => port.postMessage(message)
const { location } = workerData as SearchTask
const onPoolError = (error: unknown) =>
  send({ type: 'log', fields: { err: error }, message: 'searching subtitles lost a database connection' })
const database = await openDatabase(location, { connections: 2, onPoolError })
// Reads are scattered over a large file; memory mapping saves a system call for each page.
if (database.dialect === 'sqlite') await sql`pragma mmap_size = ${sql.lit(MAPPED_BYTES)}`.execute(database.read)
const repository = createSubtitleIndexRepository(database.read)
const searches = createSearchIndex(repository)

/** Running searches, which take turns. */
const asking = new Map<number, AbortController>()

port.on('message', (message: ToSearchThread) => {
  if (message.type === 'stale') searches.markStale()
  else if (message.type === 'leave') asking.get(message.id)?.abort(new Error('The client of the search is gone'))
  else if (message.type === 'close') void close()
  else void answer(message)
})

async function answer({ id, asked }: Extract<ToSearchThread, { type: 'search' }>): Promise<void> {
  const asker = new AbortController()
  asking.set(id, asker)
  try {
    const page = await answerSearch({ searches, repository }, asked, asker.signal)
    send({ type: 'answer', id, json: page && JSON.stringify(page) })
  } catch (error) {
    if (error instanceof UnknownScope) return send({ type: 'unknownScope', id })
    // Errors lose their class between threads, so their meaning is sent.
    const isBusy = asker.signal.aborted || isDatabaseAway(error)
    send({ type: 'failed', id, error: error instanceof Error ? error : new Error(String(error)), isBusy })
  } finally {
    asking.delete(id)
  }
}

async function close(): Promise<void> {
  for (const asker of asking.values()) asker.abort(new Error('The server closes'))
  await database.close()
  port?.close()
}
