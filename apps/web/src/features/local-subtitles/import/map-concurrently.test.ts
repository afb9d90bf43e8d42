import { expect, test } from 'vitest'

import { mapConcurrently } from './map-concurrently.ts'

async function* upTo(count: number) {
  for (let number = 0; number < count; number++) yield await Promise.resolve(number)
}

test('LSB-02 so many items are worked at and no more, and come in their order', async () => {
  let [underWay, most] = [0, 0]
  const given: number[] = []
  const worked = mapConcurrently(upTo(20), 4, async (number) => {
    most = Math.max(most, ++underWay)
    // Every second one takes longer.
    for (let turn = 0; turn <= number % 2; turn++) await new Promise(setImmediate)
    underWay--
    return number
  })
  for await (const number of worked) given.push(number)
  expect(given).toEqual(Array.from({ length: 20 }, (_, number) => number))
  expect(most).toBe(4)
})

test('a failure is thrown at its turn, after what is under way has ended', async () => {
  const given: number[] = []
  let ended = 0
  const worked = mapConcurrently(upTo(10), 3, async (number) => {
    await Promise.resolve()
    ended++
    if (number === 4) throw new Error('four')
    return number
  })
  await expect(
    (async () => {
      for await (const number of worked) given.push(number)
    })(),
  ).rejects.toThrow('four')
  expect(given).toEqual([0, 1, 2, 3])
  expect(ended).toBe(7)
})
