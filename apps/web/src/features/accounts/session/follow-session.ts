import { getMe, type User } from '@otodana/contract'
import type { Query, QueryClient } from '@tanstack/react-query'

import { ApiError, isPassing, type Api } from '#lib/api/api.ts'
import { recoveryDelayMs } from '#lib/api/recovery.ts'
import { deviceStorage, onStoredChange, onWriteElsewhere } from '#lib/storage/browser-storage.ts'

import { isLastAccount, noteLastAccount } from './last-account.ts'
import { knownUser } from './session-owner.ts'
import { apiSession, takeToken, TOKEN_KEY, useSession } from './session.store.ts'

type Deps = {
  api: Api
  queryClient: QueryClient
  /** Reloads the current screen. */
  reload: () => unknown
}

/**
 * Keeps this page in sync with the session: loads the token's user, follows other tabs, and removes one account's data
 * before the next one's are shown. Called once per page, before the first render.
 *
 * @returns a function that stops it
 */
export function followSession({ api, queryClient, reload }: Deps): () => void {
  /** Loads the token's user and whether the library is closed; retries on failure. */
  async function ask(tries = 0): Promise<void> {
    const { token } = useSession.getState()
    try {
      const { user, access } = await api(getMe, {}, { isAnonymous: token === null })
      if (useSession.getState().token !== token) return
      if (!isLastAccount(deviceStorage, user)) {
        const { forgetOtherMember } = await import('../login/forget-other-member.ts')
        if (useSession.getState().token !== token) return
        forgetOtherMember(user)
      } else noteLastAccount(deviceStorage, user)
      const isClosed = access === 'members'
      useSession.setState(user.loggedIn ? { user, isClosed } : { isClosed })
      if (user.loggedIn) return
      if (token !== null) apiSession.onRefused(new ApiError(401, 'jwt expired', 'jwt expired'), token)
      // There the whole screen asks for a login.
      else if (isClosed) useSession.setState({ notice: null })
    } catch (error) {
      if (!isPassing(error)) return
      const user = token === null || useSession.getState().token !== token ? null : knownUser(deviceStorage, token)
      if (user !== null && useSession.getState().user === null) useSession.setState({ user })
      setTimeout(() => token === useSession.getState().token && ask(tries + 1), recoveryDelayMs(tries))
    }
  }

  takeToken()
  if (useSession.getState().token !== null) void ask()
  const unsubscribeSession = useSession.subscribe((now, before) => {
    if (now.token !== null) document.documentElement.dataset.loggedIn = ''
    else delete document.documentElement.dataset.loggedIn

    const isNew = now.token !== before.token
    if (isNew && now.token !== null && now.user === null) void ask()
    // A call without a token failed for lack of one: the library may be closed.
    if (!now.isClosed && now.token === null && now.notice?.kind === 'loginNeeded' && now.notice !== before.notice)
      void ask()

    const isRenewed = now.user !== null && isSameAccount(now.user, before.user)
    // Until the user is known, the server's anonymous content stays.
    const hasLeft = isNew && before.user !== null && !isRenewed
    if (hasLeft || (isNew && before.token === null && now.isClosed)) {
      if (now.token === null) {
        // The account is gone, but components that show its data unmount later.
        void queryClient.cancelQueries({ predicate: needsAccount })
        queryClient.removeQueries({ predicate: needsAccount })
      }
      void queryClient.resetQueries()
      reload()
    } else if (!now.isClosed && before.user === null && now.user !== null) {
      void queryClient.invalidateQueries({ predicate: isPersonal })
    }
  })
  const unsubscribe = [
    unsubscribeSession,
    onStoredChange(TOKEN_KEY, takeToken),
    // Written and removed at once: only the write counts.
    onWriteElsewhere('signed-out', (text) => text !== null && void forgetEntered()),
  ]
  return () => {
    for (const end of unsubscribe) end()
  }
}

/** Two accounts of one id are of different databases. */
function isSameAccount(one: User, other: User | null): boolean {
  return one.id === other?.id && one.createdAt === other?.createdAt
}

/** Whether answers differ between visitors; declared in `meta`. */
function isPersonal({ meta }: Query): boolean {
  return meta?.isPersonal === true
}

/** Whether only members get an answer. */
function needsAccount({ meta }: Query): boolean {
  return meta?.needsAccount === true
}

/** Called when another tab has signed out. */
async function forgetEntered(): Promise<void> {
  const traces = await import('./sign-out-cleanup.ts')
  traces.clearEnteredTexts()
}
