import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { aStorage } from '#test/a-storage.ts'

import { createFeedbackOutbox, KEPT_MS, MAX_UNSENT, type Feedback } from './feedback-outbox.ts'

const saved = new Map<string, string>()
const storage = aStorage(saved)
beforeEach(() => {
  saved.clear()
  vi.useFakeTimers({ now: 3_000 })
})
afterEach(() => void vi.useRealTimers())

const feedback = (over: Partial<Feedback> = {}): Feedback => ({
  listener: 'a',
  isMember: false,
  workId: 1,
  type: 'start-listen',
  atMs: 1_000,
  ...over,
})
const box = () => createFeedbackOutbox(storage)

test('REC-03 unsent feedback is stored once, whichever tab it is of, until it has been sent', () => {
  const [one, other] = [box(), box()]
  one.add([feedback(), feedback({ type: 'listen-5mins' })])
  other.add([feedback({ atMs: 2_000 }), feedback({ workId: 2 })])
  expect(one.unsent().map(({ workId, type, atMs }) => `${workId} ${type} ${atMs}`)).toEqual([
    '1 listen-5mins 1000',
    '1 start-listen 2000',
    '2 start-listen 1000',
  ])
  other.remove(feedback())
  expect(one.unsent()).toHaveLength(2)
})

test('REC-03 it is bounded in number and time, and whatever else is stored is none', () => {
  box().add(Array.from({ length: MAX_UNSENT + 10 }, (_, index) => feedback({ workId: index + 1 })))
  expect(box().unsent()).toHaveLength(MAX_UNSENT)
  expect(box().unsent()[0]?.workId).toBe(11)
  vi.setSystemTime(1_000 + KEPT_MS)
  expect(box().unsent()).toEqual([])
  box().tidy()
  expect(saved.get('listening-unsent')).toBe('[]')
  for (const text of ['{', '{}', 'null', '[{"listener":"a"},7]', `[${JSON.stringify(feedback({ workId: -1 }))}]`]) {
    saved.set('listening-unsent', text)
    expect(box().unsent()).toEqual([])
  }
})

test('REC-03 starting over deletes the device’s unsent feedback, and no member’s', () => {
  box().add([feedback(), feedback({ listener: 'm', isMember: true })])
  box().forget()
  expect(
    box()
      .unsent()
      .map(({ listener }) => listener),
  ).toEqual(['m'])
  box().forget(true)
  expect(box().unsent()).toEqual([])
})
