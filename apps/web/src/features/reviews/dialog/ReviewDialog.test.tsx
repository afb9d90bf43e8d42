import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { apiSession, useSession } from '#features/accounts/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { createApi } from '#lib/api/api.ts'
import { useToasts } from '#ui/toast.ts'

import { marksOf, NO_MARKS } from '../marks.ts'
import { useMarks, useReviews } from '../review.store.ts'
import ReviewDialog from './ReviewDialog.tsx'

const WORK = { id: 7, title: 'Rain at Night' }
const user = { loggedIn: true, name: 'rin', group: 'user', email: null, recommenderUuid: 'x' } as const
const rin = { ...user, id: 1 }
const mio = { ...user, id: 2 }

let root: Root
let place: HTMLElement
let answer: (response: Response | Error) => void
let i18n: Awaited<ReturnType<typeof createI18n>>

const api = createApi({
  fetch: () =>
    new Promise((resolve, reject) => {
      answer = (response) => (response instanceof Error ? reject(response) : resolve(response))
    }),
  caller: apiSession,
})
const context = { api, queryClient: new QueryClient() }
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), context } as never)

/** A member's page with the dialog, if open. */
function Page({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const id = useSession((session) => session.user?.id)
  const marks = useMarks(WORK.id, marksOf({}))
  return isOpen && id ? <ReviewDialog work={WORK} marks={marks} onClose={onClose} /> : null
}
const draw = (isOpen: boolean) =>
  act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <RouterContextProvider router={router as never}>
          <Page isOpen={isOpen} onClose={() => undefined} />
        </RouterContextProvider>
      </I18nProvider>,
    ),
  )
const logIn = (as: typeof rin | typeof mio) =>
  act(async () => {
    localStorage.setItem('jwt-token', `token of ${as.id}`)
    useSession.setState({ token: `token of ${as.id}`, user: as, notice: null })
  })
const area = () => place.querySelector('textarea')!
const write = (text: string) =>
  act(async () => {
    // Like a browser: React compares the element's native value.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area(), text)
    area().dispatchEvent(new Event('input', { bubbles: true }))
  })
const save = () => act(async () => place.querySelector('form')!.requestSubmit())
const answered = (response: Response | Error) =>
  act(async () => {
    answer(response)
    await vi.waitFor(() => expect(useReviews.getState().pending).toEqual({}))
  })
const shownToasts = () => useToasts.getState().toasts.map(({ text }) => text)

const NOT_SAVED = /^What you entered was not saved\. It is kept as a draft\./
const LOGIN_ENDED = 'You were logged out before this was saved.'

beforeEach(async () => {
  i18n = await createI18n('en')
  // Missing in jsdom.
  HTMLDialogElement.prototype.showModal ??= function () {}
  HTMLDialogElement.prototype.close ??= function () {}
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  useToasts.setState({ toasts: [] })
  await logIn(rin)
  await draw(true)
})
afterEach(async () => {
  await draw(true)
  await logIn(rin)
  if (area().value !== '') await write('')
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

test('REV-01 a review whose saving fails after the dialog was closed causes a toast, and is kept', async () => {
  for (const failure of [Response.json({ error: 'busy' }, { status: 503 }), new TypeError('Failed to fetch')]) {
    useToasts.setState({ toasts: [] })
    await write('A long thought.')
    await save()
    await draw(false)
    expect(shownToasts()).toEqual([])
    await answered(failure)
    expect(shownToasts()).toEqual([expect.stringMatching(NOT_SAVED)])
    await draw(true)
    expect(area().value).toBe('A long thought.')
    expect(place.textContent).toContain('This draft has not been saved.')
  }
})

test('REV-01 a review whose login ends while it is saved is there again for its writer, and for no other', async () => {
  await write('A long thought.')
  await save()
  await answered(Response.json({ error: 'jwt expired' }, { status: 401 }))
  expect(useSession.getState().user).toBeNull()
  expect(place.querySelector('textarea')).toBeNull()
  expect(shownToasts()).toEqual([expect.stringContaining(LOGIN_ENDED)])
  await logIn(mio)
  expect(area().value).toBe('')
  await draw(false)
  await logIn(rin)
  await draw(true)
  expect(area().value).toBe('A long thought.')
})

test('REV-01 after a logout in another tab a toast says here that a review was not saved, if there is one', async () => {
  const logOutElsewhere = () => act(async () => useSession.setState({ token: null, user: null }))
  await logOutElsewhere()
  expect(shownToasts()).toEqual([])
  await logIn(rin)
  await write('A long thought.')
  await logOutElsewhere()
  expect(place.querySelector('textarea')).toBeNull()
  expect(shownToasts()).toEqual([expect.stringContaining(LOGIN_ENDED)])
  await logIn(rin)
  expect(area().value).toBe('A long thought.')
})

test('REV-01 what was saved leaves no draft, though the dialog was closed before', async () => {
  await write('A long thought.')
  await save()
  await draw(false)
  await answered(Response.json({ message: 'Saved' }))
  expect(shownToasts()).toEqual(['Saved'])
  expect(sessionStorage.getItem('review-drafts')).toBeNull()
  await draw(true)
  expect(area().value).toBe(NO_MARKS.text)
})
