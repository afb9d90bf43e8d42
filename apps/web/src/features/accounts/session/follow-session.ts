import { getMe } from '@otodana/contract'
import type { Query, QueryClient } from '@tanstack/react-query'

import { ApiError, isPassing, type Api } from '#lib/api/api.ts'
import { recoveryDelayMs } from '#lib/api/recovery.ts'
import { onStoredChange, onWriteElsewhere } from '#lib/storage/browser-storage.ts'

import { caller, takeToken, TOKEN_KEY, useSession } from './session.store.ts'

type Deps = {
  api: Api
  queryClient: QueryClient
  /** Reloads the current screen. */
  reload: () => unknown
}

/**
 * Keeps this page to the session: asks whose the kept token is, follows the other tabs, and sees to it that nothing of one
 * account is shown to the next. Once a page, before it is drawn.
 *
 * @returns a function that ends it
 */
export function followSession({ api, queryClient, reload }: Deps): () => void {
  /** Asks whose token it is and whether the library is closed; retries without an answer. */
  async function ask(tries = 0): Promise<void> {
    const { token } = useSession.getState()
    try {
      const { user, access } = await api(getMe, {}, { isAnonymous: token === null })
      if (useSession.getState().token !== token) return
      const isClosed = access === 'members'
      useSession.setState(user.loggedIn ? { user, isClosed } : { isClosed })
      if (user.loggedIn) return
      if (token !== null) caller.onRefused(new ApiError(401, 'jwt expired', 'jwt expired'), token)
      // There the whole screen says that a login is needed.
      else if (isClosed) useSession.setState({ notice: null })
    } catch (error) {
      if (isPassing(error))
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
    // A call that needs a token went without: perhaps nothing is to be had here without one.
    if (!now.isClosed && now.token === null && now.notice?.kind === 'loginNeeded' && now.notice !== before.notice)
      void ask()

    const isRenewed = now.user !== null && now.user.id === before.user?.id
    // Before it is known whose the token is, what is shown is what the server drew for everybody: it stays.
    const hasLeft = isNew && before.user !== null && !isRenewed
    if (hasLeft || (isNew && before.token === null && now.isClosed)) {
      if (now.token === null) {
        // Their account is gone, and the components that show them unmount only later.
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
    // Written and removed at once: only the writing counts.
    onWriteElsewhere('signed-out', (text) => text !== null && void forgetEntered()),
  ]
  return () => {
    for (const end of unsubscribe) end()
  }
}

/** Whether an answer may differ from one visitor to the next; queries say so by `meta`. */
function isPersonal({ meta }: Query): boolean {
  return meta?.isPersonal === true
}

/** Whether there is an answer for members only. */
function needsAccount({ meta }: Query): boolean {
  return meta?.needsAccount === true
}

/** Another tab has signed out. */
async function forgetEntered(): Promise<void> {
  const traces = await import('./sign-out-cleanup.ts')
  traces.clearEnteredTexts()
}
