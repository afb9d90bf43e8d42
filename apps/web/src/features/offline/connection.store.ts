import { create } from 'zustand'

import { CONTENT, KEPT_AT } from '#lib/kept.ts'

type Connection = {
  /** Whether the server answers. `unsure`: a call had no answer, or a kept one, and it is to be found out; `away`: it does not. */
  reach: 'here' | 'unsure' | 'away'
  /** When what is shown came from the server, in milliseconds since 1970, where it is a copy. */
  keptAt: number | null
  /** Whether the server has another build of the program than this page. */
  hasUpdate: boolean
  /** Whether everything that is loaded later has been. */
  isLoaded: boolean
}

/** What this page knows of its server. */
export const useConnection = create<Connection>()(() => ({
  reach: 'here',
  keptAt: null,
  hasUpdate: false,
  isLoaded: false,
}))

/** Whether there is a way to what tells of the connection: without one, that has come before, or is kept. In the browser alone. */
export function hasParts({ isLoaded }: Connection): boolean {
  return isLoaded || navigator.onLine || isCopy()
}

/** A `fetch` that notes whether the server answers, by itself or by a copy that this device has kept. */
export function watched(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (...asked) => {
    try {
      const answer = await fetch(...asked)
      const keptAt = Number(answer.headers.get(KEPT_AT))
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

/** Nobody has answered, or a copy instead. */
export function noteSilence(keptAt?: number): void {
  const known = useConnection.getState()
  useConnection.setState({
    reach: known.reach === 'away' ? 'away' : 'unsure',
    keptAt: keptAt || known.keptAt,
  })
}

let isCopied = false

/** Notes whether this page is a copy. Before it is drawn, for that may wipe off the mark. */
export function noteCopy(): void {
  const { kept } = document.documentElement.dataset
  isCopied = kept !== undefined
  if (isCopied) noteSilence(Number(kept))
}

/** Whether this page is a copy that this device has kept. */
export function isCopy(): boolean {
  return isCopied
}

/** What has been kept of what one visitor has seen is not for the next one's eyes. */
export function forgetCopies(): void {
  // Where the page has come over http there is no such store.
  for (const name of CONTENT) void globalThis.caches?.delete(name)
}
