import { expect, test } from 'vitest'

import { createFinishedWorks, isLeft, type FinishedWork } from './finished-works.ts'

const last = { hash: '1/9', workId: 1, workTitle: 'Rain', durationSeconds: 1_000 }

function listening(goesOn: (hash: string) => boolean = () => false) {
  const finished: FinishedWork[] = []
  return { finished, works: createFinishedWorks((work) => finished.push(work), goesOn) }
}

test('HIS-21 a work is finished at 95 % of its last track, once for each listener', () => {
  const { finished, works } = listening()
  works.hear(7, last, 800, 949)
  expect(finished).toEqual([])
  works.hear(7, last, 949, 950)
  works.hear(7, last, 950, 1_000)
  expect(finished).toEqual([{ owner: 7, workId: 1, workTitle: 'Rain' }])
  works.hear(8, last, 900, 1_000)
  expect(finished.map(({ owner }) => owner)).toEqual([7, 8])
})

test('HIS-21 a work that goes on elsewhere is finished when it is heard to its end again without', () => {
  let goesOn = true
  const { finished, works } = listening(() => goesOn)
  works.hear(7, last, 800, 1_000)
  expect(finished).toEqual([])
  goesOn = false
  works.hear(7, last, 950, 1_000)
  expect(finished).toHaveLength(1)
})

test('HIS-21 a seek to the end does not finish a work', () => {
  const { finished, works } = listening()
  works.hear(7, last, 955, 1_000)
  works.hear(7, { ...last, hash: '2/1', workId: 2, durationSeconds: 20 }, 19.5, 20)
  works.hear(7, { ...last, hash: '3/1', workId: 3, durationSeconds: null }, 0, 9_999)
  expect(finished).toEqual([])
  works.hear(7, last, 10, 20)
  works.hear(7, last, 999, 1_000)
  works.hear(7, { ...last, hash: '2/1', workId: 2, durationSeconds: 20 }, 18, 20)
  expect(finished.map(({ workId }) => workId)).toEqual([1, 2])
})

test('HIS-21 a track was left if it is neither at its start nor at its end', () => {
  const left = (seconds: number) => [
    { hash: '1/1', seconds: 0, atMs: 1 },
    { hash: '1/1', seconds, atMs: 2 },
  ]
  const track = { hash: '1/1', durationSeconds: 100 }
  expect([0, 0.5, 94, 95].map((seconds) => isLeft(track, left(seconds)))).toEqual([false, true, true, false])
  expect(isLeft(track, [])).toBe(false)
  expect(isLeft({ ...track, durationSeconds: null }, left(5_000))).toBe(true)
})
