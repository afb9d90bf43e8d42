import type { Work } from '@otodana/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, lazy, Suspense, type ComponentProps, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useSettings } from '#features/settings/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { createApi } from '#lib/api/api.ts'
import { aWork } from '#test/a-work.ts'

import Shelves from './Shelves.tsx'

const device = '0b1f0d4e-6c1a-4f5e-9d7a-3c2b1a098765'
const pageOf = (works: Work[]) => ({ works, pagination: { currentPage: 1, pageSize: 20, totalCount: works.length } })
const answers = {
  popular: { ...pageOf([aWork({ id: 1, title: 'Rain' }), aWork({ id: 2, title: 'Tea' })]), isRanked: true },
  'recommend-for-user': pageOf([aWork({ id: 3, title: 'Wind' })]),
}

const does = (what: () => unknown) =>
  act(async () => {
    await what()
    // Components receive an answer in the next task.
    await new Promise((resolve) => setTimeout(resolve))
  })

/** The first page's shelves, with answers on command. */
async function theShelves({
  locale = 'en',
  subtitle,
  Part = Shelves,
}: { locale?: 'en' | 'zh-CN'; subtitle?: 1; Part?: ComponentType<ComponentProps<typeof Shelves>> } = {}) {
  const asked: { path: keyof typeof answers; subtitle: unknown; answer: () => void }[] = []
  const api = createApi({
    fetch: (url, init) => {
      const { promise, resolve } = Promise.withResolvers<Response>()
      const path = (url as string).split('/').at(-1) as keyof typeof answers
      const body = JSON.parse(init?.body as string) as { subtitle: unknown }
      asked.push({ path, subtitle: body.subtitle, answer: () => resolve(Response.json(answers[path])) })
      return promise
    },
  })
  const queryClient = new QueryClient()
  const i18n = await createI18n(locale)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <I18nProvider value={i18n}>
          <Suspense>
            <Part api={api} subtitle={subtitle} />
          </Suspense>
        </I18nProvider>
      </QueryClientProvider>,
    ),
  )
  return {
    queryClient,
    waiting: () => asked.map(({ path }) => path).sort(),
    subtitles: () => asked.map((one) => one.subtitle),
    answer: (wanted: keyof typeof answers) =>
      does(async () => {
        const all = asked.splice(0)
        asked.push(...all.filter(({ path }) => path !== wanted))
        for (const { path, answer } of all) if (path === wanted) answer()
        await vi.waitFor(() => expect(queryClient.isFetching()).toBe(asked.length))
      }),
    shelves: () => [...place.querySelectorAll<HTMLElement>('[data-shelf]')].map(({ dataset }) => dataset.shelf),
    row: () => place.querySelector<HTMLElement>('[data-shelf="popular"] ol')!,
    close: () => act(async () => root.unmount()),
  }
}

let close: (() => Promise<void>) | null = null
beforeEach(() => {
  const watching = class {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', watching)
  vi.stubGlobal('ResizeObserver', watching)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})
afterEach(async () => {
  await close?.()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  useSettings.setState(useSettings.getInitialState(), true)
})

test('LIB-05 both shelves appear together, and stay when a visitor becomes known or another one', async () => {
  const home = await theShelves()
  close = home.close
  expect(home.waiting()).toEqual(['popular'])
  await home.answer('popular')
  expect(home.shelves()).toEqual(['popular'])
  const row = home.row()
  await does(() => {
    row.scrollLeft = 120
    row.querySelector('a')!.focus()
  })
  const isUntouched = () =>
    home.row() === row && row.isConnected && row.scrollLeft === 120 && row.contains(document.activeElement)

  // The first listening.
  await does(() => useSettings.setState({ recommenderUuid: device }))
  expect([home.waiting(), home.shelves(), isUntouched()]).toEqual([['recommend-for-user'], ['popular'], true])
  await home.answer('recommend-for-user')
  expect([home.shelves(), isUntouched()]).toEqual([['popular', 'recommended'], true])

  // A login changes the id, and a logout may refetch everything.
  await does(() => useSettings.setState({ recommenderUuid: device.replace('0', '1') }))
  expect([home.shelves(), isUntouched()]).toEqual([['popular'], true])
  await home.answer('recommend-for-user')
  await does(() => void home.queryClient.resetQueries())
  expect([home.waiting(), home.shelves(), isUntouched()]).toEqual([
    ['popular', 'recommend-for-user'],
    ['popular'],
    true,
  ])
  await home.answer('recommend-for-user')
  await home.answer('popular')
  expect([home.shelves(), isUntouched()]).toEqual([['popular', 'recommended'], true])
})

test('LIB-05 shelves whose chunk comes soon after the page are rendered once, not over and over', async () => {
  const chunk = Promise.withResolvers<{ default: typeof Shelves }>()
  const render = vi.fn<typeof Shelves>(Shelves)
  const home = await theShelves({ Part: lazy(() => chunk.promise) })
  close = home.close
  // Rendered as in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  chunk.resolve({ default: render })
  await vi.waitFor(() => expect(home.waiting()).toEqual(['popular']), { timeout: 20_000 })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  expect(render.mock.calls.length).toBeLessThan(10)
})

test('LIB-05 a known visitor sees no shelf before both are there', async () => {
  useSettings.setState({ recommenderUuid: device })
  const home = await theShelves()
  close = home.close
  await home.answer('popular')
  expect(home.shelves()).toEqual([])
  await home.answer('recommend-for-user')
  expect(home.shelves()).toEqual(['popular', 'recommended'])
  // The results of another filter are separate.
  await does(() => useSettings.setState({ globalFilter: '-rain' }))
  expect(home.shelves()).toEqual([])
})

test('LIB-05 the shelves hold to the list’s filter by subtitles', async () => {
  const { subtitles, close: end } = await theShelves({ locale: 'zh-CN', subtitle: 1 })
  close = end
  expect(new Set(subtitles())).toEqual(new Set([1]))
})
