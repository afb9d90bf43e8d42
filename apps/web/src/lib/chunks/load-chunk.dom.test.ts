import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { isMissingChunk, loadChunk, LONGEST_LOAD_MS } from './load-chunk.ts'

const part = { default: 'part' }
const load = async () => part
const never = () => new Promise<never>(() => {})

beforeEach(() => {
  vi.useFakeTimers()
  document.head.replaceChildren()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The current link to a sheet. */
const linkTo = (path: string) => document.head.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="/${path}"]`)

/** Returns the outcome, once settled. */
function outcomeOf(loading: Promise<unknown>) {
  const outcome: { is?: unknown } = {}
  loading.then(
    (value) => (outcome.is = value),
    (error: unknown) => (outcome.is = error),
  )
  return outcome
}

test('NAV-14 a chunk that does not arrive within 120 seconds has failed, and one that does has not', async () => {
  expect(LONGEST_LOAD_MS).toBe(120_000)
  const { promise, resolve } = Promise.withResolvers<typeof part>()
  const late = outcomeOf(loadChunk(never))
  const inTime = outcomeOf(loadChunk(() => promise))
  await vi.advanceTimersByTimeAsync(119_999)
  resolve(part)
  await vi.advanceTimersByTimeAsync(0)
  expect(inTime.is).toBe(part)
  expect(late.is).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(String(late.is)).toContain('it takes too long')
  expect(isMissingChunk(late.is)).toBe(true)
})

test('NAV-14 a chunk that fails at once says why, and nothing is left to wait for', async () => {
  const failure = await loadChunk(() => Promise.reject(new Error('offline'))).catch((error: unknown) => error)
  expect(String(failure)).toContain('offline')
  expect(isMissingChunk(failure)).toBe(true)
  expect(isMissingChunk(new Error('offline'))).toBe(false)
  await loadChunk(load)
  expect(vi.getTimerCount()).toBe(0)
})

test('DEV-05 what a chunk needs is fetched with it, and it is ready when its style sheet is', async () => {
  const asked = vi.fn<() => Promise<typeof part>>(load)
  const loading = outcomeOf(loadChunk(asked, ['assets/shared-1.js', 'assets/part-1.css']))
  expect(asked).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(0)
  expect(document.head.querySelector('link[rel=modulepreload][href="/assets/shared-1.js"]')).not.toBeNull()
  expect(loading.is).toBeUndefined()
  linkTo('assets/part-1.css')!.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
  expect(loading.is).toBe(part)
  expect(await loadChunk(load, ['assets/shared-1.js', 'assets/part-1.css'])).toBe(part)
  expect(document.head.childElementCount).toBe(2)
})

test('DEV-05 a style sheet that fails is a missing chunk, and is fetched again by the next try', async () => {
  const first = outcomeOf(loadChunk(load, ['assets/part-2.css']))
  await vi.advanceTimersByTimeAsync(0)
  linkTo('assets/part-2.css')!.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(0)
  expect(isMissingChunk(first.is)).toBe(true)
  expect(linkTo('assets/part-2.css')).toBeNull()
  const second = outcomeOf(loadChunk(load, ['assets/part-2.css']))
  await vi.advanceTimersByTimeAsync(0)
  linkTo('assets/part-2.css')!.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
  expect(second.is).toBe(part)
})

test('NAV-37 starting many requests does not block the page: they take turns', async () => {
  const scripts = Array.from({ length: 5 }, (_, index) => `assets/many-${index}.js`)
  // As on a phone.
  const append = vi.spyOn(document.head, 'append').mockImplementation(() => void vi.setSystemTime(Date.now() + 5))
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now())
  await loadChunk(load, scripts)
  const perTask: number[] = []
  for (let task = 0; task < 3; task += 1) {
    const before = append.mock.calls.length
    vi.advanceTimersToNextTimer()
    perTask.push(append.mock.calls.length - before)
  }
  expect(perTask).toEqual([2, 2, 1])
})

test('NAV-37 a hidden page, whose timers are slow, requests everything at once', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  void loadChunk(never, ['assets/hidden-1.js', 'assets/hidden-2.css'])
  expect(document.head.childElementCount).toBe(2)
})

test('NAV-37 two parts that need the same sheet wait for one request', async () => {
  const both = [1, 2].map(() => outcomeOf(loadChunk(load, ['assets/shared-5.css'])))
  await vi.advanceTimersByTimeAsync(0)
  expect(document.head.childElementCount).toBe(1)
  linkTo('assets/shared-5.css')!.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
  expect(both.map(({ is }) => is)).toEqual([part, part])
})

test('DEV-05 a style sheet that is in the page is not fetched', async () => {
  vi.resetModules()
  const page = await import('./load-chunk.ts')
  document.head.innerHTML =
    '<style>/*/assets/part-3.css*/p{margin:0}</style><link rel="stylesheet" href="/assets/part-4.css">'
  expect(await page.loadChunk(load, ['assets/part-3.css', 'assets/part-4.css'])).toBe(part)
  expect(document.head.childElementCount).toBe(2)
})
