import { expect, test } from 'vitest'

import { begunTrack, type WorkTrack } from './begun-track.ts'

const track = (id: number, path: string, durationSeconds: number | null = 100): WorkTrack => ({
  id,
  path,
  durationSeconds,
})
const tracks = [track(1, 'mp3/10.mp3'), track(2, 'mp3/9.mp3'), track(3, 'wav/9.wav'), track(4, 'mp3/11.mp3')]
const after = (files: readonly WorkTrack[], id: number) => begunTrack(files, id, new Map([[id, 0]]))

test('HIS-11 a work continues in the track played last', () => {
  expect(begunTrack(tracks, 1, new Map([[1, 50]]))).toEqual({ track: tracks[0], seconds: 50, share: 0.5 })
})

test('HIS-11 after the end of a track comes the next of its folder, in natural order', () => {
  expect(after(tracks, 2)).toMatchObject({ track: { id: 1 }, seconds: 0, share: 1 / 3 })
})

test('HIS-11 the next track continues where it was left before', () => {
  const positions = new Map([
    [2, 0],
    [1, 50],
  ])
  expect(begunTrack(tracks, 2, positions)).toMatchObject({ track: { id: 1 }, seconds: 50, share: 0.5 })
})

test('HIS-11 HIS-12 formats of one recording in a folder count once, and the format stays', () => {
  const both = [track(1, '1.mp3'), track(2, '1.wav'), track(3, '2.mp3'), track(4, '2.wav'), track(5, '3.flac')]
  expect(after(both, 1)).toMatchObject({ track: { id: 3 }, share: 1 / 3 })
  expect(after(both, 2)).toMatchObject({ track: { id: 4 }, share: 1 / 3 })
  expect(after(both, 4)).toMatchObject({ track: { id: 5 }, share: 2 / 3 })
  expect(after(both, 5)).toBeNull()
})

test('HIS-11 after the last track of a disc comes the first of the next one', () => {
  const discs = [
    track(1, 'Disc 1/01.mp3', 100),
    track(2, 'Disc 1/02.mp3', 200),
    track(3, 'Disc 2/01.mp3', 300),
    track(4, 'Disc 2/02.mp3', 400),
    track(5, 'Disc 2/Bonus/01.mp3', 500),
  ]
  expect(after(discs, 2)).toMatchObject({ track: { id: 3 }, seconds: 0, share: 0 })
  expect(after(discs, 4)).toBeNull()
})

test('HIS-11 the same recordings in a folder beside it, in another version or format, are not offered', () => {
  const versions = [track(1, 'with effects/1.mp3', 99.6), track(2, 'without effects/1 plain.mp3', 100)]
  expect(after(versions, 1)).toBeNull()
  const unknown = [track(1, 'a/1.mp3', null), track(2, 'b/1.mp3', null), track(3, 'c/2.mp3', null)]
  expect(after(unknown, 1)).toMatchObject({ track: { id: 3 } })
})

test('HIS-11 a work whose last track has ended is finished', () => {
  expect(after(tracks, 4)).toBeNull()
  expect(after(tracks, 3)).toBeNull()
})

test('HIS-11 a file that is gone does not continue', () => {
  expect(after(tracks, 9)).toBeNull()
})

test('HIS-12 the share is 0 while durations are unknown, and at most 1', () => {
  const positions = new Map([[1, 5]])
  expect(begunTrack([track(1, '1.mp3', null)], 1, positions)?.share).toBe(0)
  expect(begunTrack([track(1, '1.mp3', 4)], 1, positions)?.share).toBe(1)
})
