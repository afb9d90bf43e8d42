import type { User } from '@otodana/contract'
import { expect, test } from 'vitest'

import { DEVICE } from '#lib/storage/device-owner.ts'
import { aStorage } from '#test/a-storage.ts'

import { knownUser, noteOwner, ownerOf } from './session-owner.ts'

const akari: User = { id: 7, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: '' }
const guest: User = { ...akari, id: 2, name: 'guest', group: 'guest' }

test('HIS-14 listening belongs to the member who is logged in, otherwise to the device', () => {
  const storage = aStorage(new Map())
  expect(ownerOf(storage, { token: null, user: null })).toBe(DEVICE)
  expect(ownerOf(storage, { token: 'a', user: akari })).toBe(7)
  expect(ownerOf(storage, { token: 'g', user: guest })).toBe(DEVICE)
  const { id: _, ...withoutId } = akari
  expect(ownerOf(storage, { token: 'a', user: withoutId })).toBeNull()
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

test('OFF-52 without a connection a session has the user that was last loaded, and another session has none', () => {
  const storage = aStorage(new Map())
  expect(knownUser(storage, 'token of akari')).toBeNull()
  noteOwner(storage, { token: 'token of akari', user: akari })
  expect(knownUser(storage, 'token of akari')).toEqual(akari)
  expect(knownUser(storage, 'another')).toBeNull()
  noteOwner(storage, { token: 'token of a guest', user: guest })
  expect(knownUser(storage, 'token of a guest')).toEqual(guest)
})

test('OFF-52 a user stored by an earlier build, or damaged, is none, and its owner stays known', () => {
  const storage = aStorage(new Map())
  storage.write('listener', JSON.stringify({ session: 'token of akari', owner: 7 }))
  expect(knownUser(storage, 'token of akari')).toBeNull()
  expect(ownerOf(storage, { token: 'token of akari', user: null })).toBe(7)
  storage.write('listener', JSON.stringify({ session: 'x', owner: 7, user: { ...akari, group: 'king' } }))
  expect(knownUser(storage, 'x')).toBeNull()
})
