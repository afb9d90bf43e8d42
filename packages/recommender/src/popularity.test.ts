import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aWork, DAY_MS, listened, NOW } from '../test/a-work.ts'
import { createModelBuilder } from './create-model-builder.ts'
import { createListeningStore } from './listening-store.ts'
import { parameters } from './parameters.ts'
import { popularityOf } from './popularity.ts'
import type { Listening, WorkFacts } from './types.ts'
import { createWorkTable } from './work-table.ts'

const WORKS = 8
const works = Array.from({ length: WORKS }, (_, id) => aWork(id))

function scoresOf(rows: Iterable<Listening>, facts: readonly WorkFacts[] = works, now = NOW): number[] {
  const store = createListeningStore()
  store.set(rows)
  return [...popularityOf(createWorkTable(facts), store.histories(), now, parameters).scores]
}

/** Returns listening in full listenings of members today, without the prior. */
function listeningOf(rows: Iterable<Listening>): number[] {
  const nothing = scoresOf([])
  return scoresOf(rows).map((score, work) => 2 ** (score - nothing[work]!) - 1)
}

test('REC-02 listening counts half as much after each half-life', () => {
  const rows = [0, 1, 2].map((work) => listened(work, work, { at: NOW - work * parameters.popularHalfLifeMs }))
  const [now, once, twice] = listeningOf(rows)
  expect(now).toBeCloseTo(1)
  expect(once).toBeCloseTo(0.5)
  expect(twice).toBeCloseTo(0.25)
})

test('REC-02 a source counts once for each work, with the furthest progress of its listeners', () => {
  const rows = [0.1, 0.6, 0.3].map((strength, listener) => listened(listener, 0, { source: 9, strength }))
  expect(listeningOf(rows)[0]).toBeCloseTo(0.6)
})

test('REC-04 places say something once several sources have listened, and to most of what is at the top', () => {
  const ranked = (rows: readonly Listening[]) => {
    const builder = createModelBuilder()
    builder.setWorks(Array.from({ length: 30 }, (_, id) => aWork(id, { sales: id > 20 ? 1_000 : 0 })))
    builder.setListening(rows)
    return builder.build(NOW).isRanked
  }
  const all = (sources: number, works: number, more: Partial<Listening> = {}) =>
    Array.from({ length: sources * works }, (_, at) => listened(at % sources, Math.floor(at / sources), more))
  expect(ranked([])).toBe(false)
  expect(ranked(all(4, 10))).toBe(false)
  expect(ranked(all(5, 10))).toBe(true)
  // Best sellers that are not heard are above the few that are.
  expect(ranked(all(5, 3, { strength: 0.4 }))).toBe(false)
  // Long ago, or hardly begun.
  expect(ranked(all(5, 10, { at: NOW - 20 * parameters.popularHalfLifeMs }))).toBe(false)
  expect(ranked(all(5, 10, { strength: 0.01 }))).toBe(false)
})

test('REC-02 listening with a future date counts as current', () => {
  expect(scoresOf([listened(1, 0, { at: NOW + 900 * DAY_MS })])).toEqual(scoresOf([listened(1, 0)]))
})

const many = Array.from({ length: 200 }, (_, id) => aWork(id))
function givenToAll(rows: readonly Listening[]): number {
  const before = scoresOf([], many)
  return scoresOf(rows, many).reduce((sum, score, index) => sum + 2 ** (score - before[index]!) - 1, 0)
}

test('REC-02 a source that floods many works contributes no more than its budget in total', () => {
  expect(givenToAll(many.map(({ id }) => listened(1, id)))).toBeCloseTo(parameters.sourceBudget)
  const flood = fc.array(
    fc.record({
      listener: fc.nat({ max: 20 }),
      work: fc.nat({ max: many.length - 1 }),
      strength: fc.double({ min: 0, max: 1, noNaN: true }),
      ageDays: fc.nat({ max: 60 }),
    }),
    { minLength: 1, maxLength: 800, size: 'max' },
  )
  fc.assert(
    fc.property(flood, (some) => {
      const rows = some.map(({ listener, work, strength, ageDays }) =>
        listened(listener, work, { source: 1, strength, at: NOW - ageDays * DAY_MS }),
      )
      expect(givenToAll(rows)).toBeLessThan(parameters.sourceBudget + 1e-6)
    }),
    { numRuns: 100 },
  )
})

const aRow = fc.record({
  listener: fc.integer({ min: 1, max: 30 }),
  source: fc.integer({ min: 1, max: 30 }),
  work: fc.nat({ max: WORKS - 1 }),
  strength: fc.oneof(fc.double(), fc.constantFrom(0.1, 1, 1e300, -1)),
  at: fc.oneof(fc.double(), fc.integer({ min: NOW - 200 * DAY_MS, max: NOW + DAY_MS })),
})
/** Of members; attackers have other listeners and sources. */
const honest = fc.array(aRow, { maxLength: 60 }).map((rows) =>
  rows.map((row) => ({
    ...row,
    isAnonymous: row.source > 20,
    listener: row.listener + 1_000,
    source: row.source + 1_000,
  })),
)
const forged = fc.array(aRow, { minLength: 1, maxLength: 300, size: 'max' })

test('REC-02 for any rows of one source, no work gains more than 1, or loses', () => {
  fc.assert(
    fc.property(honest, forged, fc.boolean(), (rows, some, isAnonymous) => {
      const before = scoresOf(rows)
      const after = scoresOf([...rows, ...some.map((row) => ({ ...row, source: 1, isAnonymous }))])
      for (const [work, score] of after.entries()) {
        expect(score).toBeGreaterThanOrEqual(before[work]! - 1e-9)
        expect(score).toBeLessThanOrEqual(before[work]! + 1 + 1e-9)
      }
    }),
    { numRuns: 300 },
  )
})

test('REC-02 for any number of anonymous sources, a work gains less than log2(1 + their ceiling)', () => {
  const bound = Math.log2(1 + parameters.anonymousCeiling)
  fc.assert(
    fc.property(honest, forged, fc.integer({ min: 1, max: 50 }), (rows, some, times) => {
      const before = scoresOf(rows)
      const flood = Array.from({ length: times }, (_, round) =>
        some.map((row) => ({ ...row, listener: row.listener + round * 2_000, source: row.source + round * 2_000 })),
      )
      // Honest rows have sources that no attacker has.
      const isHonest = new Set(rows.map(({ source }) => source))
      const sent = flood.flat().filter(({ source, listener }) => !isHonest.has(source) && listener % 2_000 < 1_000)
      const after = scoresOf([...rows, ...sent.map((row) => ({ ...row, isAnonymous: true }))])
      for (const [work, score] of after.entries()) {
        expect(score).toBeGreaterThanOrEqual(before[work]! - 1e-9)
        expect(score).toBeLessThan(before[work]! + bound)
      }
    }),
    { numRuns: 100 },
  )
})
