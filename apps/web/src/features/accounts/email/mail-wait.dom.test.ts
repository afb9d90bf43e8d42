import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from '#lib/api/api.ts'

import { isOver, nextLookMs, untouched, watchMail, type Look, type MailWait } from './mail-wait.ts'

const away = new ApiError(0, 'client.network', 'no answer')
const notYet = { attempt: 1, refused: null, result: null } as const

let visibility: DocumentVisibilityState
let waits: MailWait[]
let results: string[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  visibility = 'visible'
  waits = []
  results = []
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** A server with these answers in turn, repeating the last one. */
function waitFor(answers: readonly (Look<string> | Error)[], isResumed = false) {
  let looks = 0
  async function look(): Promise<Look<string>> {
    const answer = answers[Math.min(looks++, answers.length - 1)]!
    if (answer instanceof Error) throw answer
    return Promise.resolve(answer)
  }
  const watch = watchMail<string>({
    look,
    retrySeconds: 5,
    isResumed,
    onChange: (wait) => waits.push(wait),
    onResult: (result) => results.push(result),
  })
  stop = watch.stop
  return { ...watch, looks: () => looks }
}
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const last = () => waits.at(-1)

async function shows(state: DocumentVisibilityState) {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
  await passes(0)
}

test('ATH-05 a mail is looked for at every interval until it has come, and then no more', async () => {
  const mail = waitFor([notYet, { ...notYet, attempt: 2 }, { attempt: 3, refused: null, result: 'akari' }])
  await passes(4_999)
  expect(mail.looks()).toBe(0)
  await passes(1)
  expect(last()).toEqual({ ...untouched, attempt: 1 })
  await passes(5_000)
  expect(last()?.attempt).toBe(2)
  await passes(5_000)
  expect(results).toEqual(['akari'])
  await passes(60_000)
  expect(mail.looks()).toBe(3)
})

test('ATH-05 a mail that does not count is reported, and another one may follow', async () => {
  waitFor([
    { ...notYet, refused: 'notGenuine' },
    { attempt: 2, refused: null, result: 'akari' },
  ])
  await passes(5_000)
  expect(last()).toMatchObject({ refused: 'notGenuine', error: null })
  await passes(5_000)
  expect(results).toEqual(['akari'])
})

test('ATH-05 by hand it is looked for at once, and not twice at a time', async () => {
  const mail = waitFor([notYet])
  await Promise.all([mail.look(), mail.look()])
  expect(mail.looks()).toBe(1)
  // The interval starts over.
  await passes(4_999)
  expect(mail.looks()).toBe(1)
  await passes(1)
  expect(mail.looks()).toBe(2)
})

test.each(['auth.verifyIdExpired', 'auth.maxAttempts'])('ATH-05 after %s there is nothing to wait for', async (key) => {
  const mail = waitFor([notYet, new ApiError(410, key, key)])
  await passes(10_000)
  expect(isOver(last()!)).toBe(true)
  expect(last()?.attempt).toBe(1)
  await passes(600_000)
  await mail.look()
  expect(mail.looks()).toBe(2)
})

test('ATH-05 a hidden page does not poll, and polls at once when it is visible again', async () => {
  const mail = waitFor([notYet])
  await shows('hidden')
  await passes(60_000)
  expect(mail.looks()).toBe(0)
  await shows('visible')
  expect(mail.looks()).toBe(1)
  await passes(5_000)
  expect(mail.looks()).toBe(2)
  // An answer that arrives while the page is hidden does not schedule a poll.
  await shows('hidden')
  await mail.look()
  await passes(60_000)
  expect(mail.looks()).toBe(3)
})

test('ATH-05 without an answer it polls at growing intervals, and at once when the connection is back', async () => {
  const mail = waitFor([away, away, away, notYet])
  await passes(5_000)
  expect(last()).toMatchObject({ error: away, unanswered: 1, attempt: 0, isLooking: false })
  await passes(1_000)
  expect(last()?.unanswered).toBe(2)
  await passes(1_999)
  expect(mail.looks()).toBe(2)
  await passes(1)
  expect(last()?.unanswered).toBe(3)
  dispatchEvent(new Event('online'))
  await passes(0)
  expect(last()).toEqual({ ...untouched, attempt: 1 })
})

test('ATH-05 what the server wants to be left alone for is kept to, and other errors wait for a hand', async () => {
  const error = (status: number, retryAfterSeconds?: number) => new ApiError(status, 'x', 'x', { retryAfterSeconds })
  expect(nextLookMs({ ...untouched, error: error(429, 20) }, 5)).toBe(20_000)
  expect(nextLookMs({ ...untouched, error: error(429) }, 5)).toBe(5_000)
  expect(nextLookMs({ ...untouched, error: error(500) }, 5)).toBeNull()
  const mail = waitFor([error(500), notYet])
  await passes(60_000)
  await shows('hidden')
  await shows('visible')
  expect(mail.looks()).toBe(1)
  await mail.look()
  expect(last()).toEqual({ ...untouched, attempt: 1 })
})

test('ATH-05 after a reload it is looked for at once; what comes after the dialog has closed counts all the same', async () => {
  const { promise, resolve } = Promise.withResolvers<Look<string>>()
  const watch = watchMail<string>({
    look: () => promise,
    retrySeconds: 5,
    isResumed: true,
    onChange: (wait) => waits.push(wait),
    onResult: (result) => results.push(result),
  })
  stop = watch.stop
  expect(waits).toEqual([{ ...untouched, isLooking: true }])
  watch.stop()
  resolve({ attempt: 4, refused: null, result: 'akari' })
  await passes(0)
  expect(results).toEqual(['akari'])
  expect(waits).toHaveLength(1)
})
