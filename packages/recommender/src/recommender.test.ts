import { expect, test } from 'vitest'

import { aWork, DAY_MS, listened, NOW } from '../test/a-work.ts'
import { buffersOf, createModelBuilder, createRecommender, type Listening, type WorkFacts } from './index.ts'

function recommenderOf(works: Iterable<WorkFacts>, rows: Iterable<Listening> = []) {
  const builder = createModelBuilder()
  builder.setWorks(works)
  builder.setListening(rows)
  return createRecommender(builder.build(NOW))
}

const unknownListener = new Set<number>()

test('REC-02 without listening, works with good sales and ratings are popular', () => {
  const works = [aWork(1), aWork(2, { sales: 5_000 }), aWork(3, { sales: 5_000, rating: 4.9, ratings: 800 })]
  expect([...recommenderOf(works).popular()]).toEqual([3, 2, 1])
})

test('REC-02 recent listening counts more than old listening', () => {
  const works = [aWork(1), aWork(2), aWork(3)]
  const rows = [
    ...[1, 2, 3, 4].map((listener) => listened(listener, 1, { at: NOW - 120 * DAY_MS })),
    ...[5, 6].map((listener) => listened(listener, 2)),
  ]
  expect([...recommenderOf(works, rows).popular()]).toEqual([2, 1, 3])
})

test('REC-02 works with the same listeners are neighbours', () => {
  const works = [1, 2, 3, 4].map((id) => aWork(id))
  const rows = [1, 2, 3].flatMap((listener) => [listened(listener, 1), listened(listener, 2)])
  const others = [4, 5, 6, 7].map((listener) => listened(listener, 4))
  const recommender = recommenderOf(works, [...rows, ...others, listened(1, 3)])
  expect(recommender.neighbours(1).map(({ id }) => id)).toEqual([2, 3])
  expect(recommender.neighbours(4)).toEqual([])
  expect(recommender.neighbours(99)).toEqual([])
})

test('REC-02 without listeners, rare tags, circles and voice actors in common make neighbours', () => {
  const works = [
    aWork(1, { tags: [1, 2], circle: 7, voices: ['a'] }),
    aWork(2, { tags: [1, 2], circle: 7 }),
    aWork(3, { tags: [1], voices: ['a'] }),
    ...[4, 5, 6, 7, 8, 9].map((id) => aWork(id, { tags: [1] })),
    ...[10, 11, 12].map((id) => aWork(id)),
  ]
  const neighbours = recommenderOf(works).neighbours(1)
  expect(neighbours.map(({ id }) => id).slice(0, 2)).toEqual([2, 3])
  expect(neighbours.map(({ id }) => id)).not.toContain(10)
})

test('REC-02 neither a work nor its other editions are its neighbours, and of other works there is one edition', () => {
  const works = [1, 2, 3, 4, 5].map((id) => aWork(id, { group: id < 3 ? 1 : 3, tags: [1, 2] }))
  const ids = recommenderOf([...works, aWork(6)])
    .neighbours(1)
    .map(({ id }) => id)
  expect(ids).toEqual([3])
})

test('REC-02 a history recommends what similar listeners liked, with the work that contributed most', () => {
  const works = Array.from({ length: 20 }, (_, index) => aWork(index + 1))
  const rows = [1, 2, 3, 4].flatMap((listener) => [listened(listener, 1), listened(listener, 2)])
  const others = [5, 6, 7].flatMap((listener) => [listened(listener, 8), listened(listener, 9)])
  const recommender = recommenderOf(works, [...rows, ...others])
  const history = [{ work: 8, strength: 1, at: NOW }]
  expect(recommender.recommend(history, NOW, new Set([8]))[0]).toMatchObject({ id: 9, because: 8 })
  expect(recommender.recommend(history, NOW, new Set([8])).map(({ id }) => id)).not.toContain(8)
})

test('REC-02 in a household of one, content recommends new works, not heard ones', () => {
  const heard = Array.from({ length: 80 }, (_, id) => aWork(id, { circle: id % 40, tags: [id % 9] }))
  const unheard = Array.from({ length: 80 }, (_, id) => aWork(100 + id, { circle: id % 40, tags: [id % 9] }))
  const recommender = recommenderOf(
    [...heard, ...unheard],
    heard.map(({ id }) => listened(1, id)),
  )
  expect(recommender.neighbours(7).map(({ id }) => id)).toContain(107)
  const history = [{ work: 7, strength: 1, at: NOW }]
  const recommended = recommender.recommend(history, NOW, new Set(heard.map(({ id }) => id)))
  expect(recommended[0]).toMatchObject({ id: 107, because: 7 })
})

test('REC-02 an unknown listener gets popular works', () => {
  const works = [aWork(1), aWork(2, { sales: 900 }), aWork(3, { sales: 30 })]
  const recommender = recommenderOf(works)
  const recommended = recommender.recommend([], NOW, unknownListener)
  expect(recommended.map(({ id }) => id)).toEqual([...recommender.popular()])
  expect(recommended.map(({ because }) => because)).toEqual([null, null, null])
})

test('REC-02 only wanted works are recommended, as many as requested', () => {
  const works = Array.from({ length: 50 }, (_, index) => aWork(index + 1, { sales: index }))
  const isEven = (id: number) => id % 2 === 0
  const ids = recommenderOf(works)
    .recommend([], NOW, new Set([50]), { limit: 3, accepts: isEven })
    .map(({ id }) => id)
  expect(ids).toEqual([48, 46, 44])
})

test('a model can be posted with its buffers', () => {
  const builder = createModelBuilder()
  builder.setWorks([aWork(1, { tags: [1] }), aWork(2, { tags: [1] }), aWork(3)])
  const model = builder.build(NOW)
  const posted = structuredClone(model, { transfer: buffersOf(model) })
  expect(createRecommender(posted).neighbours(1)).toHaveLength(1)
  expect(builder.build(NOW)).toEqual(posted)
})
