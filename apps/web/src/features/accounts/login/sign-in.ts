import { GUEST_NAME, logIn, register, type Session } from '@otodana/contract'

import { clearQueue } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'
import type { Api } from '#lib/api/api.ts'
import { randomUuid } from '#lib/browser/random-uuid.ts'

import { enter, isMember, leave, useSession, type Done } from '../session/session.store.ts'
import { clearEnteredTexts, forgetUnsent, announceSignOut } from '../session/sign-out-cleanup.ts'

export type Credentials = { name: string; password: string }

/** @throws {ApiError} */
export async function signIn(api: Api, credentials: Credentials): Promise<void> {
  begin(await api(logIn, { body: credentials }, { isAnonymous: true }), 'loggedIn')
}

/** The guest account, whose password is no secret. @throws {ApiError} */
export function signInAsGuest(api: Api): Promise<void> {
  return signIn(api, { name: GUEST_NAME, password: GUEST_NAME })
}

/** Makes an account, which keeps what this device was known to the recommender as. @throws {ApiError} */
export async function signUp(api: Api, { name, password }: Credentials): Promise<void> {
  const { recommenderUuid } = useSettings.getState()
  const session = await api(register, { body: { name, password, recommenderUuid } }, { isAnonymous: true })
  begin(session, 'registered')
}

/** What a session begins with, however it was come by. */
export function begin(session: Session, done: Done): void {
  if (isMember(session.user)) useSettings.setState({ recommenderUuid: session.user.recommenderUuid })
  enter(session)
  useSession.setState({ open: null, notice: { kind: 'done', done } })
}

/**
 * Ends the session on this device. The next user gets a new recommender id, except after the guest's session, which stores
 * nothing. Entered texts that were not saved are deleted, and of a deleted account nothing stays.
 *
 * @param done  which toast to show
 */
export function signOut(done: Done = 'loggedOut'): void {
  const { user, isClosed } = useSession.getState()
  if (isMember(user)) useSettings.setState({ recommenderUuid: randomUuid() })
  clearEnteredTexts()
  announceSignOut()
  if (done === 'accountDeleted' && user !== null) {
    forgetUnsent(user)
    useSettings.setState({ quickMarkTargetPlaylist: '' })
  }
  // What was queued there is not for others to see.
  if (isClosed) clearQueue()
  leave()
  useSession.setState({ open: null, notice: { kind: 'done', done } })
}
