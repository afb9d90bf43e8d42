import type { ScanProblem } from '@otodana/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'

import '#i18n/on-demand/admin-texts.ts'
import type { Locale } from '#i18n/locale.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { createApi } from '#lib/api/api.ts'

import { adminQueries } from '../admin.queries.ts'
import { LastScan } from './ScanFigures.tsx'

const counts = { found: 1, done: 1, added: 0, changed: 0, unchanged: 1, missing: 0, filesRead: 0, problems: 4 }
const at = '2026-01-01T00:00:00.000Z'
const scan = { state: 'done', startedAt: at, finishedAt: at, counts, error: null } as const

const problem = (kind: ScanProblem['kind'], root: string): ScanProblem => ({
  kind,
  root,
  path: '',
  workId: null,
  message: '',
  detectedAt: at,
})

/** The last scan's figures, with problems that change while they are shown. */
async function open(locale: Locale, first: ScanProblem[]) {
  const i18n = await createI18n(locale)
  const queryClient = new QueryClient()
  const api = createApi({ fetch: () => Promise.resolve(Response.json({ problems: first })) })
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => act(async () => root.unmount()))
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <I18nProvider value={i18n}>
          <LastScan api={api} scan={scan} />
        </I18nProvider>
      </QueryClientProvider>,
    ),
  )
  return {
    link: () => place.querySelector('a[href="#problems"]')?.textContent,
    setProblems: (problems: ScanProblem[]) => queryClient.setQueryData(adminQueries.problems(api).queryKey, problems),
  }
}

test.each([
  ['en', '1 library folder could not be read', '2 library folders could not be read'],
  ['ja', '1件のライブラリフォルダーを読み込めませんでした', '2件のライブラリフォルダーを読み込めませんでした'],
  ['zh-CN', '1 个音声库文件夹无法读取', '2 个音声库文件夹无法读取'],
] as const)('ADM-04 beside the last scan are the folders it could not read, in %s', async (locale, one, two) => {
  const away = problem('rootUnavailable', '/disk')
  const inside = problem('unreadableFolder', '/other')
  // One folder may have several such problems.
  const { link, setProblems } = await open(locale, [away, away, inside])
  await vi.waitFor(() => act(async () => expect(link()).toBe(one)))
  setProblems([away, inside, problem('rootUnavailable', '/third')])
  await vi.waitFor(() => act(async () => expect(link()).toBe(two)))
  setProblems([inside])
  await vi.waitFor(() => act(async () => expect(link()).toBe(undefined)))
})
