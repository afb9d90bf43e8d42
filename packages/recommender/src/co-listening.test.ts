import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aWork, listened, NOW } from '../test/a-work.ts'
import { naiveCoListening } from '../test/naive-co-listening.ts'
import { coListening } from './co-listening.ts'
import { createListeningStore } from './listening-store.ts'
import { parameters, type Parameters } from './parameters.ts'
import type { Listening } from './types.ts'
import { createWorkTable } from './work-table.ts'

function scoresOf(works: readonly number[], rows: Iterable<Listening>, some: Partial<Parameters> = {}) {
  const store = createListeningStore()
  store.set(rows)
  const { ids } = createWorkTable(works.map((id) => aWork(id)))
  const co = coListening(ids, store.histories(), { ...parameters, ...some })
  return (work: number) => {
    const scores = new Map<number, number>()
    co.turnTo(ids.indexOf(work))
    for (const other of co.others.subarray(0, co.count())) {
      if (ids[other] !== work) scores.set(ids[other]!, co.scoreOf(other))
    }
    return scores
  }
}

test('REC-02 two works with the same two listeners are as similar as shrinkage allows', () => {
  const common = [1, 2].flatMap((listener) => [listened(listener, 10), listened(listener, 20)])
  const others = [3, 4].map((listener) => listened(listener, 30))
  // The cosine is 1. By chance one of four would have heard both, so there is one more: 1² / (1² + 2²).
  expect(scoresOf([10, 20, 30], [...common, ...others], { shrinkage: 2, strangers: 0 })(10)).toEqual(
    new Map([[20, 1 / 5]]),
  )
})

test('REC-02 if every listener has heard every work, nothing is similar', () => {
  const rows = [1, 2, 3].flatMap((listener) => [listened(listener, 10), listened(listener, 20)])
  expect(scoresOf([10, 20], rows, { strangers: 0 })(10)).toEqual(new Map([[20, 0]]))
  // Unless there are few because the library is young: strangers would have heard neither.
  expect(scoresOf([10, 20], rows)(10).get(20)).toBeGreaterThan(0)
})

test('REC-02 a listener who hears everything counts little for each work', () => {
  const works = Array.from({ length: 20 }, (_, index) => index + 1)
  const few = [listened(1, 1), listened(1, 2), listened(3, 1), listened(3, 2)]
  const many = works.filter((work) => work !== 2).flatMap((work) => [listened(2, work), listened(4, work)])
  const others = [5, 6, 7, 8].map((listener) => listened(listener, 20))
  const scores = scoresOf(works, [...few, ...many, ...others])(1)
  expect(scores.get(2)).toBeGreaterThan(scores.get(3)!)
})

test('REC-02 a hundred listeners of one source count as one', () => {
  const rows = Array.from({ length: 100 }, (_, listener) =>
    [1, 2].map((work) => listened(listener, work, { source: 7 })),
  )
  const others = [200, 201, 202].map((listener) => listened(listener, 3))
  // Of four sources one has heard both, and by chance a quarter of one would have.
  const scores = scoresOf([1, 2, 3], [...rows.flat(), ...others], { shrinkage: 1, strangers: 0 })(1)
  expect(scores.get(2)).toBeCloseTo(0.75 ** 2 / (0.75 ** 2 + 1))
})

const works = [1, 2, 3, 5, 8, 13]
const someRows: fc.Arbitrary<Listening[]> = fc.uniqueArray(
  fc.record({
    listener: fc.integer({ min: 1, max: 8 }),
    source: fc.integer({ min: 1, max: 5 }),
    isAnonymous: fc.boolean(),
    // Some are of unknown works.
    work: fc.constantFrom(...works, 4, 99),
    strength: fc.constantFrom(0, 0.1, 0.5, 1),
    at: fc.integer({ min: NOW - 5, max: NOW }),
  }),
  { maxLength: 60, selector: ({ listener, work }) => `${listener} ${work}` },
)

test('REC-02 co-listening equals the naive implementation', () => {
  fc.assert(
    fc.property(
      someRows,
      fc.record({
        worksPerListener: fc.integer({ min: 1, max: 4 }),
        heavyListenerDamping: fc.constantFrom(0, 0.5, 1),
        shrinkage: fc.constantFrom(0, 1, 5),
        strangers: fc.constantFrom(0, 3),
      }),
      (rows, some) => {
        const scoresOfWork = scoresOf(works, rows, some)
        const naive = naiveCoListening(new Set(works), rows, { ...parameters, ...some })
        const pairs = works.flatMap((work) =>
          works.filter((other) => other !== work).map((other) => [work, other] as const),
        )
        const wrong = pairs.filter(([work, other]) => {
          return Math.abs((scoresOfWork(work).get(other) ?? 0) - naive(work, other)) > 1e-12
        })
        expect(wrong).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})
