import type { Endpoint, HistoryPage, User } from '@otodana/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRouteWithContext, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatLongDay } from '#lib/format/format-date.ts'

import type { HistorySearch } from './history-search.ts'
import { HistoryScreen } from './HistoryScreen.tsx'

const akari: User = { id: 7, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: '' }

const monday = formatLongDay('2026-06-15', 'en')
const tuesday = formatLongDay('2026-06-16', 'en')

let root: Root
let screen: HTMLElement
let asked: PromiseWithResolvers<HistoryPage>
const api = (async ({ path }: Endpoint) => {
  if (path !== '/api/history') return {}
  return asked.promise
}) as Api
const context = { api }
const router = createRouter({ routeTree: createRootRouteWithContext<typeof context>()(), context })
let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  screen = document.createElement('div')
  root = createRoot(screen)
  useSession.setState({ token: 'token', user: akari })
})
afterEach(() => act(async () => root.unmount()))

async function opens(search: Partial<HistorySearch>) {
  asked = Promise.withResolvers()
  const i18n = await createI18n('en')
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <I18nProvider value={i18n}>
          <RouterContextProvider router={router as never}>
            <HistoryScreen api={api} search={{ words: '', until: '', page: 1, ...search }} />
          </RouterContextProvider>
        </I18nProvider>
      </QueryClientProvider>,
    ),
  )
}

/** @param days  of one entry each */
async function answers(days: readonly string[], totalCount = days.length) {
  const entries = days.map((day, index) => ({
    day,
    work: { id: index + 1, source_id: `RJ0000000${index + 1}`, title: 'Rain', circle: { name: '' }, isMissing: false },
    tracks: [
      {
        hash: `${index + 1}/1`,
        title: 'Umbrella',
        seconds: 10,
        durationSeconds: 60,
        heardSeconds: 10,
        firstAt: `${day}T10:00Z`,
        lastAt: `${day}T10:01Z`,
      },
    ],
  }))
  const page = { entries, pagination: { page: 1, pageSize: 50, totalCount }, isOn: true }
  await act(async () => asked.resolve(page as never))
  await act(async () => new Promise((resolve) => setTimeout(resolve)))
}

const status = () => screen.querySelector('[role="status"]:not([aria-label])')
const said = () => status()?.textContent
const linkNamed = (name: string) => [...screen.querySelectorAll('a')].find(({ textContent }) => textContent === name)

test('HIS-23 nothing is said about a day before the answer has arrived', async () => {
  await opens({})
  await answers(['2026-06-24', '2026-06-15'])
  expect(screen.querySelectorAll('article')).toHaveLength(2)
  const before = status()
  expect(said()).toBe('')
  await opens({ until: '2026-06-15' })
  expect(screen.querySelectorAll('article')).toHaveLength(2)
  expect(said()).toBe('')
  await answers(['2026-06-15'])
  expect(said()).toBe(`${monday} and earlier.`)
  expect(status()).toBe(before)
})

test('HIS-23 a day without hits is not one without history', async () => {
  await opens({ until: '2026-06-16' })
  await answers(['2026-06-15'])
  expect(said()).toBe(`Nothing was heard on ${tuesday}; these are the days before.`)
  await opens({ until: '2026-06-16', words: 'rain' })
  await answers(['2026-06-15'])
  expect(said()).toBe(`Nothing that matches was heard on ${tuesday}; these are the days before.`)
  await opens({ until: '2026-06-16', words: 'wind' })
  await answers([])
  expect(said()).toBe('')
  expect(screen.textContent).toContain(`Nothing found for “wind” on ${tuesday} or before`)
  expect(linkNamed('Search all days')?.getAttribute('href')).toBe('/history?q=wind')
})

test('HIS-23 each page says where the list begins, and leads back', async () => {
  await opens({ until: '2026-06-16', page: 2 })
  await answers(['2026-06-10'], 51)
  expect(said()).toBe(`${tuesday} and earlier.`)
  expect(linkNamed('Show the latest')?.getAttribute('href')).toBe('/history')
})
