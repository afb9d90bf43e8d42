import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aWork, listened, NOW } from '../test/a-work.ts'
import { createModelBuilder, createRecommender, type WorkFacts } from './index.ts'

function recommenderOf(works: readonly WorkFacts[]) {
  const builder = createModelBuilder()
  builder.setWorks(works)
  builder.setListening([1, 2, 3].flatMap((listener) => [listened(listener, 1), listened(listener, 2)]))
  return createRecommender(builder.build(NOW))
}

test('REC-02 the requested number of works is recommended even if every work has a dozen editions', () => {
  const works = Array.from({ length: 1_200 }, (_, id) => aWork(id, { group: Math.floor(id / 12), sales: 9_000 - id }))
  const recommended = recommenderOf(works).recommend([], NOW, new Set(), { limit: 100 })
  expect(new Set(recommended.map(({ id }) => Math.floor(id / 12))).size).toBe(100)
})

test('REC-02 an answer that throws does not affect the next one', () => {
  const recommender = recommenderOf(Array.from({ length: 40 }, (_, id) => aWork(id, { sales: id })))
  const history = [{ work: 1, strength: 1, at: NOW }]
  const before = recommender.recommend([], NOW, new Set())
  let asked = 0
  const accepts = () => {
    asked += 1
    if (asked > 3) throw new Error('no more')
    return true
  }
  expect(() => recommender.recommend(history, NOW, new Set([39, 38]), { accepts })).toThrow('no more')
  expect(recommender.recommend([], NOW, new Set())).toEqual(before)
})

test('REC-02 `among` gives the same result as `accepts`', () => {
  const works = Array.from({ length: 120 }, (_, id) =>
    aWork(id, { group: id - (id % 3 === 1 ? 1 : 0), circle: id % 7, sales: (id * 37) % 50 }),
  )
  const recommender = recommenderOf(works)
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 130 }), { maxLength: 60 })
  fc.assert(
    fc.property(ids, ids, ids, fc.integer({ min: 1, max: 40 }), (wanted, heard, excluded, limit) => {
      const history = heard.map((work) => ({ work, strength: 0.7, at: NOW - work }))
      const isWanted = new Set(wanted)
      const asking = { limit, accepts: (id: number) => isWanted.has(id) }
      expect(recommender.recommend(history, NOW, new Set(excluded), { limit, among: wanted })).toEqual(
        recommender.recommend(history, NOW, new Set(excluded), asking),
      )
    }),
  )
})
