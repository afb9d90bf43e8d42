import type { ScanStatus } from '@otodana/contract'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import '#i18n/on-demand/setup-texts.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { ScanProgress } from './ScanProgress.tsx'

const counts = { found: 1, done: 1, added: 1, changed: 0, unchanged: 0, missing: 0, filesRead: 1, problems: 0 }
const last = { state: 'done', startedAt: '', finishedAt: '', counts, error: null } as const

test('RUN-17 the works of the library are counted, not those of the last scan, which may have read one folder', async () => {
  const i18n = await createI18n('en')
  const place = document.createElement('div')
  const root = createRoot(place)
  const show = (scan: ScanStatus, works: number | undefined) =>
    act(async () =>
      root.render(
        <I18nProvider value={i18n}>
          <ScanProgress scan={scan} works={works} />
        </I18nProvider>,
      ),
    )
  await show({ state: 'running', counts: { ...counts, found: 6 }, last }, 9)
  expect(place.textContent).toContain('1 of 6 works')
  await show({ state: 'idle', counts: null, last }, 9)
  expect(place.textContent).toContain('9 works')
  await show({ state: 'idle', counts: null, last }, undefined)
  expect(place.textContent).not.toContain('works')
  await act(async () => root.unmount())
})
