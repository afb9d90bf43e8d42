import type { User } from '@otodana/contract'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { ListeningChoice } from './ListeningChoice.tsx'

const device = '0b1f0d4e-6c1a-4f5e-9d7a-3c2b1a098765'
const akari: User = { id: 2, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: device }

afterEach(() => {
  useSession.setState(useSession.getInitialState(), true)
  useSettings.setState(useSettings.getInitialState(), true)
})

test('ATH-03 SET-01 starting over is offered without an account, and not before that is known', async () => {
  useSettings.setState({ recommenderUuid: device })
  const i18n = await createI18n('en')
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <ListeningChoice />
      </I18nProvider>,
    ),
  )
  const isOffered = () =>
    [...place.querySelectorAll('button')].some((one) => one.textContent === 'Reset recommendations')
  const is = (token: string | null, user: User | null) => act(async () => useSession.setState({ token, user }))
  expect(isOffered()).toBe(true)
  await is('t', null)
  expect(isOffered()).toBe(false)
  await is('t', akari)
  expect(isOffered()).toBe(false)
  await is('t', { ...akari, group: 'guest' })
  expect(isOffered()).toBe(true)
  await act(async () => root.unmount())
})
