import type { User } from '@otodana/contract'

import { listOf, objectOf, text, wholeNumber } from '#lib/readers.ts'
import { readJson, writeJson, type deviceStorage } from '#lib/storage/browser-storage.ts'

import { isMember } from './session.store.ts'

/** Members who have used this device. */
const readKnown = listOf(objectOf({ id: wholeNumber(1), createdAt: text(40) }))

/** More than any account's id on a server. */
const STEP = 2 ** 32

/**
 * Returns the number under which this device stores what is a member's; null for visitors and guests. It is the account's
 * id, unless another account with that id was here before: of a database that has been replaced at the same address.
 * The two differ in when they were made.
 */
export function accountNumber(storage: typeof deviceStorage, user: User | null): number | null {
  if (!isMember(user) || user?.id === undefined) return null
  const { id, createdAt } = user
  if (createdAt === undefined) return id
  const times = listKnown(storage).flatMap((known) => (known.id === id ? [known.createdAt] : []))
  return id + STEP * [...times, createdAt].indexOf(createdAt)
}

/** Returns the numbers of other accounts with a member's id that were here: the server has none of them any more. */
export function formerNumbers(storage: typeof deviceStorage, user: User | null): number[] {
  const present = accountNumber(storage, user)
  if (present === null) return []
  const { length } = listKnown(storage).filter(({ id }) => id === present % STEP)
  return Array.from({ length }, (_, index) => (present % STEP) + STEP * index).filter((one) => one !== present)
}

/** Remembers a member, whose number is then no other account's. */
export function noteAccount(storage: typeof deviceStorage, user: User | null): void {
  if (!isMember(user) || user?.id === undefined || user.createdAt === undefined) return
  const { id, createdAt } = user
  const known = listKnown(storage)
  if (known.some((one) => one.id === id && one.createdAt === createdAt)) return
  writeJson(storage, 'accounts', [...known, { id, createdAt }])
}

const listKnown = (storage: typeof deviceStorage) => readJson(storage, 'accounts', readKnown) ?? []
