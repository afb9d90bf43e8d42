import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'

import { ListFailed } from './ListFailed.tsx'

let root: Root
let place: HTMLElement
let tries: number
const slow = (retryAfterSeconds?: number) => new ApiError(429, 'guest.slow', 'guest.slow', { retryAfterSeconds })

async function draw(error: Error) {
  const i18n = await createI18n('en')
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <ListFailed error={error} isBusy={false} onRetry={() => tries++} />
      </I18nProvider>,
    ),
  )
}
const passes = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

beforeEach(() => {
  vi.useFakeTimers()
  place = document.createElement('div')
  root = createRoot(place)
  tries = 0
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

test('LIB-10 a list that the server asks to wait for says how long, and is asked for when that is over', async () => {
  await draw(slow(3))
  await act(() => vi.dynamicImportSettled())
  expect(place.querySelector('[role=alert]')?.textContent).toContain('The guest account is slowed down.')
  const left = () => place.querySelector('[role=timer]')?.textContent
  expect(left()).toBe('The list loads in 3 seconds.')
  await passes(1_000)
  expect(left()).toBe('The list loads in 2 seconds.')
  await passes(1_000)
  await passes(999)
  expect([left(), tries]).toEqual(['The list loads in 1 second.', 0])
  await passes(1)
  expect(tries).toBe(1)
  await passes(5_000)
  expect(tries).toBe(1)
  // Fails again.
  await draw(slow(2))
  expect(left()).toBe('The list loads in 2 seconds.')
  await passes(1_000)
  await passes(1_000)
  expect(tries).toBe(2)
})

test('LIB-10 where the server does not say for how long, or for very long, it is tried by hand', async () => {
  for (const error of [slow(), slow(3_600)]) {
    await draw(error)
    expect(place.querySelector('[role=timer]')).toBeNull()
    expect(place.querySelector('button')?.textContent).toBe('Try again')
  }
})
