import { create } from 'zustand'

import { CONTENT, CACHED_AT } from '#lib/storage/caches.ts'

type Connection = {
  /**
   * Whether the server answers. `unsure`: a request failed or was answered from the cache, and a check follows; `away`:
   * it does not.
   */
  reach: 'here' | 'unsure' | 'away'
  /** When the shown copy came from the server, in ms since 1970; null if it is no copy. */
  keptAt: number | null
  /** Whether the server has another build than this page. */
  hasUpdate: boolean
  /** Whether everything that loads later has been loaded. */
  isLoaded: boolean
}

/** What this page knows about its server. */
export const useConnection = create<Connection>()(() => ({
  reach: 'here',
  keptAt: null,
  hasUpdate: false,
  isLoaded: false,
}))

/** Whether the notices can be loaded: they are there already, online, or cached. Browser only. */
export function hasParts({ isLoaded }: Connection): boolean {
  return isLoaded || navigator.onLine || isCopy()
}

/** Wraps `fetch` to note whether the server or the cache answers. */
export function watched(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (...asked) => {
    try {
      const answer = await fetch(...asked)
      const keptAt = Number(answer.headers.get(CACHED_AT))
      if (keptAt) noteSilence(keptAt)
      else noteAnswer()
      return answer
    } catch (error) {
      if (error instanceof TypeError) noteSilence()
      throw error
    }
  }
}

/** The server has answered. */
export function noteAnswer(): void {
  if (useConnection.getState().reach !== 'here') useConnection.setState({ reach: 'here' })
}

/** The server has not answered, or the cache has in its place. */
export function noteSilence(keptAt?: number): void {
  const known = useConnection.getState()
  useConnection.setState({
    reach: known.reach === 'away' ? 'away' : 'unsure',
    keptAt: keptAt || known.keptAt,
  })
}

let isCopied = false

/** Notes whether this page is a cached copy. Call before the first render, which may remove the mark. */
export function noteCopy(): void {
  const { kept } = document.documentElement.dataset
  isCopied = kept !== undefined
  if (isCopied) noteSilence(Number(kept))
}

/** Whether this page came from the cache. */
export function isCopy(): boolean {
  return isCopied
}

/** Deletes cached content, which one visitor must not leave to the next. */
export function forgetCopies(): void {
  // The Cache API is missing over plain http.
  for (const name of CONTENT) void globalThis.caches?.delete(name)
}
