import { beforeEach, expect, test } from 'vitest'

import { aStorage } from '#test/a-storage.ts'

import { createListeningSession, MAX_WORKS } from './listening-session.ts'

const kept = new Map<string, string>()
const storage = aStorage(kept)
beforeEach(() => kept.clear())

const track = { hash: '1/1', title: '01', durationSeconds: 400, workId: 1 }
const DURATION = 1_000

test('PLY-15 each milestone is reached once in a session, also after a reload, and begins again with another tab', () => {
  const first = createListeningSession(storage)
  expect(first.hear('a', track, [0, 10], DURATION)).toEqual(['start-listen'])
  expect(first.hear('a', track, [10, 350], DURATION)).toEqual(['listen-5mins', 'listen-30percent'])
  expect(first.hear('a', track, [0, 10], DURATION)).toEqual([])
  first.keep()

  const reloaded = createListeningSession(storage)
  expect(reloaded.hear('a', track, [0, 350], DURATION)).toEqual([])
  expect(reloaded.hear('a', { ...track, hash: '1/2', title: '02' }, [0, 250], DURATION)).toEqual([
    'listen-15mins',
    'listen-60percent',
  ])
  kept.clear()
  expect(createListeningSession(storage).hear('a', track, [0, 10], DURATION)).toEqual(['start-listen'])
})

test('PLY-15 works are kept apart, and a share is reported as soon as the duration is known', () => {
  const session = createListeningSession(storage)
  session.hear('a', track, [0, 200], null)
  expect(session.hear('a', { ...track, hash: '2/1', workId: 2 }, [0, 299], DURATION)).toEqual(['start-listen'])
  expect(session.hear('a', track, [200, 290], null)).toEqual([])
  expect(session.hear('a', track, [290, 295], 300)).toEqual([
    'listen-30percent',
    'listen-60percent',
    'listen-90percent',
  ])
})

test('PLY-15 a recording in two formats counts once toward the share, one of the same name and another length by itself', () => {
  const work = (durationSeconds: number) => {
    const session = createListeningSession(storage)
    return (hash: string, seconds: number | null) =>
      session.hear(`${durationSeconds}`, { ...track, hash, durationSeconds: seconds }, [0, 90], durationSeconds)
  }
  const hear = work(200)
  expect(hear('1/1', 100)).toEqual(['start-listen', 'listen-30percent'])
  expect(hear('1/2', 101.2)).toEqual([])
  expect(hear('1/3', 110)).toEqual(['listen-60percent', 'listen-90percent'])
  const unmeasured = work(250)
  unmeasured('1/1', null)
  expect(unmeasured('1/2', null)).toEqual(['listen-60percent'])
})

test('ATH-03 PLY-15 one listener’s listening is not reported for the next', () => {
  const session = createListeningSession(storage)
  session.hear('a', track, [0, 299], DURATION)
  expect(session.hear('b', track, [299, 310], DURATION)).toEqual(['start-listen'])
  expect(createListeningSession(storage).hear('a', track, [310, 311], DURATION)).toEqual(['start-listen'])
})

test('PLY-15 it is written every few seconds, bounded, and whatever else is stored is nothing', () => {
  const session = createListeningSession(storage)
  let writes = 0
  const counting = createListeningSession({ ...storage, write: () => void writes++ })
  for (let second = 0; second < 250; second += 0.25) counting.hear('a', track, [second, second + 0.25], null)
  expect(writes).toBeLessThan(20)

  for (let workId = 1; workId <= MAX_WORKS + 5; workId++)
    session.hear('a', { ...track, hash: `${workId}/1`, workId }, [0, 100], 10_000)
  session.keep()
  expect((JSON.parse(kept.get('listening')!) as { works: unknown[] }).works).toHaveLength(MAX_WORKS)
  const broken = [
    '{',
    '[]',
    '{"listener":"a","works":[{"id":1}]}',
    '{"listener":"a","works":[{"id":1,"seconds":5,"parts":{"1/1":[[9,2]]},"told":[]}]}',
    '{"listener":"a","works":[{"id":1,"seconds":5,"parts":{"1/1":[[1]]},"told":["listen-1min"]}]}',
  ]
  for (const text of broken) {
    kept.set('listening', text)
    expect(createListeningSession(storage).hear('a', track, [0, 5], null)).toEqual(['start-listen'])
  }
})

test('PLY-15 what was heard is forgotten when nothing is to be learned from it', () => {
  const session = createListeningSession(storage)
  session.hear('a', track, [0, 290], null)
  session.forget()
  expect(kept.get('listening')).toBe('')
  expect(session.hear('a', track, [290, 305], null)).toEqual(['start-listen'])
})
