import type { Endpoint, User } from '@otodana/contract'
import { afterEach, expect, test, vi } from 'vitest'

import { useSettings } from '#features/settings/index.ts'
import type { Api } from '#lib/api/api.ts'
import { randomUuid } from '#lib/browser/random-uuid.ts'

import { clearSession, useSession } from '../session/session.store.ts'
import { signIn, signInAsGuest, signOut, signUp } from './sign-in.ts'
import { onSignedOut } from '../session/sign-out-cleanup.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const [own, before] = [randomUuid(), randomUuid()]
let sent: unknown[] = []

/** A server that accepts every login. */
const api = (async (endpoint: Endpoint, { body }: { body: { name: string } }, options: unknown) => {
  sent.push([endpoint.path, body, options])
  const group = body.name === 'guest' ? 'guest' : body.name === 'owner' ? 'administrator' : 'user'
  const user: User = { id: 2, loggedIn: true, name: body.name, group, email: null, recommenderUuid: own }
  return Promise.resolve({ token: `token of ${body.name}`, user })
}) as Api
const idNow = () => useSettings.getState().recommenderUuid

afterEach(() => {
  clearSession()
  useSession.setState(useSession.getInitialState(), true)
  useSettings.setState({ recommenderUuid: '' })
  sent = []
})

test('ATH-03 after a login the device has the account’s recommender id, and after a logout a new one', async () => {
  useSettings.setState({ recommenderUuid: before })
  await signIn(api, { name: 'akari', password: '12345' })
  expect(sent).toEqual([['/api/auth/me', { name: 'akari', password: '12345' }, { isAnonymous: true }]])
  expect(idNow()).toBe(own)
  expect(useSession.getState()).toMatchObject({ token: 'token of akari', open: null, notice: { done: 'loggedIn' } })
  signOut()
  expect(idNow()).toMatch(UUID)
  expect([own, before]).not.toContain(idNow())
  expect(useSession.getState()).toMatchObject({ token: null, user: null, notice: { done: 'loggedOut' } })
})

test('ATH-14 a new account says so when it is the administrator’s', async () => {
  await signUp(api, { name: 'akari', password: '12345' })
  expect(useSession.getState().notice).toEqual({ kind: 'done', done: 'registered' })
  await signUp(api, { name: 'owner', password: '12345' })
  expect(useSession.getState().notice).toEqual({ kind: 'done', done: 'registeredAsAdministrator' })
})

test('ATH-03 the guest takes nothing over and leaves nothing behind', async () => {
  useSettings.setState({ recommenderUuid: before })
  await signInAsGuest(api)
  expect(idNow()).toBe(before)
  signOut()
  expect(idNow()).toBe(before)
})

test('ATH-03 SET-02 HIS-19 signing out deletes drafts and what was sent, and deleting the account what was still to be sent', async () => {
  const forgotten = vi.fn<() => void>()
  onSignedOut(forgotten)
  const keep = () => {
    sessionStorage.setItem('review-drafts', '[{"user":2,"work":7,"change":{"text":"mine"},"base":{"text":""}}]')
    localStorage.setItem('places-unsent', '{"claimedMs":1,"accounts":[{"id":2,"places":[]},{"id":3,"places":[]}]}')
    localStorage.setItem('history', JSON.stringify([0, 2, 3].map((id) => ({ id, tracks: [heard(1), heard(0)] }))))
    useSettings.setState({ quickMarkTargetPlaylist: own })
  }
  const unsent = () => localStorage.getItem('places-unsent')
  const history = () => localStorage.getItem('history')
  const heard = (isSent: 0 | 1) => ({ title: 'Umbrella', isSent: isSent === 1 })
  await signIn(api, { name: 'akari', password: '12345' })
  keep()
  // An expired session continues with the next login.
  clearSession()
  expect(sessionStorage.getItem('review-drafts')).toContain('mine')

  await signIn(api, { name: 'akari', password: '12345' })
  signOut()
  expect(sessionStorage.getItem('review-drafts')).toBeNull()
  expect(forgotten).toHaveBeenCalledTimes(1)
  expect(unsent()).toContain('"id":2')
  // Of members only what was not sent, of the device everything.
  expect(JSON.parse(history() ?? '')).toEqual([
    { id: 0, tracks: [heard(1), heard(0)] },
    { id: 2, tracks: [heard(0)] },
    { id: 3, tracks: [heard(0)] },
  ])

  await signIn(api, { name: 'akari', password: '12345' })
  keep()
  signOut('accountDeleted')
  expect(sessionStorage.getItem('review-drafts')).toBeNull()
  expect(unsent()).toBe('{"claimedMs":1,"accounts":[{"id":3,"places":[]}]}')
  expect(history()).not.toContain('"id":2')
  expect(history()).toContain('"id":3')
  expect(useSettings.getState().quickMarkTargetPlaylist).toBe('')
})

test('ATH-01 a new account keeps what the recommender knew this device as', async () => {
  useSettings.setState({ recommenderUuid: before })
  await signUp(api, { name: 'akari', password: '12345' })
  expect(sent).toMatchObject([['/api/auth/reg', { recommenderUuid: before }, { isAnonymous: true }]])
  expect(idNow()).toBe(own)
})

test('ATH-03 a random id is a UUID of version 4, and another each time', () => {
  const made = Array.from({ length: 500 }, randomUuid)
  expect(made.filter((id) => !UUID.test(id))).toEqual([])
  expect(new Set(made).size).toBe(500)
})
