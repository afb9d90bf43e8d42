import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRouteWithContext, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'

import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { NoticePlace } from '#ui/Notice.tsx'

import ConnectionNotices from './ConnectionNotices.tsx'
import { markAnswered, markUnanswered, useConnection } from './connection.store.ts'

test('OFF-66 any answer of the server ends a copy: its content is replaced, and the next page has none of its time', async () => {
  // jsdom lays nothing out.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const i18n = await createI18n('en')
  const queryClient = new QueryClient()
  const router = createRouter({ routeTree: createRootRouteWithContext<object>()(), context: {} })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  markUnanswered(Date.now())
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <I18nProvider value={i18n}>
          <RouterContextProvider router={router as never}>
            <NoticePlace />
            <ConnectionNotices />
          </RouterContextProvider>
        </I18nProvider>
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(document.body.textContent).toContain('Page saved'))

  const refreshed = vi.spyOn(queryClient, 'invalidateQueries')
  await act(async () => markAnswered())
  expect(refreshed).toHaveBeenCalledOnce()
  expect(useConnection.getState()).toMatchObject({ reach: 'here', cachedAt: null })

  await act(async () => markUnanswered())
  await vi.waitFor(() => expect(document.body.textContent).toContain('No connection to the server'))
  expect(document.body.textContent).not.toContain('Page saved')
  await act(async () => root.unmount())
})
