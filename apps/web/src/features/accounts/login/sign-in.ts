import { GUEST_NAME, logIn, register, type Session } from '@otodana/contract'

import { clearQueue } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'
import type { Api } from '#lib/api/api.ts'
import { forgetKept } from '#lib/kept/owner-kept.ts'
import { randomUuid } from '#lib/browser/random-uuid.ts'

import { setSession, isMember, clearSession, useSession, type Done } from '../session/session.store.ts'
import { forgetOtherMember } from './forget-other-member.ts'
import { announceSignOut, clearEnteredTexts, forgetReports, forgetUnsent } from '../session/sign-out-cleanup.ts'
import { presentAccount } from '../session/use-owner.ts'

export type Credentials = { name: string; password: string; setupCode?: string | undefined }

/** @throws {ApiError} */
export async function signIn(api: Api, { name, password }: Credentials): Promise<void> {
  startSession(await api(logIn, { body: { name, password } }, { isAnonymous: true }), 'loggedIn')
}

/** Logs in as guest, whose password is public. @throws {ApiError} */
export function signInAsGuest(api: Api): Promise<void> {
  return signIn(api, { name: GUEST_NAME, password: GUEST_NAME })
}

/** Creates an account, which adopts this device's listener id. @throws {ApiError} */
export async function signUp(api: Api, { name, password, setupCode }: Credentials): Promise<void> {
  const { recommenderUuid } = useSettings.getState()
  const code = setupCode === undefined ? {} : { setupCode }
  const session = await api(register, { body: { name, password, recommenderUuid, ...code } }, { isAnonymous: true })
  // The first account of a library is the administrator's.
  startSession(session, session.user.group === 'administrator' ? 'registeredAsAdministrator' : 'registered')
}

/** Starts a session after any kind of login. */
export function startSession(session: Session, done: Done): void {
  forgetOtherMember(session.user)
  if (isMember(session.user)) useSettings.setState({ recommenderUuid: session.user.recommenderUuid })
  setSession(session)
  useSession.setState({ open: null, notice: { kind: 'done', done } })
}

/**
 * Ends the session on this device. The next user gets a new listener id, except after a guest, who stores nothing.
 * Deletes unsaved input, the works that the account keeps on this device, and all data of a deleted account.
 *
 * @param done  the toast to show
 */
export function signOut(done: Done = 'loggedOut'): void {
  const { user, isClosed } = useSession.getState()
  const account = presentAccount()
  if (isMember(user)) useSettings.setState({ recommenderUuid: randomUuid() })
  clearEnteredTexts()
  announceSignOut()
  if (done === 'accountDeleted' && user !== null && account !== null) {
    forgetUnsent(account)
    forgetReports(user.recommenderUuid)
    useSettings.setState({ quickMarkTargetPlaylist: '' })
  }
  // A database that cannot be opened is not shown to others either.
  if (account !== null) forgetKept(account).catch(() => undefined)
  // The queue of a closed library must not be visible to others.
  if (isClosed) clearQueue()
  clearSession()
  useSession.setState({ open: null, notice: { kind: 'done', done } })
}
