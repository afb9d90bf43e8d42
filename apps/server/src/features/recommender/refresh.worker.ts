import { parentPort, workerData } from 'node:worker_threads'

import { buffersOf } from '@otodana/recommender'

import { openDatabase } from '#db/open.ts'
import { yieldToRequests } from '#jobs/background-thread.ts'

import { createModelSource } from './model-source.ts'
import { pruneListening } from './prune-listening.ts'
import type { FromRefreshThread, RefreshTask, ToRefreshThread } from './refresh-messages.ts'

const PRUNE_MS = 3_600_000

const port = parentPort
if (!port) throw new Error('refresh.worker.ts runs as a worker thread only')

yieldToRequests()
const send = (message: FromRefreshThread, given: ArrayBuffer[] = []) => port.postMessage(message, given)
const { location, tuned } = workerData as RefreshTask
const database = await openDatabase(location, {
  connections: 2,
  onPoolError: (error) => send({ type: 'log', fields: { err: error }, message: 'the recommender lost a connection' }),
})
const stop = new AbortController()
let source = createModelSource(database, tuned)
let prunedAtMs = Number.NEGATIVE_INFINITY

port.on('message', (message: ToRefreshThread) => {
  if (message === 'close') void close()
  else void refresh(message === 'look')
})

async function refresh(isPatient: boolean): Promise<void> {
  try {
    const built = await source.refresh(Date.now(), isPatient)
    if (built) send({ type: 'built', ...built }, buffersOf(built.model))
    else send({ type: 'unchanged' })
    tune()
    // In the background; the next refresh reads what it deleted.
    if (performance.now() - prunedAtMs > PRUNE_MS) await prune()
  } catch (error) {
    // The state after a partial read is unknown, so everything is read again.
    source = createModelSource(database, source.tuned())
    send({ type: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
  }
}

/** After the model is sent, so that no request waits for it. A failure does not make the model worse. */
function tune(): void {
  try {
    const before = source.tuned()
    const since = performance.now()
    const model = source.tune()
    const after = source.tuned()
    if (after === null || after === before) return
    const tuneMs = Math.round(performance.now() - since)
    send({ type: 'tuned', tuned: after, model, tuneMs }, model === null ? [] : buffersOf(model))
  } catch (error) {
    send({ type: 'log', fields: { err: error }, message: 'the recommender could not be tuned for now' })
  }
}

/** A failure does not prevent building a model. */
async function prune(): Promise<void> {
  prunedAtMs = performance.now()
  try {
    const rows = await pruneListening(database, stop.signal)
    if (rows > 0) send({ type: 'log', fields: { rows }, message: 'old anonymous listening was forgotten' })
  } catch (error) {
    send({ type: 'log', fields: { err: error }, message: 'old anonymous listening could not be forgotten for now' })
  }
}

async function close(): Promise<void> {
  stop.abort()
  await database.close()
  port?.close()
}
