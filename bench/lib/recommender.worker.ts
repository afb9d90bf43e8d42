import { parentPort, workerData } from 'node:worker_threads'

import { buffersOf, createModelBuilder, type RecommenderModel } from '@otodana/recommender'

import { generateListening } from './generated-listening.ts'

/** What to generate; each further message starts another build, or `tune`. */
export type BuildOrder = { works: number; events: number; seed: number }
export type Built = {
  model: RecommenderModel
  seconds: number
  events: number
  histories: [work: number, strength: number, at: number][][]
}

export type Tuned = { tuningSeconds: number }

const CHANGED_SHARE = 0.01
const HISTORIES = 200
const HISTORY = 200

const port = parentPort!
const order = workerData as BuildOrder
// Some events are discarded, so more are generated.
const generated = generateListening(order.works, order.events * 1.25, order.seed)
const { works } = generated
const events = generated.events.slice(-order.events)
const now = events.at(-1)!.at
const rows = events.map((one) => ({ ...one, source: one.listener, isAnonymous: one.listener % 2 === 0 }))
const late = Math.floor(rows.length * (1 - CHANGED_SHARE))
// Histories of equal length, so that answers have equal size: what neighbouring listeners have heard.
const histories = Array.from({ length: HISTORIES }, (_, index) =>
  rows
    .slice(index * HISTORY * 10, index * HISTORY * 10 + HISTORY)
    .map(({ work, strength, at }): [number, number, number] => [work, strength, at]),
)

const builder = createModelBuilder()
function build(prepare: () => void): void {
  const startedAt = performance.now()
  prepare()
  const model = builder.build(now)
  const seconds = (performance.now() - startedAt) / 1_000
  const built: Built = { model, seconds, events: rows.length, histories }
  port.postMessage(built, buffersOf(model))
}

build(() => {
  builder.setWorks(works)
  builder.setListening(rows.slice(0, late))
})
port.on('message', (message: 'again' | 'tune') => {
  if (message === 'tune') {
    const since = process.threadCpuUsage()
    builder.tune(now)
    const { user, system } = process.threadCpuUsage(since)
    port.postMessage({ tuningSeconds: (user + system) / 1e6 } satisfies Tuned)
    return
  }
  // Adds the last hundredth of all listening; repeating it changes the same number of rows.
  build(() => builder.setListening(rows.slice(late)))
})
