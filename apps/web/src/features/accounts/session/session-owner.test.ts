import type { User } from '@otodana/contract'
import { expect, test } from 'vitest'

import { DEVICE } from '#lib/storage/device-owner.ts'
import { aStorage } from '#test/a-storage.ts'

import { noteOwner, ownerOf } from './session-owner.ts'

const akari: User = { id: 7, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: '' }
const guest: User = { ...akari, id: 2, name: 'guest', group: 'guest' }

test('HIS-14 listening belongs to the member who is logged in, otherwise to the device', () => {
  const storage = aStorage(new Map())
  expect(ownerOf(storage, { token: null, user: null })).toBe(DEVICE)
  expect(ownerOf(storage, { token: 'a', user: akari })).toBe(7)
  expect(ownerOf(storage, { token: 'g', user: guest })).toBe(DEVICE)
})

test('HIS-14 HIS-16 without a connection the session’s owner is known from before, and no other session’s', () => {
  const storage = aStorage(new Map())
  const offline = { token: 'token of akari', user: null }
  expect(ownerOf(storage, offline)).toBeNull()
  noteOwner(storage, offline)
  expect(ownerOf(storage, offline)).toBeNull()
  noteOwner(storage, { ...offline, user: akari })
  expect(ownerOf(storage, offline)).toBe(7)
  expect(ownerOf(storage, { token: 'another', user: null })).toBeNull()
  expect(ownerOf(storage, { token: null, user: null })).toBe(DEVICE)
})
