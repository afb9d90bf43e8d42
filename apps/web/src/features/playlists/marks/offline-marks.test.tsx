import 'fake-indexeddb/auto'
import type { Endpoint, Playlist } from '@otodana/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRouteWithContext, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import '#i18n/on-demand/account-texts.ts'
import '#i18n/on-demand/deferred-texts.ts'
import '#i18n/on-demand/playlist-texts.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { ApiError, type Api } from '#lib/api/api.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'
import { useToasts } from '#ui/toast.ts'

import { aWork } from '#test/a-work.ts'
import { knownPlaylists, noteKnownPlaylists } from './known-playlists.ts'
import { PlaylistMenuDialog } from './PlaylistMenuDialog.tsx'
import { QuickMarkButton } from './QuickMarkButton.tsx'

const akari = { id: 7, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: '' } as const
const trip = { id: '11111111-1111-4111-8111-111111111111', name: 'Trip' }
const sleep = { id: '22222222-2222-4222-8222-222222222222', name: 'Sleep' }
const silent = (async () => Promise.reject(new ApiError(0, 'client.network', 'Network error'))) as Api

beforeEach(() => {
  localStorage.clear()
  useSession.setState({ token: 'one', user: akari })
  useSettings.setState({ quickMarkTargetPlaylist: trip.id })
  useToasts.setState({ toasts: [] })
  // jsdom has neither media queries nor modal dialogs.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

async function show(api: Api, content: ReactNode) {
  const i18n = await createI18n('en')
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const context = { api, queryClient, i18n }
  const router = createRouter({ routeTree: createRootRouteWithContext<typeof context>()(), context })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <I18nProvider value={i18n}>
          <RouterContextProvider router={router as never}>{content}</RouterContextProvider>
        </I18nProvider>
      </QueryClientProvider>,
    ),
  )
  return {
    place,
    async end() {
      await act(async () => root.unmount())
      place.remove()
    },
  }
}
const settled = (check: () => void) => act(() => vi.waitFor(check))
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

test('OFF-63 a quick mark goes to the playlist that this device knows, and waits', async () => {
  const server = (async ({ path }: Endpoint) => {
    if (path.endsWith('get-playlist-metadata')) return { ...trip, is_owner: true } as Playlist
    throw new ApiError(0, 'client.network', 'Network error')
  }) as Api
  const work = aWork({ id: 41 })
  const online = await show(server, <QuickMarkButton work={work} className="" />)
  await settled(() => expect(knownPlaylists()).toEqual([trip]))
  await online.end()

  const { place, end } = await show(silent, <QuickMarkButton work={work} className="" />)
  const button = place.querySelector('button')!
  expect(button.getAttribute('aria-disabled')).toBe('false')
  await act(async () => button.click())
  await settled(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
  await settled(() => expect(toasts()).toEqual(['Added to “Trip”', expect.stringContaining('Not yet sent')]))
  await end()
})

test('OFF-63 a quick mark whose playlist is not known says why it cannot be made', async () => {
  const work = aWork({ id: 42 })
  const { place, end } = await show(silent, <QuickMarkButton work={work} className="" />)
  const button = place.querySelector('button')!
  expect(button.getAttribute('aria-label')).toMatch(/^Bookmark: /)
  await settled(() => {
    button.click()
    expect(toasts()).toEqual([expect.stringContaining('does not know yet which playlist bookmarks go to')])
  })
  await end()
})

test('OFF-63 the dialog offers the playlists that this device knows, and what is chosen waits', async () => {
  const work = aWork({ id: 43 })
  noteKnownPlaylists([trip, sleep])
  const { place, end } = await show(silent, <PlaylistMenuDialog work={work} onClose={() => {}} />)
  await settled(() => expect(place.textContent).toContain('as this device last saw them'))
  expect(place.querySelector('[role="alert"]')).toBeNull()
  const [, second] = place.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')
  await act(async () => second!.click())
  await settled(() => expect(second!.checked).toBe(true))
  expect(second!.closest('label')!.textContent).toBe('SleepNot yet sent')
  await end()
})

test('OFF-63 a device that knows no playlists says that they need the server', async () => {
  const work = aWork({ id: 44 })
  const { place, end } = await show(silent, <PlaylistMenuDialog work={work} onClose={() => {}} />)
  await settled(() => expect(place.textContent).toContain('does not know your playlists yet'))
  expect(place.querySelector('[role="alert"]')).toBeNull()
  await end()
})

test('OFF-63 the known playlists are one account’s, at most 100, and without those that were deleted', () => {
  noteKnownPlaylists([trip])
  noteKnownPlaylists([sleep])
  expect(knownPlaylists()).toEqual([sleep, trip])
  noteKnownPlaylists([{ ...trip, name: 'Journey' }], true)
  expect(knownPlaylists()).toEqual([{ ...trip, name: 'Journey' }])
  noteKnownPlaylists(Array.from({ length: 120 }, (_, index) => ({ id: `${index}`, name: '' })))
  expect(knownPlaylists()).toHaveLength(100)
  useSession.setState({ user: { ...akari, id: 8 } })
  expect(knownPlaylists()).toEqual([])
  noteKnownPlaylists([trip])
  useSession.setState({ user: akari })
  expect(knownPlaylists()).toEqual([])
  deviceStorage.write('known-playlists', '{"account":7,"lists":[{"id":1}]}')
  expect(knownPlaylists()).toEqual([])
})
