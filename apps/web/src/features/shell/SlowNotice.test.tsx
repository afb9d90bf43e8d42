import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useConnection } from '#features/offline/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { retryable } from '#lib/api/retry-pending-fetches.ts'
import { NoticePlace } from '#ui/Notice.tsx'

import { LONG_MS, SlowNotice } from './SlowNotice.tsx'

let root: Root
/** Answers each call, latest last. */
let answers: (() => void)[]
/** Opens a page of a list. */
let open: (page: number) => Promise<void>
let meta: Record<string, unknown>

const fetch = retryable((_url, init) => {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  answers.push(() => resolve(new Response('{}')))
  return promise
})

function List({ page }: { page: number }) {
  const { data } = useQuery({
    queryKey: ['works', page],
    queryFn: async () => (await fetch(`/api/works?page=${page}`)).text(),
    placeholderData: (before: string | undefined) => before,
    meta,
  })
  return <p>{data}</p>
}

beforeEach(async () => {
  vi.useFakeTimers()
  answers = []
  meta = { isAwaited: true }
  useConnection.setState(useConnection.getInitialState(), true)
  document.body.innerHTML = '<main id="main" tabindex="-1"></main><div id="app"></div>'
  root = createRoot(document.querySelector('#app')!)
  const i18n = await createI18n('en')
  const queryClient = new QueryClient()
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  open = (page) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <I18nProvider value={i18n}>
            <RouterContextProvider router={router}>
              <NoticePlace />
              <List page={page} />
              <SlowNotice />
            </RouterContextProvider>
          </I18nProvider>
        </QueryClientProvider>,
      ),
    )
})
afterEach(async () => {
  for (const answer of answers) answer()
  await act(async () => root.unmount())
  vi.useRealTimers()
})

const passes = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const told = () => document.querySelector('[role=status]')?.textContent ?? ''
const press = (name: string) =>
  act(async () => {
    const button = [...document.querySelectorAll<HTMLElement>('[role=status] button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    )!
    button.focus()
    button.click()
  })
const focused = () => document.activeElement?.id || document.activeElement?.textContent

test('NAV-14 a list that is long on its way is said to be, with what can be done, until it is there', async () => {
  await open(1)
  await passes(LONG_MS - 1)
  expect(told()).toBe('')
  await passes(1)
  expect(told()).toContain('This is taking longer than usual.')
  // The connection is being checked.
  expect(useConnection.getState().reach).toBe('unsure')
  document.querySelector<HTMLElement>('[role=status] button')!.focus()
  await act(async () => answers[0]!())
  await passes(1)
  expect([told(), focused()]).toEqual(['', 'main'])
  // Another page, with the previous one on screen.
  await open(2)
  await passes(LONG_MS)
  expect(told()).toContain('This is taking longer than usual.')
})

test('NAV-14 a retry makes the call again; after “keep waiting” there is no further notice', async () => {
  await open(1)
  await passes(LONG_MS)
  await press('Try again')
  await passes(1)
  expect([answers.length, focused()]).toEqual([2, 'Try again'])
  expect(told()).toContain('Trying again…')
  await passes(LONG_MS)
  expect(told()).toContain('This is taking longer than usual.')
  expect(focused()).toBe('Try again')
  await press('Keep waiting')
  expect(focused()).toBe('main')
  await passes(10 * LONG_MS)
  expect([answers.length, told()]).toEqual([2, ''])
  // Calls made while the server was unreachable are repeated.
  await act(async () => useConnection.setState({ reach: 'away' }))
  await act(async () => useConnection.setState({ reach: 'here' }))
  await passes(1)
  expect(answers).toHaveLength(3)
  await act(async () => answers[2]!())
  await passes(1)
  expect(document.querySelector('#app p')?.textContent).toBe('{}')
})

test('NAV-14 nothing is said of what no screen waits for', async () => {
  meta = {}
  await open(1)
  await passes(10 * LONG_MS)
  expect(told()).toBe('')
})
