import { create } from 'zustand'

import { CONTENT, CACHED_AT } from '#lib/storage/caches.ts'

type Connection = {
  /**
   * Whether the server answers. `unsure`: a request failed or was answered from the cache, and a check follows; `away`:
   * it does not.
   */
  reach: 'here' | 'unsure' | 'away'
  /** When the server rendered this cached page, in ms since 1970; null if it is not from the cache. */
  cachedAt: number | null
  /** Whether the server has another build than this page. */
  hasUpdate: boolean
  /** Whether everything that loads later has been loaded. */
  isLoaded: boolean
  /** Whether what is shown is kept on this device, and is whole without the server. */
  isKeptShown: boolean
}

/** What this page knows about its server. */
export const useConnection = create<Connection>()(() => ({
  reach: 'here',
  cachedAt: null,
  hasUpdate: false,
  isLoaded: false,
  isKeptShown: false,
}))

/** Whether the notices can be loaded: already loaded, online, or cached. Browser only. */
export function hasParts({ isLoaded }: Connection): boolean {
  return isLoaded || navigator.onLine || isCachedPage()
}

/** Wraps `fetch` to record whether the server or the cache answers. */
export function watched(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (...asked) => {
    try {
      const answer = await fetch(...asked)
      const cachedAt = Number(answer.headers.get(CACHED_AT))
      if (cachedAt) markUnanswered(cachedAt)
      else if (isOfServer(answer)) markAnswered()
      else markUnanswered()
      return answer
    } catch (error) {
      if (error instanceof TypeError) markUnanswered()
      throw error
    }
  }
}

/** The API has no pages: one comes from what is in between, a proxy or a network that wants a login. */
export function isOfServer({ headers }: Response): boolean {
  return !/\btext\/html\b/.test(headers.get('content-type') ?? '')
}

/** Records an answer of the server. */
export function markAnswered(): void {
  if (useConnection.getState().reach !== 'here') useConnection.setState({ reach: 'here' })
}

/** Records a missing answer, or one from the cache. */
export function markUnanswered(cachedAt?: number): void {
  const known = useConnection.getState()
  useConnection.setState({
    reach: known.reach === 'away' ? 'away' : 'unsure',
    cachedAt: cachedAt || known.cachedAt,
  })
}

let isCached = false

/** Records whether this page is from the cache. Call it before the first render, which may remove the mark. */
export function detectCachedPage(): void {
  const { kept } = document.documentElement.dataset
  isCached = kept !== undefined
  if (isCached) markUnanswered(Number(kept))
}

/** Whether this page came from the cache. */
export function isCachedPage(): boolean {
  return isCached
}

/** Deletes cached content, which must not remain for the next visitor. */
export function clearCaches(): void {
  // The Cache API is missing over plain http.
  for (const name of CONTENT) void globalThis.caches?.delete(name)
}
