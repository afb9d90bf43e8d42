import { beforeAll, expect, test } from 'vitest'

import { baselines, evaluate, type Evaluation, prepareSplit, qualityOf } from './evaluate-recommender.ts'
import { generateListening, type GeneratedListening } from './generated-listening.ts'

let generated: GeneratedListening
let evaluation: Evaluation

beforeAll(() => {
  generated = generateListening(2_000, 30_000, 6)
  evaluation = evaluate(generated.works, generated.events)
})

test('generated listening is reproducible, and has a long tail', () => {
  expect(generateListening(2_000, 30_000, 6)).toEqual(generated)
  const counts = [...Map.groupBy(generated.events, ({ work }) => work).values()].map((some) => some.length)
  counts.sort((a, b) => b - a)
  const ofFirstFifth = counts.slice(0, 400).reduce((sum, one) => sum + one, 0)
  expect(ofFirstFifth / generated.events.length).toBeGreaterThan(0.5)
  expect(counts.length).toBeGreaterThan(1_500)
})

test('no work is listened to before its release, or twice by one listener', () => {
  const released = new Map(generated.works.map(({ id, released }) => [id, released!]))
  expect(generated.events.filter(({ work, at }) => at < released.get(work)!)).toEqual([])
  expect(new Set(generated.events.map(({ listener, work }) => `${listener} ${work}`)).size).toBe(
    generated.events.length,
  )
})

test('REC-02 the shipped recommender is better than popularity, content and plain co-occurrence', () => {
  for (const name of baselines) {
    expect(evaluation.shipped.recall).toBeGreaterThan(evaluation[name].recall)
    expect(evaluation.shipped.ndcg).toBeGreaterThan(evaluation[name].ndcg)
  }
})

test('perfect predictions score 1, empty ones 0', () => {
  const split = prepareSplit(generated.works, generated.events)
  const perfect = qualityOf(({ wanted }) => [...wanted], split)
  expect(perfect.ndcg).toBeCloseTo(1)
  expect(qualityOf(() => [], split)).toEqual({ recall: 0, ndcg: 0, coverage: 0, longTailShare: 0 })
})

test('works released after the split are neither known nor expected', () => {
  const { at, works, listeners } = prepareSplit(generated.works, generated.events)
  const out = new Set(works.map(({ id }) => id))
  expect(works.every(({ released }) => released! < at)).toBe(true)
  expect(listeners.flatMap(({ wanted }) => [...wanted]).filter((id) => !out.has(id))).toEqual([])
})
