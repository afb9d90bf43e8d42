import { beforeEach, expect, test } from 'vitest'

import { createFeedbackOutbox, KEPT_MS, MAX_UNSENT, OUTBOX_KEY, type Feedback } from './feedback-outbox.ts'

const kept = new Map<string, string>()
const storage = {
  read: (key: string) => kept.get(key) ?? null,
  write: (key: string, text: string) => void kept.set(key, text),
}
beforeEach(() => kept.clear())

const feedback = (over: Partial<Feedback> = {}): Feedback => ({
  listener: 'a',
  isMember: false,
  workId: 1,
  type: 'start-listen',
  atMs: 1_000,
  ...over,
})
const box = () => createFeedbackOutbox(storage)

test('REC-03 what is unsent is kept once, whichever tab it is of, until it has been told', () => {
  const [one, other] = [box(), box()]
  one.add([feedback(), feedback({ type: 'listen-5mins' })])
  other.add([feedback({ atMs: 2_000 }), feedback({ workId: 2 })])
  expect(one.unsent(3_000).map(({ workId, type, atMs }) => `${workId} ${type} ${atMs}`)).toEqual([
    '1 listen-5mins 1000',
    '1 start-listen 2000',
    '2 start-listen 1000',
  ])
  other.remove(feedback())
  expect(one.unsent(3_000)).toHaveLength(2)
})

test('REC-03 it is bounded in number and time, and whatever else is stored is none', () => {
  box().add(Array.from({ length: MAX_UNSENT + 10 }, (_, index) => feedback({ workId: index + 1 })))
  expect(box().unsent(2_000)).toHaveLength(MAX_UNSENT)
  expect(box().unsent(2_000)[0]?.workId).toBe(11)
  expect(box().unsent(1_000 + KEPT_MS)).toEqual([])
  for (const text of ['{', '{}', 'null', '[{"listener":"a"},7]', `[${JSON.stringify(feedback({ workId: -1 }))}]`]) {
    kept.set(OUTBOX_KEY, text)
    expect(box().unsent(0)).toEqual([])
  }
})

test('REC-03 whoever begins anew leaves nothing of himself, and nothing of members goes with it', () => {
  box().add([feedback(), feedback({ listener: 'm', isMember: true })])
  box().forget()
  expect(
    box()
      .unsent(2_000)
      .map(({ listener }) => listener),
  ).toEqual(['m'])
  box().forget(true)
  expect(box().unsent(2_000)).toEqual([])
})
