import type { User } from '@otodana/contract'
import { beforeEach, expect, test } from 'vitest'

import { afterLogin } from './after-login.ts'
import { setSession, openAccount, useSession } from '../session/session.store.ts'

const user: User = { id: 1, loggedIn: true, name: 'suzu', group: 'user', email: null, recommenderUuid: 'x' }

beforeEach(() => useSession.setState({ token: null, user: null, open: null }))

test('PLS-01 what was asked for before a login is done after it, once', () => {
  const done: string[] = []
  afterLogin(({ name }) => done.push(name))
  expect(useSession.getState().open).toBe('logIn')
  openAccount('register')
  expect(done).toEqual([])
  setSession({ token: 'a', user })
  useSession.setState({ open: null })
  setSession({ token: 'b', user })
  expect(done).toEqual(['suzu'])
})

test('PLS-01 closing the dialog without a login gives up the action', () => {
  const done: string[] = []
  afterLogin(({ name }) => done.push(name))
  useSession.setState({ open: null })
  setSession({ token: 'a', user })
  expect(done).toEqual([])
})
