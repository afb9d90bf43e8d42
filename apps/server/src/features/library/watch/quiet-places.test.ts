import { expect, test } from 'vitest'

import { createQuietPlaces, quietLimits } from './quiet-places.ts'

const place = { root: '/library', path: 'RJ01000001 Rain' }

test('WCH-03 a folder that is being copied waits until nothing is added to it any more', async () => {
  let [now, size] = [0, 0]
  const quiet = createQuietPlaces(
    async () => String(size),
    () => now,
  )
  quiet.add(place)
  for (; now < 60_000; now += quietLimits.pollMs) {
    size += 1
    expect(await quiet.take()).toEqual([])
  }
  now += quietLimits.quietMs - quietLimits.pollMs - 1
  expect(await quiet.take()).toEqual([])
  now += 2 * quietLimits.pollMs
  expect(await quiet.take()).toEqual([place])
  expect(quiet.isEmpty()).toBe(true)
})

test('WCH-03 a folder that never becomes quiet is scanned after half an hour', async () => {
  let now = 0
  const quiet = createQuietPlaces(
    async () => String(now),
    () => now,
  )
  quiet.add(place)
  now = quietLimits.patienceMs
  expect(await quiet.take()).toEqual([place])
})

test('WCH-03 instead of too many folders their library folder waits as a whole', async () => {
  let now = 0
  const quiet = createQuietPlaces(
    async () => '',
    () => now,
  )
  const other = { root: '/other', path: 'RJ01000002 Roof' }
  quiet.add(other)
  for (let index = 0; index < quietLimits.places + 5; index++) quiet.add({ ...place, path: `${index}` })
  now = quietLimits.quietMs
  expect(await quiet.take()).toEqual([other, { root: place.root, path: '' }])
  expect(quiet.isEmpty()).toBe(true)
})
