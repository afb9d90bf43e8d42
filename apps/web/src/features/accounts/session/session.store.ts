import type { Session, User } from '@otodana/contract'
import { create } from 'zustand'

import { ApiError, type Caller } from '#lib/api/api.ts'
import { apiBase } from '#lib/api/api-base.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

export const TOKEN_KEY = 'jwt-token'
/** Ours have some 300 characters; servers refuse whole requests for headers that are much longer. */
const MAX_TOKEN_LENGTH = 4_096

/** A notice over the page: that a login is needed, or a toast about what was done. */
export type Notice = { kind: 'loginNeeded'; error: ApiError } | { kind: 'done'; done: Done } | { kind: 'slowed' }
export type Done =
  | 'loggedIn'
  | 'registered'
  | 'loggedOut'
  | 'passwordChanged'
  | 'othersLoggedOut'
  | 'accountDeleted'
  | 'emailUnlinked'
  | 'passwordReset'

/** The part of the accounts that stands over the page. */
export type OpenPart = 'logIn' | 'register' | 'resetPassword' | 'menu' | 'logOut' | 'email'

type SessionState = {
  token: string | null
  /** Null before the server has said who it is, and without a login. */
  user: User | null
  /** Whether the library is for members only. */
  isClosed: boolean
  /** Whether files and covers can be asked for as this user; matters only where the library is closed. */
  isMediaReady: boolean
  open: OpenPart | null
  notice: Notice | null
}

const nobody = { token: null, user: null, isMediaReady: false }

/**
 * Who is logged in, in this tab as in all others. A page's first render has no user, like the server's; the token saved on this
 * device is read right after.
 */
export const useSession = create<SessionState>()(() => ({ ...nobody, isClosed: false, open: null, notice: null }))

export const useUser = (): User | null => useSession(({ user }) => user)

/** Whether the user has an account that stores personal data, unlike the guest's. */
export const isMember = (user: User | null): boolean => user !== null && user.group !== 'guest'

export function openAccount(open: OpenPart): void {
  useSession.setState({ open })
}

/** From now on calls are made as this user, who may be the one of before with another token. */
export function enter({ token, user }: Session): void {
  writeToken(token)
  // What stands in addresses ends with the token before.
  useSession.setState({ token, user, isMediaReady: false })
}

/** From now on calls are anonymous. */
export function leave(): void {
  writeToken(null)
  useSession.setState(nobody)
}

/** Takes over the token that this device keeps: at the start, and when another tab has changed it. */
export function takeToken(): void {
  const token = readToken()
  if (token === useSession.getState().token) return
  useSession.setState({ ...nobody, token })
  // That a login is needed is over, too, where there has been one.
  if (token !== null) useSession.setState({ notice: null })
}

/** What the API's client has to know of the session. */
export const caller: Caller = {
  token: () => useSession.getState().token,
  isShutOut: () => {
    const { isClosed, token } = useSession.getState()
    return isClosed && token === null
  },
  onRefused(error, sent) {
    // Many calls may fail by one token: the first ends the session. What is said of an earlier one says nothing of this.
    if (sent !== useSession.getState().token || caller.isShutOut()) return
    // Another tab has ended it or has a new one, and has said what there is to say: this one follows.
    const kept = readToken()
    if (sent !== null && kept !== sent) return takeToken()
    if (sent !== null && apiBase() !== '') {
      // One of the instance's other addresses: what it does not know, the page's own may know all the same.
      const unknown = new ApiError(401, 'client.loginUnknownHere', error.message)
      return useSession.setState({ notice: { kind: 'loginNeeded', error: unknown } })
    }
    if (sent !== null) leave()
    // What goes without a token after that would say less of why.
    const { notice } = useSession.getState()
    useSession.setState({ notice: notice?.kind === 'loginNeeded' ? { ...notice } : { kind: 'loginNeeded', error } })
  },
  onSlowed({ key }) {
    if (key === 'guest.slow') useSession.setState({ notice: { kind: 'slowed' } })
  },
}

function readToken(): string | null {
  const token = deviceStorage.read(TOKEN_KEY)
  // Clients of this family write an empty one for none. With one that is no token, no call would get through.
  return token && token.length <= MAX_TOKEN_LENGTH ? token : null
}

function writeToken(token: string | null): void {
  if (token !== null) return deviceStorage.write(TOKEN_KEY, token)
  deviceStorage.remove(TOKEN_KEY)
  deviceStorage.remove('media-token')
}

/** Runs from the page's head: what is only for who has not logged in must not flash up for who has. */
export const sessionScript = `try{if(localStorage.getItem(${JSON.stringify(TOKEN_KEY)}))document.documentElement.dataset.loggedIn=''}catch(e){}`
