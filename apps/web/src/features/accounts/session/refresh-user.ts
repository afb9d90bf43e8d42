import { getMe } from '@otodana/contract'

import { type Api, ApiError } from '#lib/api/api.ts'

import { useSession } from './session.store.ts'

/** Another tab has changed something of the member's, possibly the account. */
export async function refreshUser(api: Api): Promise<void> {
  const { token } = useSession.getState()
  if (token === null) return
  try {
    const { user } = await api(getMe, {})
    if (user.loggedIn && useSession.getState().token === token) useSession.setState({ user })
  } catch (error) {
    // The known data stay until the next page; the API client reports an ended session.
    if (!(error instanceof ApiError)) throw error
  }
}
