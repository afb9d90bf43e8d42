import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from './api.ts'
import { recoveryDelayMs, useRecovery } from './recovery.ts'

const away = new ApiError(0, 'client.network', 'no answer')
let visibility: DocumentVisibilityState
let tries: number

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  visibility = 'visible'
  tries = 0
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Renders something that has failed with `error`, and fails again on each retry. */
async function failing(error: Error) {
  const root = createRoot(document.createElement('div'))
  function Probe({ isBusy }: { isBusy: boolean }) {
    const isRecovering = useRecovery(error, isBusy, () => {
      tries++
    })
    return <p>{String(isRecovering)}</p>
  }
  const draw = (isBusy: boolean) => act(async () => root.render(<Probe isBusy={isBusy} />))
  await draw(false)
  return {
    async passes(ms: number) {
      await act(async () => vi.advanceTimersByTime(ms))
      await draw(true)
      await draw(false)
    },
    fires: (target: EventTarget, type: string) => act(async () => void target.dispatchEvent(new Event(type))),
    end: () => act(async () => root.unmount()),
  }
}

test('LIB-12 failures are retried at growing intervals', async () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map(recoveryDelayMs)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ])
  const screen = await failing(away)
  await screen.passes(999)
  await screen.passes(999)
  expect(tries).toBe(0)
  await screen.passes(1_000)
  expect(tries).toBe(1)
  await screen.passes(1_000)
  expect(tries).toBe(1)
  await screen.passes(2_000)
  expect(tries).toBe(2)
  await screen.end()
  vi.advanceTimersByTime(60_000)
  expect(tries).toBe(2)
})

test('LIB-12 a hidden page does not retry; it retries at once when visible or online again', async () => {
  const screen = await failing(away)
  visibility = 'hidden'
  await screen.fires(document, 'visibilitychange')
  await screen.passes(60_000)
  await screen.fires(window, 'online')
  expect(tries).toBe(0)
  visibility = 'visible'
  await screen.fires(document, 'visibilitychange')
  expect(tries).toBe(1)
  await screen.passes(0)
  await screen.fires(window, 'online')
  expect(tries).toBe(2)
  await screen.end()
})

test('LIB-12 what will fail again is left to the visitor', async () => {
  for (const error of [
    new ApiError(404, 'work.notFound', ''),
    new ApiError(500, 'server.failed', ''),
    new Error('x'),
  ]) {
    const screen = await failing(error)
    await screen.passes(60_000)
    await screen.end()
  }
  expect(tries).toBe(0)
})
