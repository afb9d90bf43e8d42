import type { Endpoint, User } from '@otodana/contract'
import { afterEach, expect, test } from 'vitest'

import { useSettings } from '#features/settings/index.ts'
import type { Api } from '#lib/api.ts'
import { randomUuid } from '#lib/random-uuid.ts'

import { leave, useSession } from './session.store.ts'
import { signIn, signInAsGuest, signOut, signUp } from './sign-in.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const [own, before] = [randomUuid(), randomUuid()]
let sent: unknown[] = []

/** A server on which everybody has an account. */
const api = (async (endpoint: Endpoint, { body }: { body: { name: string } }, options: unknown) => {
  sent.push([endpoint.path, body, options])
  const group = body.name === 'guest' ? 'guest' : 'user'
  const user: User = { id: 2, loggedIn: true, name: body.name, group, email: null, recommenderUuid: own }
  return Promise.resolve({ token: `token of ${body.name}`, user })
}) as Api
const idNow = () => useSettings.getState().recommenderUuid

afterEach(() => {
  leave()
  useSession.setState(useSession.getInitialState(), true)
  useSettings.setState({ recommenderUuid: '' })
  sent = []
})

test('ATH-03 after a login the recommender knows this device as the account, and after a logout as nobody', async () => {
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

test('ATH-03 the guest takes nothing over and leaves nothing behind', async () => {
  useSettings.setState({ recommenderUuid: before })
  await signInAsGuest(api)
  expect(idNow()).toBe(before)
  signOut()
  expect(idNow()).toBe(before)
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
