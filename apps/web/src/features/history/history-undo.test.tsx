import type { Endpoint, User } from '@otodana/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRouteWithContext, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import '#i18n/on-demand/history-texts.ts'
import { useSession } from '#features/accounts/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { type Api, ApiError } from '#lib/api/api.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'
import { DEVICE } from '#lib/storage/device-owner.ts'

import { createBegunList } from './begun-list.ts'
import { createHistoryLog, type HeardTrack } from './history-log.ts'
import { useBegun } from './use-begun.ts'
import { useHistoryEdits } from './use-history-edits.ts'

const AKARI = 7
const akari: User = { id: AKARI, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: '' }
const heard: HeardTrack = {
  day: '2026-06-15',
  hash: '1/1',
  title: 'Umbrella',
  workId: 1,
  workTitle: 'Rain',
  workPath: '/work/1',
  circle: '',
  firstMs: Date.now() - 2,
  lastMs: Date.now() - 1,
  heardSeconds: 10,
  seconds: 60,
  durationSeconds: 300,
}
const entry = { day: heard.day, workId: 1, isMissing: false, tracks: [heard] }

let root: Root
let calls: unknown[]
let isOnline: boolean
/** The server stores nothing of it, and has begun nothing. */
const api = (async ({ method, path }: Endpoint, { body }: { body?: object }) => {
  if (method === 'GET') return { works: [] }
  calls.push([path, body])
  if (!isOnline) throw new ApiError(0, undefined, 'no connection')
  return { isOn: false }
}) as Api

beforeEach(() => {
  localStorage.clear()
  calls = []
  isOnline = true
  root = createRoot(document.createElement('div'))
  useSession.setState({ token: 'token', user: akari })
})
afterEach(() => act(async () => root.unmount()))

/** @returns what the hook has returned last */
async function probe<T>(use: () => T): Promise<() => T> {
  const drawn: T[] = []
  function Probe() {
    drawn.push(use())
    return null
  }
  const context = { api }
  const router = createRouter({ routeTree: createRootRouteWithContext<typeof context>()(), context })
  const i18n = await createI18n('en')
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <I18nProvider value={i18n}>
          <RouterContextProvider router={router as never}>
            <Probe />
          </RouterContextProvider>
        </I18nProvider>
      </QueryClientProvider>,
    ),
  )
  return () => drawn.at(-1)!
}

test('HIS-04 an undo that fails can be repeated, and is stored whether the history is on or not', async () => {
  const log = createHistoryLog(deviceStorage)
  const now = await probe(() => useHistoryEdits(AKARI))
  await act(() => now().remove(entry))
  isOnline = false
  await act(() => now().putBack(entry))
  expect(now().removed).toEqual(entry)
  expect(log.tracks(AKARI)).toEqual([])
  isOnline = true
  await act(() => now().putBack(entry))
  expect(now().removed).toBeNull()
  expect(calls.at(-1)).toMatchObject(['/api/history', { isUndo: true, tracks: [{ hash: '1/1', heardSeconds: 10 }] }])
  // The account has it, and today's total goes on from there.
  expect(log.tracks(AKARI)).toMatchObject([{ heardSeconds: 10 }])
  expect(log.unsent(AKARI)).toEqual([])
})

test('HIS-05 without an account everything includes the begun works', async () => {
  const begun = createBegunList(deviceStorage)
  begun.note(DEVICE, heard, null)
  const now = await probe(() => useHistoryEdits(DEVICE))
  await act(() => now().removeAll())
  expect(begun.works(DEVICE)).toEqual([])
})

test('HIS-13 a begun work whose undo fails stays away, and the undo can be repeated', async () => {
  createBegunList(deviceStorage).note(AKARI, heard, null)
  const now = await probe(() => useBegun(AKARI))
  // The server does not know it yet.
  await act(async () => vi.waitFor(() => expect(now().works).toHaveLength(1)))
  const [work] = now().works
  await act(() => now().remove(work!))
  expect(now().works).toEqual([])
  isOnline = false
  await act(() => now().putBack(work!))
  expect(now().works).toEqual([])
  expect(now().removed).toEqual(work)
  isOnline = true
  await act(() => now().putBack(work!))
  expect(now().works).toEqual([work])
  expect(now().removed).toBeNull()
})
