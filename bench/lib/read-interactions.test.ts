import { expect, test } from 'vitest'

import { readInteractions } from './read-interactions.ts'

test('users and items are numbered, times are read in seconds, milliseconds and as dates', async () => {
  const lines = ['user,item,time', 'ann,x,1700000000', '', 'bob, y ,1700000000000', 'ann,y,2023-11-14T22:13:20Z']
  expect(await readInteractions(lines, 'events.csv')).toEqual([
    { listener: 1, work: 1, strength: 1, at: 1_700_000_000_000 },
    { listener: 2, work: 2, strength: 1, at: 1_700_000_000_000 },
    { listener: 1, work: 2, strength: 1, at: 1_700_000_000_000 },
  ])
})

test.each([
  [['a,b,1', 'a,b'], 'events.csv:2: expected user,item,time, found 2 of 3 fields'],
  [['a,b,1', 'a,b,1,5'], 'events.csv:2: expected user,item,time, found 4 of 3 fields'],
  [['a,b,1', '', 'a,b,soon'], 'events.csv:3: not a time: "soon" (seconds or milliseconds since 1970, or an ISO date)'],
  [['a,b,1', 'a,b,-4'], 'events.csv:2: not a time: "-4" (seconds or milliseconds since 1970, or an ISO date)'],
  [['a,b,1', 'a,b,1e999'], 'events.csv:2: not a time: "1e999" (seconds or milliseconds since 1970, or an ISO date)'],
  [['a,b,1', ',b,1'], 'events.csv:2: the user is empty'],
  [['a,b,1', 'a,,1'], 'events.csv:2: the item is empty'],
  [['user,item,time'], 'events.csv: no interactions'],
])('%j is rejected with: %s', async (lines, message) => {
  await expect(readInteractions(lines, 'events.csv')).rejects.toThrow(message)
})
