import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { MayBePrivate } from './MissingPlaylist.tsx'

test('PLS-04 where a playlist is missing, visitors without a login can log in there; others are not asked', async () => {
  const i18n = await createI18n('en')
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <MayBePrivate />
      </I18nProvider>,
    ),
  )
  expect(place.textContent).toContain('If this is a private playlist of yours, log in to see it.')
  await act(async () => place.querySelector('button')!.click())
  expect(useSession.getState().open).toBe('logIn')
  await act(async () => useSession.setState({ token: 'one', open: null }))
  expect(place.textContent).toBe('')
  await act(async () => useSession.setState({ token: null }))
  expect(place.querySelectorAll('button')).toHaveLength(1)
  await act(async () => root.unmount())
})
