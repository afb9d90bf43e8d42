import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createTopList } from './top-list.ts'

test('a top list equals sorting', () => {
  const offers = fc.uniqueArray(fc.tuple(fc.nat({ max: 50 }), fc.integer({ min: 0, max: 5 })), {
    maxLength: 50,
    selector: ([key]) => key,
  })
  fc.assert(
    fc.property(offers, fc.integer({ min: 1, max: 20 }), (all, capacity) => {
      const list = createTopList(capacity)
      for (const [key, score] of all) list.offer(key, score)
      const sorted = all.toSorted(([a, x], [b, y]) => y - x || a - b).slice(0, capacity)
      const drained: [number, number][] = []
      list.drain((key, score) => drained.push([key, score]))
      expect(drained).toEqual(sorted)
      for (const [key, score] of all) list.offer(key, score)
      const emptied: number[] = []
      list.empty((key) => emptied.push(key))
      expect(emptied.toSorted()).toEqual(sorted.map(([key]) => key).toSorted())
    }),
  )
})
