import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, Profiler } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import { SETTINGS_KEY, useSettings } from '#features/settings/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { Pagination } from '../Pagination.tsx'
import { Toolbar } from './Toolbar.tsx'
import { worksSearch } from '../works-search.ts'

test('LIB-15 the list’s controls follow what was chosen for lists and no other setting, and store only what is chosen', async () => {
  const i18n = await createI18n('zh-CN')
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const search = worksSearch({})
  let draws = 0
  await act(async () =>
    root.render(
      <RouterContextProvider router={router}>
        <I18nProvider value={i18n}>
          <Profiler id="controls" onRender={() => draws++}>
            <Toolbar search={search} path="/works" />
            <Pagination search={search} last={2} />
          </Profiler>
        </I18nProvider>
      </RouterContextProvider>,
    ),
  )
  draws = 0
  await act(async () => useSettings.setState({ rewindSeekTime: 7 }))
  expect(draws).toBe(0)
  await act(async () => useSettings.setState({ pageSize: 60 }))
  expect(draws).toBe(1)

  localStorage.clear()
  await act(async () => place.querySelector<HTMLInputElement>('[name=subtitle]')!.click())
  expect(router.latestLocation.search).toMatchObject({ subtitle: 1 })
  expect(localStorage.getItem(SETTINGS_KEY)).toBe(null)
  const select = place.querySelector<HTMLSelectElement>('[name=sortOption]')!
  select.value = 'release'
  await act(async () => select.dispatchEvent(new Event('change', { bubbles: true })))
  expect(localStorage.getItem(SETTINGS_KEY)).toContain('"sortOption":"release"')
  await act(async () => root.unmount())
  place.remove()
})

test('NAV-39 options that were opened while the list was loading are open when it has arrived', async () => {
  const i18n = await createI18n('en')
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = (screen: string) =>
    act(async () =>
      root.render(
        <RouterContextProvider router={router}>
          <I18nProvider value={i18n}>
            <Toolbar key={screen} search={worksSearch({})} path="/works" />
          </I18nProvider>
        </RouterContextProvider>,
      ),
    )
  const options = () => place.querySelector<HTMLButtonElement>('[aria-label="List options"]')!
  await show('loading')
  expect(options().getAttribute('aria-expanded')).toBe('false')
  await act(async () => options().click())
  await show('loaded')
  expect(options().getAttribute('aria-expanded')).toBe('true')
  await act(async () => options().click())
  expect(options().getAttribute('aria-expanded')).toBe('false')
  await act(async () => root.unmount())
  place.remove()
})
