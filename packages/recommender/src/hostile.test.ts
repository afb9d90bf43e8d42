import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aWork, listened, NOW } from '../test/a-work.ts'
import { createModelBuilder, createRecommender, type Listening, type WorkFacts } from './index.ts'

const anyNumber = fc.oneof(
  fc.constantFrom(0, -0, 1, 2, 3, -1, 0.5, 2 ** 32 - 1, 2 ** 32, Number.MAX_VALUE, Number.NaN, Infinity, -Infinity),
  fc.double(),
)
const anyWork: fc.Arbitrary<WorkFacts> = fc.record({
  id: anyNumber,
  group: anyNumber,
  circle: fc.option(anyNumber),
  voices: fc.array(fc.string({ maxLength: 2 }), { maxLength: 3 }),
  tags: fc.array(anyNumber, { maxLength: 4 }),
  released: fc.option(anyNumber),
  added: fc.option(anyNumber),
  sales: anyNumber,
  rating: anyNumber,
  ratings: anyNumber,
})
const anyRow: fc.Arbitrary<Listening> = fc.record({
  listener: anyNumber,
  source: anyNumber,
  isAnonymous: fc.boolean(),
  work: anyNumber,
  strength: anyNumber,
  at: anyNumber,
})
const anyHistory = fc.array(fc.record({ work: anyNumber, strength: anyNumber, at: anyNumber }), { maxLength: 20 })

test('REC-02 for any input numbers, results are finite scores and known ids, sorted', () => {
  fc.assert(
    fc.property(
      fc.array(anyWork, { maxLength: 20 }),
      fc.array(anyRow, { maxLength: 40 }),
      anyHistory,
      fc.option(anyNumber, { nil: undefined }),
      (works, rows, history, limit) => {
        const builder = createModelBuilder()
        builder.setWorks(works)
        builder.setListening(rows)
        const recommender = createRecommender(builder.build(NOW))
        const ids = new Set(works.map(({ id }) => id).filter((id) => id >>> 0 === id))
        expect(recommender.popular().toSorted()).toEqual(Uint32Array.from(ids).toSorted())
        const answers = [
          ...[...ids, 99, Number.NaN].map((id) => recommender.neighbours(id)),
          recommender.recommend(history, NOW, new Set([1]), limit === undefined ? {} : { limit }),
        ]
        for (const answer of answers) {
          for (const [place, { id, score }] of answer.entries()) {
            expect(ids).toContain(id)
            expect(score).toBeGreaterThanOrEqual(0)
            expect(score).toBeLessThanOrEqual(answer[place - 1]?.score ?? Number.MAX_VALUE)
          }
          expect(new Set(answer.map(({ id }) => id)).size).toBe(answer.length)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('an invalid time is rejected by name', () => {
  expect(() => createModelBuilder().build(Number.NaN)).toThrow('not a time: NaN')
})

test('REC-02 neither builds nor answers depend on previous ones', () => {
  const builder = createModelBuilder()
  builder.setWorks([1, 2, 3, 4].map((id) => aWork(id, { tags: [id % 2] })))
  builder.setListening([listened(1, 1), listened(1, 2), listened(2, 2), listened(2, 3)])
  const recommender = createRecommender(builder.build(NOW))
  const ask = () => recommender.recommend([{ work: 2, strength: 1, at: NOW }], NOW, new Set([2]))
  const first = ask()
  recommender.recommend([{ work: 1, strength: 0.4, at: NOW }], NOW, new Set())
  expect(ask()).toEqual(first)
})
