import { expect, test } from 'vitest'

import { isToSeek } from './play-heard.ts'

test('HIS-17 a track is continued where it was left, unless this device has a later position', () => {
  const left = { hash: '1/1', workId: 1, seconds: 60, atMs: 1_000 }
  const position = { hash: '1/1', seconds: 90, atMs: 2_000 }
  expect(isToSeek(left, [])).toBe(true)
  expect(
    isToSeek(left, [
      { ...position, atMs: 900 },
      { ...position, hash: '1/2' },
    ]),
  ).toBe(true)
  expect(isToSeek(left, [position])).toBe(false)
  // An entry of the history is an older position, as chosen.
  expect(isToSeek({ hash: '1/1', workId: 1, seconds: 60 }, [position])).toBe(true)
  expect(isToSeek({ ...left, seconds: 0 }, [])).toBe(false)
})
