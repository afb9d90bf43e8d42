import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aTrack } from '../test/a-track.ts'
import { half } from '../test/a-queue.ts'
import { emptyQueue, playModes, replaceTracks, setMode, trackEnded } from './queue.ts'
import type { PlayMode, Queue } from './queue.ts'
import { isLastOfWork, nextOfWork, restOfWork } from './work-end.ts'

/** A queue of tracks of these works. */
function queueOf(works: readonly number[], index: number, mode: PlayMode): Queue {
  const tracks = works.map((workId, at) => aTrack(`${workId}/${at}`, { workId }))
  return setMode(replaceTracks(emptyQueue, tracks, index, half).queue, mode, half)
}
const rest = (queue: Queue) => restOfWork(queue).map(({ hash }) => hash)

test('PLY-21 a work ends before another work, a repetition or the end of the queue', () => {
  expect(rest(queueOf([1, 1, 1, 2, 1], 0, 'order'))).toEqual(['1/1', '1/2'])
  expect(rest(queueOf([1, 1, 2], 1, 'order'))).toEqual([])
  expect(rest(queueOf([1, 1], 0, 'allRepeat'))).toEqual(['1/1'])
  expect(rest(queueOf([1, 1], 1, 'allRepeat'))).toEqual([])
  expect(rest(queueOf([1, 1], 0, 'repeatOnce'))).toEqual([])
  expect(rest(queueOf([1, 1, 1], 1, 'shuffle'))).toHaveLength(2)
  expect(rest(emptyQueue)).toEqual([])
})

test('HIS-16 the next track of a work is the one listed after it, wherever the queue is', () => {
  const queue = queueOf([1, 1, 2, 1], 3, 'shuffle')
  expect(nextOfWork(queue, '1/0')?.hash).toBe('1/1')
  expect(nextOfWork(queue, '1/1')).toBeNull()
  expect(nextOfWork(queue, '1/3')).toBeNull()
  expect(nextOfWork(queue, '9/9')).toBeNull()
})

test('PLY-21 playing on leads through the rest of the work to its last track, in every mode', () => {
  const works = fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(works, fc.nat(7), fc.constantFrom(...playModes), (ids, at, mode) => {
      let queue = queueOf(ids, at % ids.length, mode)
      for (const track of restOfWork(queue)) {
        expect(isLastOfWork(queue)).toBe(false)
        queue = trackEnded(queue, half).queue
        expect(queue.tracks[queue.index]).toBe(track)
      }
      expect(isLastOfWork(queue)).toBe(true)
    }),
  )
})
