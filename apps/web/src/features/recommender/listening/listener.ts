import type { User } from '@otodana/contract'

import { isMember, useSession } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { tabStorage } from '#lib/storage/browser-storage.ts'

import type { Feedback } from './feedback-outbox.ts'
import { listenerId } from './listener-id.ts'
import { isInMiniApp, MINI_APP_KEY } from './mini-app.ts'

declare global {
  interface Window {
    /** What messengers say to the pages in them. */
    readonly __wxjs_environment?: unknown
    readonly Telegram?: { readonly WebApp?: { readonly initData?: unknown } }
  }
}

/** Whether this page stands in a mini-app of a messenger. */
export function isMiniApp(): boolean {
  const isFound = isInMiniApp({
    userAgent: navigator.userAgent,
    wxEnvironment: window.__wxjs_environment,
    telegramData: window.Telegram?.WebApp?.initData,
    hash: location.hash,
  })
  return isFound || tabStorage.read(MINI_APP_KEY) !== null
}

/**
 * Who listens, for the recommender: the account of a member, and otherwise what this device is known as. Null: nothing is
 * learned of them, or it is not known yet whose the login is. A member whose login came from another tab or program is known
 * as the account, too.
 */
export function whoListens(): Pick<Feedback, 'listener' | 'isMember'> | null {
  const { token, user } = useSession.getState()
  const { learnFromListening, recommenderUuid } = useSettings.getState()
  if (!learnFromListening || (token !== null && user === null)) return null
  if (user !== null && isMember(user)) {
    if (user.recommenderUuid !== recommenderUuid) useSettings.setState({ recommenderUuid: user.recommenderUuid })
    return { listener: user.recommenderUuid, isMember: true }
  }
  if (token === null && isMiniApp()) return null
  return { listener: listenerId(), isMember: false }
}

/** How feedback is sent: with the present login, anonymously, or not before another login. */
export type Sender = 'present' | 'nobody' | 'later'

/**
 * Decides how feedback is sent, so that it counts for its listener only: the server trusts a member that the listening was
 * theirs.
 */
export function senderOf(
  { listener, isMember: isOfMember }: Feedback,
  token: string | null,
  user: User | null,
): Sender {
  if (token !== null && user === null) return 'later'
  // Also what was heard before the account was made, which has taken the device's id over.
  if (user !== null && isMember(user) && user.recommenderUuid === listener) return 'present'
  if (isOfMember) return 'later'
  return isMember(user) ? 'nobody' : 'present'
}
