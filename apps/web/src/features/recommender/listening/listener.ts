import type { User } from '@otodana/contract'

import { isMember, useSession } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { tabStorage } from '#lib/storage/browser-storage.ts'

import type { Feedback } from './feedback-outbox.ts'
import { listenerId } from './listener-id.ts'
import { isInMiniApp, MINI_APP_KEY } from './mini-app.ts'

declare global {
  interface Window {
    /** Set by messengers in their pages. */
    readonly __wxjs_environment?: unknown
    readonly Telegram?: { readonly WebApp?: { readonly initData?: unknown } }
  }
}

/** Whether this page runs in a mini-app of a messenger. */
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
 * Returns the listener for the recommender: a member's account, otherwise this device's id. Null if learning is off, or
 * the user is not known yet. Also uses the account's id if the login came from another tab or program.
 */
export function currentListener(): Pick<Feedback, 'listener' | 'isMember'> | null {
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
export type Sender = 'present' | 'anonymous' | 'later'

/**
 * Decides how feedback is sent, so that it counts for its listener only: the server attributes a member's feedback to
 * the member.
 */
export function senderOf(
  { listener, isMember: isOfMember }: Feedback,
  token: string | null,
  user: User | null,
): Sender {
  if (token !== null && user === null) return 'later'
  // Includes listening before the account was created, which has adopted the device's id.
  if (user !== null && isMember(user) && user.recommenderUuid === listener) return 'present'
  if (isOfMember) return 'later'
  return isMember(user) ? 'anonymous' : 'present'
}
