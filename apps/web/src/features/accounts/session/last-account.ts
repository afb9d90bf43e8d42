import type { User } from '@otodana/contract'

import type { deviceStorage } from '#lib/storage/browser-storage.ts'

import { accountNumber } from './device-accounts.ts'

/** Whether no other member has used this device since this one. Visitors and guests do not count. */
export function isLastAccount(storage: typeof deviceStorage, user: User): boolean {
  const number = accountNumber(storage, user)
  const last = storage.read('last-account')
  return number === null || last === null || last === String(number)
}

export function noteLastAccount(storage: typeof deviceStorage, user: User): void {
  const number = accountNumber(storage, user)
  if (number !== null) storage.write('last-account', String(number))
}
