import { expect, test } from 'vitest'

import { ApiError } from '#lib/api/api.ts'
import { aStorage } from '#test/a-storage.ts'

import { createHistoryLog, type HeardTrack } from './history-log.ts'
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

function aSender(save: () => Promise<boolean>) {
  const log = createHistoryLog(aStorage(new Map()))
  log.add(7, [heard], Date.now())
  const off: number[] = []
  const calls: number[] = []
  const sender = createHistorySender({
    log,
    save: (owner) => {
      calls.push(owner)
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
  expect(calls).toEqual([7])
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
