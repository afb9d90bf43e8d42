import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aWork, DAY_MS, NOW } from '../test/a-work.ts'
import { createModelBuilder } from './create-model-builder.ts'
import type { Listening, ModelBuilder, WorkFacts } from './types.ts'

const someWorks: fc.Arbitrary<WorkFacts[]> = fc.uniqueArray(
  fc
    .record({
      id: fc.integer({ min: 1, max: 15 }),
      group: fc.integer({ min: 1, max: 12 }),
      circle: fc.option(fc.integer({ min: 1, max: 4 })),
      voices: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
      tags: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 4 }),
      sales: fc.nat({ max: 10_000 }),
    })
    .map((facts) => aWork(facts.id, facts)),
  { maxLength: 15, selector: ({ id }) => id },
)
const someRows: fc.Arbitrary<Listening[]> = fc.array(
  fc.record({
    listener: fc.integer({ min: 1, max: 8 }),
    source: fc.integer({ min: 1, max: 5 }),
    isAnonymous: fc.boolean(),
    work: fc.integer({ min: 1, max: 17 }),
    strength: fc.constantFrom(0, 0.1, 0.5, 1),
    at: fc.integer({ min: NOW - 90 * DAY_MS, max: NOW }),
  }),
  { maxLength: 25 },
)
type Step = { works: WorkFacts[] } | { rows: Listening[] } | { remove: number } | { build: number }
const someSteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ works: someWorks }),
    { weight: 3, arbitrary: fc.record({ rows: someRows }) },
    fc.record({ remove: fc.integer({ min: 1, max: 8 }) }),
    { weight: 2, arbitrary: fc.record({ build: fc.integer({ min: NOW - DAY_MS, max: NOW }) }) },
  ),
  { maxLength: 12 },
)

/** Applies the final state in one call to a new builder. */
function builtAtOnce(steps: readonly Step[]): ModelBuilder {
  let works: WorkFacts[] = []
  const rows = new Map<string, Listening>()
  for (const step of steps) {
    if ('works' in step) works = step.works
    if ('rows' in step) for (const row of step.rows) rows.set(`${row.listener} ${row.work}`, row)
    if ('remove' in step) for (const [key, row] of rows) if (row.listener === step.remove) rows.delete(key)
  }
  const builder = createModelBuilder()
  builder.setListening([...rows.values()].toReversed())
  builder.setWorks(works.toReversed())
  return builder
}

test('REC-02 an incremental build equals a build from scratch, in any order', () => {
  fc.assert(
    fc.property(someSteps, (steps) => {
      const builder = createModelBuilder()
      for (const step of steps) {
        if ('works' in step) builder.setWorks(step.works)
        if ('rows' in step) builder.setListening(step.rows)
        if ('remove' in step) builder.removeListener(step.remove)
        if ('build' in step) builder.build(step.build)
      }
      expect(builder.build(NOW)).toEqual(builtAtOnce(steps).build(NOW))
    }),
    { numRuns: 300 },
  )
})
