import { expect, test } from 'vitest'

import { ApiError } from '#lib/api/api.ts'
import { aStorage } from '#test/a-storage.ts'

import { createHistoryLog, type HeardTrack, MAX_LOGGED } from './history-log.ts'
import { createHistorySender } from './history-sender.ts'

const heard: HeardTrack = {
  day: '2026-06-15',
  hash: '1/1',
  title: 'Umbrella',
  workId: 1,
  workTitle: 'Rain',
  workPath: '/work/RJ000001',
  circle: '',
  firstMs: Date.now() - 1_000,
  lastMs: Date.now(),
  heardSeconds: 10,
  seconds: 60,
  durationSeconds: null,
}

function aSender(save: () => Promise<boolean>, present = 7) {
  const log = createHistoryLog(aStorage(new Map()))
  log.add(7, [heard], Date.now())
  const off: number[] = []
  /** The number of tracks in each call. */
  const calls: number[] = []
  const sender = createHistorySender({
    log,
    isStill: (owner) => owner === present,
    save: (tracks) => {
      calls.push(tracks.length)
      return save()
    },
    onOff: (owner) => off.push(owner),
  })
  return { log, sender, off, calls }
}

test('HIS-14 what was sent is not sent again, and nothing of other accounts', async () => {
  const { log, sender, calls } = aSender(async () => true)
  await sender.send(8)
  await sender.send(7)
  await sender.send(7)
  expect(calls).toEqual([1])
  expect(log.unsent(7)).toEqual([])
})

test('HIS-14 nothing is sent once another account is logged in', async () => {
  const { log, sender, calls } = aSender(async () => true, 8)
  await sender.send(7)
  expect(calls).toEqual([])
  expect(log.unsent(7)).toHaveLength(1)
})

test('HIS-14 everything is sent, in calls of 200', async () => {
  const { log, sender, calls } = aSender(async () => true)
  const many = Array.from({ length: MAX_LOGGED }, (_, index) => ({ ...heard, hash: `1/${index + 1}` }))
  log.add(7, many, Date.now())
  await sender.send(7)
  expect(calls).toEqual([200, 200, 100])
  expect(log.unsent(7)).toEqual([])
})

test('HIS-14 a call during another one is made after it, also if that fails', async () => {
  const answers = [Promise.reject(new ApiError(0, undefined, 'no connection')), Promise.resolve(true)]
  const { log, sender, calls } = aSender(() => answers.shift()!)
  const first = sender.send(7)
  void sender.send(7)
  await first
  expect(calls).toHaveLength(2)
  expect(log.unsent(7)).toEqual([])
})

test('HIS-14 without a connection it stays on the device', async () => {
  let isOnline = false
  const { log, sender } = aSender(async () => {
    if (!isOnline) throw new ApiError(0, undefined, 'no connection')
    return true
  })
  await sender.send(7)
  expect(log.unsent(7)).toHaveLength(1)
  isOnline = true
  await sender.send(7)
  expect(log.unsent(7)).toEqual([])
})

test('HIS-06 an account whose history is off has none on the device either', async () => {
  const { log, sender, off } = aSender(async () => false)
  await sender.send(7)
  expect(off).toEqual([7])
  expect(log.tracks(7)).toEqual([])
})
