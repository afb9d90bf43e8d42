import type { Session, User } from '@otodana/contract'
import { create } from 'zustand'

import { ApiError, type ApiSession } from '#lib/api/api.ts'
import { apiOrigin } from '#lib/api/api-base.ts'
import { storedName } from '#lib/base-path.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

export const TOKEN_KEY = 'jwt-token'
/** Ours have about 300 characters; servers reject requests with much longer headers. */
const MAX_TOKEN_LENGTH = 4_096

/** A notice over the page: that a login is needed, or a toast about what was done. */
export type Notice = { kind: 'loginNeeded'; error: ApiError } | { kind: 'done'; done: Done } | { kind: 'slowed' }
export type Done =
  | 'loggedIn'
  | 'registered'
  | 'registeredAsAdministrator'
  | 'loggedOut'
  | 'passwordChanged'
  | 'othersLoggedOut'
  | 'accountDeleted'
  | 'emailUnlinked'
  | 'passwordReset'

/** The open account dialog. */
export type OpenPart = 'logIn' | 'register' | 'resetPassword' | 'menu' | 'logOut' | 'email'

type SessionState = {
  token: string | null
  /** Null until loaded, and without a login. */
  user: User | null
  /** Whether the library is for members only. */
  isClosed: boolean
  /** Whether a media token for this user is available; only relevant if the library is closed. */
  isMediaReady: boolean
  open: OpenPart | null
  notice: Notice | null
}

const anonymous = { token: null, user: null, isMediaReady: false }

/**
 * The session, shared by all tabs. The first render has no user, like the server's; the stored token is read right
 * after.
 */
export const useSession = create<SessionState>()(() => ({ ...anonymous, isClosed: false, open: null, notice: null }))

export const useUser = (): User | null => useSession(({ user }) => user)

/** Whether the user has an account that stores personal data, unlike the guest's. */
export const isMember = (user: User | null): boolean => user !== null && user.group !== 'guest'

export function openAccount(open: OpenPart): void {
  useSession.setState({ open })
}

/** Starts a session for API calls, possibly of the same user with a new token. */
export function setSession({ token, user }: Session): void {
  writeToken(token)
  // The previous media token ends.
  useSession.setState({ token, user, isMediaReady: false })
}

/** Ends the session: API calls are anonymous. */
export function clearSession(): void {
  writeToken(null)
  useSession.setState(anonymous)
}

/** Adopts the token stored on this device: at the start, and when another tab has changed it. */
export function takeToken(): void {
  const token = readToken()
  if (token === useSession.getState().token) return
  useSession.setState({ ...anonymous, token })
  // A notice that a login is needed is obsolete.
  if (token !== null) useSession.setState({ notice: null })
}

/** The session for the API client. */
export const apiSession: ApiSession = {
  token: () => useSession.getState().token,
  isLoginRequired: () => {
    const { isClosed, token } = useSession.getState()
    return isClosed && token === null
  },
  onRefused(error, sent) {
    // Several calls may fail with one token: the first ends the session. Failures of earlier tokens are ignored.
    if (sent !== useSession.getState().token || apiSession.isLoginRequired()) return
    // Another tab has ended or replaced the session, and shown a notice: follow it.
    const saved = readToken()
    if (sent !== null && saved !== sent) return takeToken()
    if (sent !== null && apiOrigin() !== '') {
      // Another address of the instance: the page's own may know the account.
      const unknown = new ApiError(401, 'client.loginUnknownHere', error.message)
      return useSession.setState({ notice: { kind: 'loginNeeded', error: unknown } })
    }
    if (sent !== null) clearSession()
    // Later calls without a token would give less specific errors.
    const { notice } = useSession.getState()
    useSession.setState({ notice: notice?.kind === 'loginNeeded' ? { ...notice } : { kind: 'loginNeeded', error } })
  },
  onSlowed({ key }) {
    if (key === 'guest.slow') useSession.setState({ notice: { kind: 'slowed' } })
  },
}

function readToken(): string | null {
  const token = deviceStorage.read(TOKEN_KEY)
  // Clients of this family store an empty one for none. With an invalid token every call would fail.
  return token && token.length <= MAX_TOKEN_LENGTH ? token : null
}

function writeToken(token: string | null): void {
  if (token !== null) return deviceStorage.write(TOKEN_KEY, token)
  deviceStorage.remove(TOKEN_KEY)
  deviceStorage.remove('media-token')
  deviceStorage.remove('listener')
}

/** Runs in the page's head, so that content for logged-out visitors does not flash for members. */
export const sessionScript = () =>
  `try{if(localStorage.getItem(${JSON.stringify(storedName(TOKEN_KEY))}))document.documentElement.dataset.loggedIn=''}catch(e){}`
