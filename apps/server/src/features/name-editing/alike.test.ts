import { expect, test } from 'vitest'

import { alikeKey, groupAlike } from './alike.ts'

const pause = () => Promise.resolve()

test.each([
  ['林一', '林　一'],
  ['ハナサキ・ミント', 'はなさき　ミント'],
  ['Ｋｉｔｓｕｎｅ-Lantern', 'kitsune lantern!'],
  ['サーカス', 'サ〜カス'],
  ['朝霧しずく', '朝霧しずく（あさぎり）'],
  ['【公式】硝子灯', '硝子灯'],
])('EDT-20 %s and %s look alike', (a, b) => {
  expect(alikeKey(a)).toBe(alikeKey(b))
})

test.each([
  ['林一', '林二'],
  ['(公式)', '(非公式)'],
  ['!!!', '???'],
  ['雨', '雪'],
])('EDT-20 %s and %s do not', (a, b) => {
  expect(alikeKey(a)).not.toBe(alikeKey(b))
})

test('EDT-20 groups hold names with works, by any of their spellings, those with most works first', async () => {
  const groups = await groupAlike(
    [
      { id: 1, name: '囁き', count: 3, others: ['Whisper'] },
      { id: 2, name: '耳語', count: 1, others: ['Ear talk'] },
      { id: 3, name: 'whisper!', count: 9 },
      { id: 4, name: 'Eartalk', count: 2, others: ['WHISPER'] },
      { id: 5, name: 'Ｗhisper', count: 0 },
      { id: 6, name: 'Rain', count: 30 },
      { id: 7, name: 'rain.', count: 1 },
    ],
    10,
    pause,
  )
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([
    [6, 7],
    [3, 1, 4, 2],
  ])
})

test('EDT-20 25,000 names are grouped in pieces, and at most as many groups are given as asked for', async () => {
  const names = Array.from({ length: 25_000 }, (_, id) => ({
    id,
    name: `Name ${id % 10_000}${id % 2 ? '!' : ''}`,
    count: 1,
  }))
  let pauses = 0
  const groups = await groupAlike(names, 100, () => {
    pauses += 1
    return pause()
  })
  expect([groups.length, pauses]).toEqual([100, 125])
})
