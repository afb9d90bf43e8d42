import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRouteWithContext, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import '#i18n/on-demand/playlist-texts.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { createApi } from '#lib/api/api.ts'

import { aWork } from '#test/a-work.ts'
import { useRemoval } from './use-removal.ts'

test('PLS-04 what was taken out of one playlist is never put into another', async () => {
  const calls: string[] = []
  const fetch = (async (address: string, { body }: RequestInit) => {
    calls.push(`${address.split('/').at(-1)} ${(JSON.parse(body as string) as { id: string }).id}`)
    return Response.json({ rowCount: 1, notFound: [] })
  }) as typeof globalThis.fetch
  const queryClient = new QueryClient()
  const context = { api: createApi({ fetch }) }
  const router = createRouter({ routeTree: createRootRouteWithContext<typeof context>()(), context })
  const i18n = await createI18n('en')
  const drawn: ReturnType<typeof useRemoval>[] = []
  function Probe({ id }: { id: string }) {
    const removal = useRemoval(id, id)
    drawn.push(removal)
    return null
  }
  const root = createRoot(document.createElement('div'))
  const open = (id: string) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <I18nProvider value={i18n}>
            <RouterContextProvider router={router as never}>
              <Probe id={id} />
            </RouterContextProvider>
          </I18nProvider>
        </QueryClientProvider>,
      ),
    )
  const work = aWork({ id: 41 })
  await open('rain')
  await act(async () => drawn.at(-1)!.remove(work))
  expect(drawn.at(-1)!.removed).toEqual(work)
  await open('storm')
  expect(drawn.at(-1)!.removed).toBeNull()
  await act(async () => drawn.at(-1)!.undo())
  await open('rain')
  await act(async () => drawn.at(-1)!.undo())
  expect(calls).toEqual(['remove-works-from-playlist rain', 'add-works-to-playlist rain'])
  await act(async () => root.unmount())
})
