import { beforeAll, expect, test } from 'vitest'

import { baselines, evaluate, type Evaluation, prepareSplit, qualityOf } from './evaluate-recommender.ts'
import { generatedFiles, generateListening, type GeneratedListening } from './generated-listening.ts'

let generated: GeneratedListening
let evaluation: Evaluation

beforeAll(() => {
  generated = generateListening(1_200, 30_000, 6)
  evaluation = evaluate(generated.works, generated.events)
})

test('generated listening is reproducible, and has a long tail', () => {
  expect(generateListening(1_200, 30_000, 6)).toEqual(generated)
  const counts = [...Map.groupBy(generated.events, ({ work }) => work).values()].map((some) => some.length)
  counts.sort((a, b) => b - a)
  const ofFirstFifth = counts.slice(0, 240).reduce((sum, one) => sum + one, 0)
  expect(ofFirstFifth / generated.events.length).toBeGreaterThan(0.5)
  expect(counts.length).toBeGreaterThan(900)
})

test('no work is listened to before its release, or twice by one listener', () => {
  const released = new Map(generated.works.map(({ id, released }) => [id, released!]))
  expect(generated.events.filter(({ work, at }) => at < released.get(work)!)).toEqual([])
  expect(new Set(generated.events.map(({ listener, work }) => `${listener} ${work}`)).size).toBe(
    generated.events.length,
  )
})

test('REC-02 REC-05 the shipped recommender is better than each baseline', () => {
  const { shipped, ...others } = evaluation.qualities
  for (const name of baselines) expect([name, shipped.recall > others[name].recall]).toEqual([name, true])
})

test('REC-05 where fashions drift, the tuned blend is better than the one that is not tuned', () => {
  const { habits } = generatedFiles.drifting
  const drifting = generateListening(600, 20_000, 8, habits)
  const { tuning, qualities } = evaluate(drifting.works, drifting.events)
  expect(tuning.window!.to).toBeLessThan(prepareSplit(drifting.works, drifting.events).at)
  expect(qualities.shipped.recall).toBeGreaterThan(qualities.untuned.recall)
})

test('REC-05 generated files have what their names say', () => {
  const ofFile = (name: keyof typeof generatedFiles) => {
    const { works, seed, habits } = generatedFiles[name]
    return generateListening(Math.min(works, 1_000), 10_000, seed, habits)
  }
  const end = ofFile('new works').events.at(-1)!.at
  const newWorks = ofFile('new works').works.filter(({ released }) => released! > end - 365 * 86_400_000)
  expect(newWorks.length).toBeGreaterThan(200)
  expect(ofFile('ratings without a catalogue').works.every(({ tags, released }) => !tags.length && !released)).toBe(
    true,
  )
  const sessions = Map.groupBy(ofFile('single sessions').events, ({ listener }) => listener)
  const single = [...sessions.values()].filter((some) => some.at(-1)!.at - some[0]!.at < 86_400_000)
  expect(single.length / sessions.size).toBeGreaterThan(0.6)
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
