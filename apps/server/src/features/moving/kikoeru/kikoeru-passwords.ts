import { hash } from 'node:crypto'

import type { ForeignRow } from '#db/foreign-sqlite.ts'

/** Under this account kikoeru files everything if it runs without logins. */
export const ADMIN = 'admin'
const GUEST = 'guest'

/** Whether it is a digest as kikoeru stores it. */
export function isReadablePassword(md5: unknown): md5 is string {
  return typeof md5 === 'string' && /^[\da-f]{32}$/i.test(md5)
}

/** Whether a password is `admin` or the name itself, as of accounts whose password was never changed. */
export function isDefaultPassword(name: string, md5: string, secret: string): boolean {
  return [ADMIN, name].some((password) => hash('md5', password + secret, 'hex') === md5.toLowerCase())
}

/**
 * Compares a secret with passwords that are known. One default password that it explains proves it. A `guest` whose password it does
 * not explain speaks against it, because no one changes that one; another `admin` does not, because owners change theirs.
 *
 * @param secret  null: unknown, so there is no doubt
 */
export function createSecretCheck(secret: string | null) {
  let isProven = false
  let hasOtherGuest = false
  return {
    see({ name, group, password }: ForeignRow): void {
      if (secret === null || typeof name !== 'string' || !isReadablePassword(password)) return
      if (isDefaultPassword(name, password, secret)) isProven = true
      else if (name === GUEST && group === GUEST) hasOtherGuest = true
    },
    isDoubtful: (): boolean => hasOtherGuest && !isProven,
  }
}
