import { expect, test } from 'vitest'

import { type Costs, modelHour } from './hour-of-listening.ts'

function costs(rating: number): Costs {
  return new Map([
    ['a list', { node: 500, database: 100 }],
    ['a position saved', { node: 1_000, database: 50 }],
    ['a rating', { node: 2_000, database: rating }],
  ])
}

test('DEP-15 an hour of listening costs its requests, of which each further server adds what it reads again', () => {
  const hour = modelHour(costs(1_000), costs(3_000), { servers: 3, many: 10 })
  // 20 lists, 240 positions and a rating.
  expect(hour.aloneMs).toEqual({ node: 10 + 240 + 2, database: 2 + 12 + 1 })
  expect(hour.togetherMs).toEqual({ node: 252, database: 17 })
  expect(hour.readShare).toBeCloseTo(2 / 17)
  expect(hour.perServerMicroseconds).toBe(1_000)
  expect(hour.databaseOfManyMs).toBe(15 + 9)
})

test('DEP-15 a cost that was not measured is named', () => {
  const lacking = costs(1_000)
  lacking.delete('a rating')
  expect(() => modelHour(lacking, costs(1_000), { servers: 3, many: 10 })).toThrow('the cost of a rating is missing')
})
