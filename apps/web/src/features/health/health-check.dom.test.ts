import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { setApiBase } from '#lib/api/api-base.ts'

import { followHealth, forceEnter, MAX_ANSWER_LENGTH, TIMEOUT_MS, useHealth } from './health-check.ts'

const MIRROR = 'https://mirror.example'

type Answer = () => Response | Promise<Response>

const text =
  (body: string, status = 200): Answer =>
  () =>
    new Response(body, { status })
const gone: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

let asked: string[]
let answer: Answer
let end = () => {}
const recovered = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  useHealth.setState(useHealth.getInitialState(), true)
  asked = []
  recovered.mockClear()
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    asked.push(url)
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
    return Promise.race([answer(), aborted])
  })
})
afterEach(() => {
  end()
  setApiBase('')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function start(first: Answer) {
  answer = first
  end = followHealth(recovered)
  await vi.advanceTimersByTimeAsync(0)
}
const told = () => useHealth.getState().answer
function hide(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('HLT-01 a server that is well is asked once, and never again', async () => {
  await start(text('OK'))
  expect([asked, told()]).toEqual([['/api/health'], 'OK'])
  answer = gone
  hide(true)
  hide(false)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked.length, told(), recovered.mock.calls.length]).toEqual([1, 'OK', 0])
})

test.each([
  ['there is no answer', gone],
  ['it is busy', text('{"error":"server.busy"}', 503)],
  ['it says OK with an error', text('OK', 500)],
])('HLT-01 where %s, it is asked again every second until it is well', async (_, bad) => {
  await start(bad)
  expect(told()).toBeNull()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(asked).toHaveLength(4)
  answer = text('OK')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([told(), recovered.mock.calls.length]).toEqual(['OK', 1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveLength(5)
})

test('HLT-01 an answer is waited for five seconds', async () => {
  await start(() => new Promise<Response>(() => {}))
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
  expect(told()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(told()).toBeNull()
})

test.each(['ok', 'OK\n', ' OK', 'OK<b>', '<p>Back at ten</p>'])(
  'HLT-02 %j is an announcement, and the check repeats every second',
  async (html) => {
    await start(text(html))
    expect(told()).toBe(html)
    answer = text('<p>Back at eleven</p>')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told()).toBe('<p>Back at eleven</p>')
    answer = text('OK')
    await vi.advanceTimersByTimeAsync(1_000)
    expect([told(), recovered.mock.calls.length]).toEqual(['OK', 1])
  },
)

test('HLT-02 of an answer without end no more is read than can be shown', async () => {
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++
      controller.enqueue(new TextEncoder().encode('a'.repeat(10_000)))
    },
  })
  await start(() => new Response(endless))
  await vi.waitFor(() => expect(told()).toHaveLength(MAX_ANSWER_LENGTH))
  expect(pulled).toBeLessThan(10)
})

test('HLT-02 a hidden page does not check, and checks at once when it is visible again', async () => {
  await start(gone)
  hide(true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toHaveLength(1)
  hide(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(2)
})

test('HLT-03 after “continue anyway” there are no more checks, also after a reload', async () => {
  await start(gone)
  forceEnter()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([asked.length, useHealth.getState().isForced]).toEqual([1, true])
  end()
  useHealth.setState(useHealth.getInitialState(), true)
  await start(gone)
  expect([asked.length, useHealth.getState().isForced]).toEqual([1, true])
})

test('HLT-03 HLT-04 another address is asked how it is, whatever was forced at the one before, or well', async () => {
  await start(gone)
  forceEnter()
  answer = text('OK')
  setApiBase(MIRROR, [MIRROR])
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.at(-1)).toBe(`${MIRROR}/api/health`)
  expect(useHealth.getState()).toEqual({ answer: 'OK', isForced: false })
  setApiBase('')
  await vi.advanceTimersByTimeAsync(0)
  expect([asked.length, useHealth.getState().isForced]).toEqual([2, true])
  answer = gone
  setApiBase(MIRROR, [MIRROR])
  await vi.advanceTimersByTimeAsync(0)
  expect(useHealth.getState()).toEqual({ answer: null, isForced: false })
})

test('HLT-04 an answer of the address before comes too late', async () => {
  let sayLate: (late: Response) => void = () => {}
  await start(() => new Promise<Response>((resolve) => (sayLate = resolve)))
  answer = text('OK')
  setApiBase(MIRROR, [MIRROR])
  await vi.advanceTimersByTimeAsync(0)
  sayLate(new Response('<b>old</b>'))
  await vi.advanceTimersByTimeAsync(0)
  expect(told()).toBe('OK')
})
