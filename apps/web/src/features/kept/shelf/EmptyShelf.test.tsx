import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import '#i18n/on-demand/kept-texts.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { useKept } from '../kept.store.ts'
import { EmptyShelf } from './EmptyShelf.tsx'

test('OFF-64 works of an account without a login are not called missing, and neither named nor counted', async () => {
  const i18n = await createI18n('en')
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <EmptyShelf />
      </I18nProvider>,
    ),
  )
  expect(place.textContent).toContain('Nothing is kept on this device')

  await act(async () => useKept.setState({ totalBytes: 5_000_000 }))
  expect(place.textContent).toContain('are shown once you log in to it again')
  expect(place.textContent).not.toMatch(/Nothing is kept|\d/)
  await act(async () => place.querySelector('button')!.click())
  expect(useSession.getState().open).toBe('logIn')

  // Another account does not learn of them.
  const user = { id: 7, loggedIn: true, name: 'beni', group: 'user', email: null, recommenderUuid: '' } as const
  await act(async () => useSession.setState({ token: 'one', user }))
  expect(place.textContent).toContain('Nothing is kept on this device')
  await act(async () => root.unmount())
})
