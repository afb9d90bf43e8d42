import { accountGroups, type User } from '@otodana/contract'

import { objectOf, oneOf, orNull, text, wholeNumber } from '#lib/readers.ts'
import { readJson, writeJson, type deviceStorage } from '#lib/storage/browser-storage.ts'
import { DEVICE } from '#lib/storage/device-owner.ts'

import { accountNumber, noteAccount } from './device-accounts.ts'
import { isMember, type useSession } from './session.store.ts'

type Session = Pick<ReturnType<typeof useSession.getState>, 'token' | 'user'>

const readKnown = objectOf({
  /** End of the session's token. */
  session: text(100),
  owner: wholeNumber(0),
})
const readUser = objectOf({
  session: text(100),
  user: objectOf(
    {
      id: wholeNumber(0),
      name: text(100),
      group: oneOf(accountGroups),
      email: orNull(text(320)),
      recommenderUuid: text(100),
    },
    { createdAt: text(40) },
  ),
})

/**
 * Returns whose a session's data are on this device: an account's number, or the device's own. Without a connection the session's user is
 * not loaded, and the stored one counts; null if there is none.
 */
export function ownerOf(storage: typeof deviceStorage, { token, user }: Session): number | null {
  if (token === null) return DEVICE
  if (user !== null) return isMember(user) ? accountNumber(storage, user) : DEVICE
  const known = readJson(storage, 'listener', readKnown)
  return known?.session === endOf(token) ? known.owner : null
}

/** Returns the user of a session as last loaded, for visits without a connection; null if it is another session's. */
export function knownUser(storage: typeof deviceStorage, token: string): User | null {
  const known = readJson(storage, 'listener', readUser)
  return known?.session === endOf(token) ? { ...known.user, loggedIn: true } : null
}

/** Stores the owner of a session whose user is loaded, and that user, for visits without a connection. */
export function noteOwner(storage: typeof deviceStorage, session: Session): void {
  const owner = ownerOf(storage, session)
  if (session.token !== null && session.user !== null && owner !== null) {
    const { id, name, group, email, recommenderUuid, createdAt } = session.user
    const user = { id, name, group, email, recommenderUuid, createdAt }
    noteAccount(storage, session.user)
    writeJson(storage, 'listener', { session: endOf(session.token), owner, user })
  }
}

/** Identifies a token, and is of no use without the rest. */
function endOf(token: string): string {
  return token.slice(-24)
}
