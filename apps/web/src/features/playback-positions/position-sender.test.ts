import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { TrackPosition } from '#features/player/index.ts'
import { ApiError } from '#lib/api/api.ts'
import { aStorage } from '#test/a-storage.ts'

import { createOutbox } from './outbox.ts'
import { createPositionSender, INTERVAL_MS } from './position-sender.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const AKARI = 2
const hash = '1/1'

/** A device with a logged-in member, and the calls to its server. */
function aDevice() {
  const saved = new Map<string, string>()
  const storage = aStorage(saved)
  const here = new Map<string, TrackPosition>()
  const sent: string[] = []
  let isStill = true
  let failure: Error | null = null
  let release: (() => void) | null = null
  let isSlow = false
  let unsent = 0
  const begin = () =>
    createPositionSender({
      outbox: createOutbox(storage, AKARI),
      readPositions: () => [...here.values()],
      isStill: () => isStill,
      async save(places) {
        sent.push(places.map((place) => `${place.hash} at ${place.seconds}`).join(', '))
        if (isSlow) await new Promise<void>((resolve) => (release = resolve))
        if (failure) throw failure
      },
      onUnsent: (count) => void (unsent = count),
    })
  return {
    begin,
    /** The positions sent since the last call. */
    told: () => sent.splice(0),
    write(seconds: number, of = hash) {
      // No two at the same time.
      vi.advanceTimersByTime(1)
      here.delete(of)
      here.set(of, { hash: of, seconds, atMs: Date.now() })
    },
    unsent: () => unsent,
    fails: (error: Error | null) => void (failure = error),
    logsOut: () => void (isStill = false),
    isSlow: (is: boolean) => void (isSlow = is),
    async answers() {
      release?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('PLY-14 sending playback positions', () => {
  test('soon, then every 15 seconds during playback, however often they are saved', async () => {
    const device = aDevice()
    const sender = device.begin()
    for (let seconds = 4; seconds <= 60; seconds += 4) {
      device.write(seconds)
      sender.note()
      await pass(4_000)
    }
    expect(device.told()).toEqual([4, 16, 32, 48, 60].map((seconds) => `${hash} at ${seconds}`))
    await pass(10 * INTERVAL_MS)
    expect(device.told()).toEqual([])
  })

  test('OFF-43 OFF-50 what has no answer counts as not yet sent until it has one, and is sent once', async () => {
    const device = aDevice()
    const sender = device.begin()
    device.fails(new ApiError(0, 'client.network', 'no connection'))
    device.write(10)
    device.write(20, '1/2')
    sender.sendNow()
    await pass(0)
    expect(device.unsent()).toBe(2)
    device.fails(null)
    device.told()
    sender.sendNow()
    await pass(0)
    sender.sendNow()
    await pass(10 * INTERVAL_MS)
    expect([device.unsent(), device.told()]).toEqual([0, ['1/1 at 10, 1/2 at 20']])
  })

  test('PLY-20 without delay after the clock was set back', async () => {
    const device = aDevice()
    const sender = device.begin()
    device.write(10)
    sender.note()
    await pass(0)
    expect(device.told()).toEqual(['1/1 at 10'])
    vi.setSystemTime(Date.now() - 600_000)
    sender.note()
    device.write(20)
    sender.note()
    await pass(INTERVAL_MS)
    expect(device.told().at(-1)).toBe('1/1 at 20')
  })

  test('at once on a pause and when the page is left, also during another request', async () => {
    const device = aDevice()
    const sender = device.begin()
    device.write(4)
    sender.note()
    await pass(0)
    device.write(6)
    sender.sendNow()
    await pass(0)
    expect(device.told()).toEqual([`${hash} at 4`, `${hash} at 6`])

    device.isSlow(true)
    device.write(8)
    sender.sendNow()
    device.write(10)
    sender.sendNow()
    expect(device.told()).toEqual([`${hash} at 8`])
    device.write(12)
    sender.leave()
    expect(device.told()).toEqual([`${hash} at 12`])
    sender.leave()
    expect(device.told()).toEqual([])
    await device.answers()
  })

  test('a change during a request is sent after it', async () => {
    const device = aDevice()
    const sender = device.begin()
    device.isSlow(true)
    device.write(8)
    sender.sendNow()
    device.write(10)
    sender.sendNow()
    device.isSlow(false)
    await device.answers()
    expect(device.told()).toEqual([`${hash} at 8`, `${hash} at 10`])
  })

  test('after a connection loss the latest position of each track is sent', async () => {
    const device = aDevice()
    device.fails(new ApiError(0, 'client.network', 'offline'))
    const sender = device.begin()
    device.write(4, '1/1')
    sender.sendNow()
    await pass(0)
    device.write(9, '1/2')
    device.write(7, '1/1')
    sender.note()
    await pass(0)
    device.told()
    device.fails(null)
    sender.sendNow()
    await pass(0)
    expect(device.told()).toEqual(['1/2 at 9, 1/1 at 7'])
  })

  test('also if the connection is back before its loss was noticed', async () => {
    const device = aDevice()
    const sender = device.begin()
    device.isSlow(true)
    device.write(4)
    sender.sendNow()
    sender.sendNow()
    device.isSlow(false)
    device.fails(new ApiError(0, 'client.network', 'offline'))
    await device.answers()
    expect(device.told()).toEqual([`${hash} at 4`, `${hash} at 4`])
    device.fails(null)
    await pass(2 * INTERVAL_MS)
    expect(device.told()).toEqual([`${hash} at 4`])
  })

  test('they are not lost if the page is closed before that', async () => {
    const device = aDevice()
    device.fails(new ApiError(0, 'client.network', 'offline'))
    const sender = device.begin()
    device.write(4)
    sender.sendNow()
    await pass(0)
    sender.stop()
    device.told()
    device.fails(null)
    device.begin().sendNow()
    expect(device.told()).toEqual([`${hash} at 4`])
  })

  test('a failing server is retried at growing intervals, and after the delay that it asks for', async () => {
    const device = aDevice()
    device.fails(new ApiError(503, undefined, 'busy'))
    const sender = device.begin()
    device.write(4)
    sender.note()
    const tries = async (ms: number) => {
      await pass(ms)
      return device.told().length
    }
    expect(await tries(0)).toBe(1)
    expect(await tries(INTERVAL_MS)).toBe(1)
    expect(await tries(INTERVAL_MS)).toBe(0)
    expect(await tries(INTERVAL_MS)).toBe(1)
    expect(await tries(3_600_000)).toBeLessThan(20)
    sender.stop()

    device.fails(new ApiError(429, 'slow', 'slow', { retryAfterSeconds: 1_000 }))
    device.begin().sendNow()
    expect(await tries(0)).toBe(1)
    expect(await tries(999_000)).toBe(0)
    expect(await tries(1_000)).toBe(1)
  })

  test('nothing is sent or removed for another account', async () => {
    const device = aDevice()
    const sender = device.begin()
    device.logsOut()
    device.write(4)
    sender.note()
    sender.sendNow()
    sender.leave()
    await pass(INTERVAL_MS)
    expect(device.told()).toEqual([])
  })

  test('nothing is sent after a stop', async () => {
    const device = aDevice()
    const sender = device.begin()
    device.isSlow(true)
    device.fails(new ApiError(401, 'jwt expired', 'jwt expired'))
    device.write(4)
    sender.sendNow()
    sender.stop()
    await device.answers()
    device.told()
    await pass(3_600_000)
    expect(device.told()).toEqual([])
  })
})
