import type { User } from '@otodana/contract'
import { expect, test } from 'vitest'

import { aStorage } from '#test/a-storage.ts'

import { accountNumber, formerNumbers, noteAccount } from './device-accounts.ts'

const user = (id: number, createdAt?: string, group: User['group'] = 'user'): User => ({
  id,
  loggedIn: true,
  name: 'akari',
  group,
  email: null,
  recommenderUuid: '',
  ...(createdAt !== undefined && { createdAt }),
})
const akari = user(2, '2026-01-01T00:00:00.000Z')
const beni = user(2, '2026-11-29T10:00:00.000Z')

test('OFF-61 an account’s number is its id, and another one where an earlier account had that id', () => {
  const storage = aStorage(new Map())
  expect(accountNumber(storage, akari)).toBe(2)
  noteAccount(storage, akari)
  const number = accountNumber(storage, beni)
  expect(number).not.toBe(2)
  noteAccount(storage, beni)
  noteAccount(storage, user(3, '2026-11-29T11:00:00.000Z'))
  expect(accountNumber(storage, beni)).toBe(number)
  // The old database is back, from a backup.
  expect(accountNumber(storage, akari)).toBe(2)
  expect(accountNumber(storage, user(3, '2026-11-29T11:00:00.000Z'))).toBe(3)
  expect(accountNumber(storage, user(2, '2026-11-30T00:00:00.000Z'))).not.toBe(number)
})

test('OFF-61 the numbers of former accounts are those of the same id, and no other member’s', () => {
  const storage = aStorage(new Map())
  expect(formerNumbers(storage, akari)).toEqual([])
  noteAccount(storage, user(3, '2026-01-01T00:00:00.000Z'))
  noteAccount(storage, akari)
  expect(formerNumbers(storage, akari)).toEqual([])
  // Before it was noted, too.
  expect(formerNumbers(storage, beni)).toEqual([2])
  noteAccount(storage, beni)
  expect(formerNumbers(storage, beni)).toEqual([2])
  expect(formerNumbers(storage, akari)).toEqual([accountNumber(storage, beni)])
  expect(formerNumbers(storage, null)).toEqual([])
  // A guest's name is public, and a new database may give it that id.
  expect(formerNumbers(storage, user(2, '2026-11-30T00:00:00.000Z', 'guest'))).toEqual([])
})

test('OFF-61 visitors and guests have no number; a server that does not say when an account was made gives its id', () => {
  const storage = aStorage(new Map())
  expect(accountNumber(storage, null)).toBeNull()
  expect(accountNumber(storage, user(1, '2026-01-01T00:00:00.000Z', 'guest'))).toBeNull()
  noteAccount(storage, user(1, '2026-01-01T00:00:00.000Z', 'guest'))
  noteAccount(storage, user(2))
  expect(storage.read('accounts')).toBeNull()
  noteAccount(storage, akari)
  expect(accountNumber(storage, user(2))).toBe(2)
  storage.write('accounts', '[{"id":2}]')
  expect(accountNumber(storage, beni)).toBe(2)
})
