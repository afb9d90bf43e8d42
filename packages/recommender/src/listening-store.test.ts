import fc from 'fast-check'
import { expect, test } from 'vitest'

import { listened, NOW } from '../test/a-work.ts'
import { createListeningStore, type Histories } from './listening-store.ts'
import type { Listening } from './types.ts'

const someNumber = fc.oneof(fc.integer({ min: -2, max: 6 }), fc.constantFrom(Number.NaN, Infinity, -Infinity, 0.5))
const someRow: fc.Arbitrary<Listening> = fc.record({
  listener: someNumber,
  source: fc.integer({ min: 1, max: 3 }),
  isAnonymous: fc.boolean(),
  work: someNumber,
  strength: fc.constantFrom(0, 0.1, 0.5, 1, 3, Number.NaN),
  at: fc.constantFrom(NOW, NOW - 1, Number.NaN),
})
type Step = { rows: Listening[] } | { remove: number } | 'read'
const someSteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ rows: fc.array(someRow, { maxLength: 8 }) }) },
    fc.record({ remove: someNumber }),
    fc.constant('read' as const),
  ),
  { maxLength: 20 },
)

function rowsOf(histories: Histories): Listening[] {
  return [...histories.listeners].flatMap((listener, place) => {
    const [from, to] = [histories.starts[place]!, histories.starts[place + 1]!]
    expect(to).toBeGreaterThan(from)
    return Array.from({ length: to - from }, (_, index) => ({
      listener,
      source: histories.sources[from + index]!,
      isAnonymous: histories.isAnonymous[from + index] === 1,
      work: histories.works[from + index]!,
      strength: histories.strengths[from + index]!,
      at: histories.times[from + index]!,
    }))
  })
}

/** The rows one by one, without saving memory. */
function naiveRows(steps: readonly Step[]): Listening[] {
  const rows = new Map<string, Listening>()
  for (const step of steps) {
    if (step === 'read') continue
    if ('remove' in step) {
      for (const [key, { listener }] of rows) if (listener === step.remove) rows.delete(key)
      continue
    }
    for (const row of step.rows) {
      if (Number.isNaN(row.listener) || Number.isNaN(row.work)) continue
      const key = `${row.listener} ${row.work}`
      rows.delete(key)
      const at = Number.isNaN(row.at) ? -Infinity : row.at
      if (row.strength > 0) rows.set(key, { ...row, strength: Math.min(row.strength, 1), at })
    }
  }
  const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)
  return [...rows.values()].toSorted((a, b) => compare(a.listener, b.listener) || compare(a.work, b.work))
}

test('REC-03 after any changes, the columns have the latest row of each listener and work', () => {
  fc.assert(
    fc.property(someSteps, fc.integer({ min: 1, max: 12 }), (steps, most) => {
      const store = createListeningStore(most)
      for (const step of steps) {
        if (step === 'read') store.histories()
        else if ('remove' in step) store.remove(step.remove)
        else store.set(step.rows)
      }
      expect(rowsOf(store.histories())).toEqual(naiveRows(steps))
    }),
    { numRuns: 1_000 },
  )
})

test('REC-03 a listener of one work takes no more memory than the row itself', () => {
  const store = createListeningStore()
  const count = 100_000
  for (let listener = 0; listener < count; listener += 5_000) {
    store.set(Array.from({ length: 5_000 }, (_, index) => listened((listener + index) * 7, index % 900)))
  }
  const columns: { buffer: { byteLength: number } }[] = Object.values(store.histories())
  const bytes = columns.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)
  expect(columns).toHaveLength(7)
  expect(bytes / count).toBeLessThan(46)
})
