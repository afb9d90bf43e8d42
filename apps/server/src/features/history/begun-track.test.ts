import { expect, test } from 'vitest'

import { begunTrack, type WorkTrack } from './begun-track.ts'

const track = (id: number, path: string, durationSeconds: number | null = 100): WorkTrack => ({
  id,
  path,
  durationSeconds,
})
const tracks = [track(1, 'mp3/10.mp3'), track(2, 'mp3/9.mp3'), track(3, 'wav/9.wav'), track(4, 'mp3/11.mp3')]

test('HIS-11 a work continues in the track played last', () => {
  expect(begunTrack(tracks, 1, 50)).toEqual({ track: tracks[0], seconds: 50, share: 0.5 })
})

test('HIS-11 after the end of a track comes the next of its folder, in natural order', () => {
  expect(begunTrack(tracks, 2, 0)).toMatchObject({ track: { id: 1 }, seconds: 0, share: 1 / 3 })
})

test('HIS-11 a work whose last track has ended is finished', () => {
  expect(begunTrack(tracks, 4, 0)).toBeNull()
  expect(begunTrack(tracks, 3, 0)).toBeNull()
})

test('HIS-11 a file that is gone does not continue', () => {
  expect(begunTrack(tracks, 9, 5)).toBeNull()
})

test('HIS-12 the share is 0 while durations are unknown, and at most 1', () => {
  expect(begunTrack([track(1, '1.mp3', null)], 1, 5)?.share).toBe(0)
  expect(begunTrack([track(1, '1.mp3', 4)], 1, 5)?.share).toBe(1)
})
