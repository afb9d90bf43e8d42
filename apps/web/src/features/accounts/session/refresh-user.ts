import { getMe } from '@otodana/contract'

import { type Api, ApiError } from '#lib/api/api.ts'

import { useSession } from './session.store.ts'

/** Another tab has changed something of the member's: perhaps what the account is. */
export async function refreshUser(api: Api): Promise<void> {
  const { token } = useSession.getState()
  if (token === null) return
  try {
    const { user } = await api(getMe, {})
    if (user.loggedIn && useSession.getState().token === token) useSession.setState({ user })
  } catch (error) {
    // What is known stays, and the next page learns of it; of a session that is over the caller has told.
    if (!(error instanceof ApiError)) throw error
  }
}
