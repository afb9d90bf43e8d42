import { expect, test } from 'vitest'

import { aWork } from '../test/a-work.ts'
import { NOW } from '../test/a-work.ts'
import { createModelBuilder, createRecommender } from './index.ts'
import { parameters } from './parameters.ts'
import { createVariety } from './variety.ts'

function chosen(works: [score: number, circle: number, group: number][], factor: number, most = 100) {
  const circles = Uint32Array.from(works, ([, circle]) => circle)
  const groups = Uint32Array.from(works, ([, , group]) => group)
  const choose = createVariety({ circles, groups }, factor, most)
  const taken: [number, number][] = []
  const scores = Float64Array.from(works, ([score]) => score)
  choose(Uint32Array.from(works.keys()), scores, works.length, (ordinal, score) => taken.push([ordinal, score]) > 0)
  return taken
}

test('REC-02 each further work of a circle counts half of the previous one', () => {
  const works: [number, number, number][] = [
    [1, 1, 0],
    [0.9, 1, 1],
    [0.8, 1, 2],
    [0.5, 2, 3],
    [0.3, 0, 4],
    [0.3, 0, 5],
  ]
  expect(chosen(works, 0.5)).toEqual([
    [0, 1],
    [3, 0.5],
    [1, 0.45],
    [4, 0.3],
    [5, 0.3],
    [2, 0.2],
  ])
  expect(chosen(works, 0.5, 1).map(([ordinal]) => ordinal)).toEqual([0, 3, 4, 5])
})

test('REC-02 of a group only the best edition is chosen', () => {
  expect(
    chosen(
      [
        [1, 0, 0],
        [0.9, 0, 1],
        [0.8, 0, 0],
      ],
      1,
    ).map(([ordinal]) => ordinal),
  ).toEqual([0, 1])
})

test('REC-02 similar works are not all of one circle', () => {
  const builder = createModelBuilder()
  const ofCircle = Array.from({ length: 40 }, (_, id) => aWork(id, { circle: 1, tags: [1, 2, 3] }))
  const others = Array.from({ length: 40 }, (_, id) => aWork(100 + id, { circle: 2 + id, tags: [1] }))
  const unlike = Array.from({ length: 40 }, (_, id) => aWork(200 + id, { tags: [9] }))
  builder.setWorks([...ofCircle, ...others, ...unlike])
  const circles = createRecommender(builder.build(NOW))
    .neighbours(1)
    .map(({ id }) => (id < 100 ? 1 : 2))
  expect(circles.filter((circle) => circle === 1)).toHaveLength(parameters.worksPerCircle)
  expect(circles.length).toBeGreaterThan(20)
})
