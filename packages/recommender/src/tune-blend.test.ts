import { expect, test } from 'vitest'

import { aWork, DAY_MS, listened, NOW } from '../test/a-work.ts'
import { type Blend, createModelBuilder, createRecommender, type Listening, usualBlend } from './index.ts'

const DAYS = 120
const works = Array.from({ length: 120 }, (_, id) => aWork(id))

/** Each listener hears five of the twenty works that are in fashion for forty days, at times of their own. */
function fashionable(listeners: number): Listening[] {
  let state = 7
  const random = (below: number) => (state = (state * 16_807) % 2_147_483_647) % below
  const rows = Array.from({ length: listeners * 5 }, (_, index) => {
    const day = random(DAYS)
    const work = Math.floor(day / 40) * 20 + random(20)
    return listened(1 + (index % listeners), work, { at: NOW - (DAYS - day) * DAY_MS })
  })
  return [...new Map(rows.map((row) => [`${row.listener} ${row.work}`, row])).values()]
}

/** Six groups of listeners, each of which hears only its own works, at any time. */
function loyal(listeners: number): Listening[] {
  return Array.from({ length: listeners }, (_, listener) =>
    Array.from({ length: 16 }, (_, index) =>
      listened(listener + 1, (listener % 6) * 20 + ((listener * 7 + index * 3) % 20), {
        at: NOW - (DAYS - ((index * 17 + listener * 5) % DAYS)) * DAY_MS,
      }),
    ),
  ).flat()
}

function builderOf(rows: readonly Listening[]) {
  const builder = createModelBuilder()
  builder.setWorks(works)
  builder.setListening(rows)
  return builder
}

test('REC-05 with little history the usual blend stays, which recommends what is new and popular', () => {
  const builder = builderOf(fashionable(8))
  const { blend, window, listeners } = builder.tune(NOW)
  expect([blend, window]).toEqual([usualBlend, null])
  expect(listeners).toBeLessThan(30)
  builder.setWorks([...works, aWork(500), aWork(501, { released: NOW - DAY_MS })])
  const ids = createRecommender(builder.build(NOW))
    .recommend([], NOW, new Set())
    .map(({ id }) => id)
  expect(ids.indexOf(501)).toBeLessThan(ids.indexOf(500))
  expect(ids[0]).toBeGreaterThanOrEqual(40)
  expect(ids[0]).toBeLessThan(60)
})

test('REC-05 where fashions change, what was popular of late weighs more than it usually does', () => {
  const { blend, window, recall, usualRecall, bestPart } = builderOf(fashionable(150)).tune(NOW)
  const shareOfFashion = (of: Blend) => (of.week + of.month) / (of.personal + of.popular + of.week + of.month + of.ever)
  expect(shareOfFashion(blend)).toBeGreaterThan(shareOfFashion(usualBlend))
  expect(recall).toBeGreaterThan(usualRecall)
  expect(recall).toBeGreaterThanOrEqual(bestPart!.recall)
  expect(window!.from).toBeGreaterThan(NOW - DAYS * DAY_MS)
  expect(window!.to).toBeLessThanOrEqual(NOW)
})

test('REC-05 where each keeps to their taste, what similar listeners hear decides', () => {
  const { blend, recall, bestPart } = builderOf(loyal(60)).tune(NOW)
  expect(bestPart!.name).toBe('personal')
  expect(recall).toBeGreaterThanOrEqual(bestPart!.recall)
  expect(blend.personal).toBeGreaterThan(blend.week + blend.month + blend.ever + blend.popular)
})

test('REC-05 tuning depends on the listening up to its time alone, and not on the order in which it came', () => {
  const rows = fashionable(60)
  const expected = builderOf(rows).tune(NOW)
  const builder = builderOf(rows.toReversed())
  builder.build(NOW - 5 * DAY_MS)
  builder.tune(NOW - 30 * DAY_MS)
  builder.setListening([1, 2, 3].map((listener) => listened(listener, 119, { at: NOW + DAY_MS })))
  expect(builder.tune(NOW)).toEqual(expected)
})

test('REC-05 that a work will be added is not known before', () => {
  const builder = createModelBuilder()
  const dayOf = (work: number) => NOW - (works.length - work) * DAY_MS
  builder.setWorks(works.map(({ id }) => aWork(id, { added: dayOf(id) })))
  // Each work is heard on the two days after it came, so that no history tells what is heard much later.
  builder.setListening(
    Array.from({ length: 60 }, (_, listener) =>
      Array.from({ length: 12 }, (_, index) => {
        const work = (index * 10 + listener * 7) % works.length
        return listened(listener + 1, work, { at: dayOf(work) + DAY_MS * (1 + (listener % 2) / 2) })
      }),
    ).flat(),
  )
  const { listeners, recall, bestPart } = builder.tune(NOW)
  expect(listeners).toBeGreaterThan(30)
  expect(recall).toBeLessThan(0.4)
  expect(bestPart!.recall).toBeLessThan(0.4)
})

test('REC-05 many listeners of one source count as one', () => {
  const rows = [
    ...fashionable(40),
    ...loyal(40).map((row) => ({ ...row, listener: row.listener + 1_000, source: 1_000 })),
  ]
  expect(builderOf(rows).tune(NOW).listeners).toBeLessThanOrEqual(3 * 41)
})
