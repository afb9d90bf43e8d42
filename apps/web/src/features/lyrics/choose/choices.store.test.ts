import { expect, test } from 'vitest'

import { chooseLyric, resetOffset, shiftLines, useLyricChoices } from './choices.store.ts'

const choiceOf = (track: string) => useLyricChoices.getState().tracks[track]

test('LYR-05 the offset goes in steps of 0.3 s without drifting, is bounded, and can be reset', () => {
  for (let step = 0; step < 11; step++) shiftLines('1/1', 0.3)
  expect(choiceOf('1/1')?.offsetSeconds).toBe(3.3)
  for (let step = 0; step < 12; step++) shiftLines('1/1', -0.3)
  expect(choiceOf('1/1')?.offsetSeconds).toBe(-0.3)
  shiftLines('1/1', -1e9)
  expect(choiceOf('1/1')?.offsetSeconds).toBe(-600)
  chooseLyric('1/1', '1/2')
  resetOffset('1/1')
  expect(choiceOf('1/1')).toEqual({ lyric: '1/2', offsetSeconds: 0 })
})

test('LYR-05 of very many tracks those that were touched last are remembered', () => {
  for (let track = 0; track < 600; track++) chooseLyric(`2/${track}`, 'a')
  chooseLyric('2/100', 'b')
  chooseLyric('3/1', 'c')
  const { tracks } = useLyricChoices.getState()
  expect(Object.keys(tracks)).toHaveLength(500)
  expect([tracks['2/99'], tracks['2/100']?.lyric, tracks['2/101'], tracks['3/1']?.lyric]).toEqual([
    undefined,
    'b',
    undefined,
    'c',
  ])
})
