import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from '#lib/api/api.ts'
import { aStorage } from '#test/a-storage.ts'

import { createFeedbackOutbox, type Feedback } from './feedback-outbox.ts'
import { createFeedbackSender, LEASE_KEY, LEASE_MS, MAX_AT_LEAVE, RETRY_MS, SETTLING_MS } from './feedback-sender.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const feedback = (workId: number, over: Partial<Feedback> = {}): Feedback => ({
  listener: 'a',
  isMember: false,
  workId,
  type: 'start-listen',
  atMs: Date.now(),
  ...over,
})

/** A browser with two tabs, and what its server receives. */
function aBrowser() {
  const saved = new Map<string, string>()
  const storage = aStorage(saved)
  const outbox = createFeedbackOutbox(storage)
  const sent: number[] = []
  const world = { answer: (): Promise<unknown> => Promise.resolve({}), isLoggedIn: false, unsent: 0 }
  const aTab = (tab: string) =>
    createFeedbackSender({
      outbox,
      storage,
      tab,
      isSendable: ({ isMember }) => !isMember || world.isLoggedIn,
      send: ({ workId }) => {
        sent.push(workId)
        return world.answer()
      },
      onChange: () => void (world.unsent = outbox.unsent().length),
    })
  return { kept: saved, storage, outbox, told: sent, world, a: aTab('a'), b: aTab('b') }
}
const refused = (status: number, retryAfterSeconds?: number) => () =>
  Promise.reject(new ApiError(status, 'some.error', 'some error', { retryAfterSeconds }))
const unsentWorks = ({ outbox }: ReturnType<typeof aBrowser>) => outbox.unsent().map(({ workId }) => workId)

test('REC-03 feedback is sent one item after another, a moment later', async () => {
  const browser = aBrowser()
  browser.outbox.add([feedback(1), feedback(2)])
  browser.a.note()
  browser.a.note()
  await vi.advanceTimersByTimeAsync(SETTLING_MS - 1)
  expect(browser.told).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(browser.told).toEqual([1, 2])
  expect(unsentWorks(browser)).toEqual([])
  expect(browser.storage.read(LEASE_KEY)).toBe('')
})

test('OFF-43 OFF-50 what has no answer counts as not yet sent until it has one', async () => {
  const browser = aBrowser()
  browser.world.answer = refused(0)
  browser.outbox.add([feedback(1), feedback(2)])
  browser.a.note()
  await vi.advanceTimersByTimeAsync(SETTLING_MS)
  expect(browser.world.unsent).toBe(2)
  browser.world.answer = () => Promise.resolve({})
  browser.a.tryAgain()
  await vi.advanceTimersByTimeAsync(0)
  expect(browser.world.unsent).toBe(0)
})

test('REC-03 without an answer it is sent again, at growing intervals, and at once when the connection is back', async () => {
  const browser = aBrowser()
  browser.world.answer = refused(0)
  browser.outbox.add([feedback(1), feedback(2)])
  browser.a.note()
  await vi.advanceTimersByTimeAsync(SETTLING_MS)
  expect(browser.told).toEqual([1])
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect(browser.told).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect(browser.told).toEqual([1, 1])
  browser.world.answer = () => Promise.resolve({})
  browser.a.tryAgain()
  await vi.advanceTimersByTimeAsync(0)
  expect(browser.told).toEqual([1, 1, 1, 2])
  expect(unsentWorks(browser)).toEqual([])
})

test('REC-03 it waits as long as the server asks for, and what the server can never take is dropped', async () => {
  const browser = aBrowser()
  browser.world.answer = refused(429, 600)
  browser.outbox.add([feedback(1)])
  browser.a.note()
  await vi.advanceTimersByTimeAsync(SETTLING_MS + 599_000)
  browser.a.note()
  browser.a.leave()
  expect(browser.told).toEqual([1])
  browser.world.answer = refused(404)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(browser.told).toEqual([1, 1])
  expect(unsentWorks(browser)).toEqual([])
})

test('REC-03 two tabs do not send the same, and a closed tab delays the others only briefly', async () => {
  const browser = aBrowser()
  const answers: (() => void)[] = []
  browser.world.answer = () => new Promise((resolve) => answers.push(() => resolve({})))
  browser.outbox.add([feedback(1), feedback(2)])
  browser.a.note()
  browser.b.note()
  await vi.advanceTimersByTimeAsync(SETTLING_MS)
  browser.b.leave()
  expect(browser.told).toEqual([1])
  // The first tab is closed, with the result of its call unknown.
  browser.a.stop()
  await vi.advanceTimersByTimeAsync(LEASE_MS)
  expect(browser.told).toEqual([1, 1])

  // A lease from the future is invalid.
  const later = aBrowser()
  later.kept.set(LEASE_KEY, `x ${Date.now() + 10 * LEASE_MS}`)
  later.outbox.add([feedback(5)])
  later.a.note()
  await vi.advanceTimersByTimeAsync(SETTLING_MS)
  expect(later.told).toEqual([5])
})

test('REC-03 as the page goes some of it is sent without waiting, and none of it twice', async () => {
  const browser = aBrowser()
  browser.world.answer = () => new Promise(() => {})
  browser.outbox.add(Array.from({ length: MAX_AT_LEAVE + 3 }, (_, index) => feedback(index + 1)))
  browser.a.leave()
  expect(browser.told).toHaveLength(MAX_AT_LEAVE)
  // Without an answer it may not have arrived: the next page repeats it, which has no effect on the server.
  expect(unsentWorks(browser)).toHaveLength(MAX_AT_LEAVE + 3)
  browser.a.leave()
  expect(new Set(browser.told).size).toBe(browser.told.length)
})

test('ATH-03 what a member has heard waits until the member is there again, and holds up nothing else', async () => {
  const browser = aBrowser()
  browser.outbox.add([feedback(1, { isMember: true }), feedback(2)])
  browser.a.note()
  await vi.advanceTimersByTimeAsync(SETTLING_MS)
  expect(browser.told).toEqual([2])
  expect(unsentWorks(browser)).toEqual([1])
  browser.world.isLoggedIn = true
  browser.a.tryAgain()
  await vi.advanceTimersByTimeAsync(0)
  expect(browser.told).toEqual([2, 1])
})

test('REC-03 an item that is refused for its own reason delays nothing else, until the next login', async () => {
  const browser = aBrowser()
  const refusals: (() => Promise<unknown>)[] = [refused(401), refused(403), refused(500)]
  browser.world.answer = () => (refusals.shift() ?? (() => Promise.resolve({})))()
  browser.outbox.add([1, 2, 3, 4, 5].map((workId) => feedback(workId)))
  browser.a.note()
  await vi.advanceTimersByTimeAsync(SETTLING_MS)
  expect(browser.told).toEqual([1, 2, 3, 4, 5])
  await vi.advanceTimersByTimeAsync(86_400_000)
  expect(unsentWorks(browser)).toEqual([1, 2, 3])
  browser.a.tryAgain()
  await vi.advanceTimersByTimeAsync(0)
  expect(unsentWorks(browser)).toEqual([])
})

test('REC-03 what fails as a page seems to go is sent again if it stays, and counts as one failure', async () => {
  const browser = aBrowser()
  browser.world.answer = refused(0)
  browser.outbox.add([1, 2, 3].map((workId) => feedback(workId)))
  browser.a.leave()
  await vi.advanceTimersByTimeAsync(0)
  browser.world.answer = () => Promise.resolve({})
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect(unsentWorks(browser)).toEqual([])
})
