import fc from 'fast-check'
import { expect, test } from 'vitest'

import { idAtRandomPosition, randomKey, randomPosition } from './random-order.ts'

const anId = fc.integer({ min: 0, max: 2 ** 32 - 1 })

test('LIB-03 for any seed, each id has its own position', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: 0, max: 99 }), fc.maxSafeNat()), anId, (seed, id) => {
      const key = randomKey(seed)
      const place = randomPosition(key, id)
      expect(place).toBeGreaterThanOrEqual(0)
      expect(place).toBeLessThan(2 ** 32)
      expect(idAtRandomPosition(key, place)).toBe(id)
    }),
    { numRuns: 2000 },
  )
})

test('LIB-03 neighbours are spread evenly, and differently with another seed', () => {
  const tenths = (seed: number) => {
    const key = randomKey(seed)
    return Array.from({ length: 10_000 }, (_, id) => Math.floor((randomPosition(key, 400_000 + id) / 2 ** 32) * 10))
  }
  const orders = [0, 1, 99].map(tenths)
  for (const places of orders) {
    for (const tenth of Map.groupBy(places, (place) => place).values()) {
      expect(tenth.length).toBeGreaterThan(850)
      expect(tenth.length).toBeLessThan(1150)
    }
  }
  const [first = [], second = []] = orders
  expect(first.filter((place, index) => place === second[index]).length).toBeLessThan(1200)
})
