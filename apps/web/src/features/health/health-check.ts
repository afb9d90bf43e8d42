import { getHealth } from '@otodana/contract'
import { create } from 'zustand'

import { apiBase, onApiBase } from '#lib/api/api-base.ts'
import { fetchWithin } from '#lib/api/fetch-within.ts'
import { tabStorage } from '#lib/storage/browser-storage.ts'

/** The exact answer of a healthy server. */
export const HEALTHY = 'OK'
export const TIMEOUT_MS = 5_000
const AGAIN_MS = 1_000
/** In UTF-16 code units; longer answers are cut. Ours have at most 10,000, but another server may be at the address. */
export const MAX_ANSWER_LENGTH = 50_000
/** The base URL for which the visitor continues regardless of the answer. */
const FORCED_KEY = 'health-forced'

type HealthState = {
  /**
   * The server's last answer: `OK`, or an announcement in HTML; null if there was none, undefined before the first
   * check.
   */
  answer: string | null | undefined
  /** Whether the visitor continues anyway: then there are no checks. */
  isForced: boolean
}

export const useHealth = create<HealthState>()(() => ({ answer: undefined, isForced: false }))

/** Continues without a healthy server, for this tab and base URL. */
export function forceEnter(): void {
  tabStorage.write(FORCED_KEY, apiBase())
  useHealth.setState({ isForced: true })
}

/**
 * Checks the server's health at once and then every second until it is well. After that it does not check again:
 * failures during a visit are reported by failing calls, and must not interrupt playback. Another base URL starts over.
 *
 * @param onRecovered  called when it becomes well, also after a change of the base URL
 * @returns a function that stops it
 */
export function followHealth(onRecovered: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Ignores answers to earlier checks. */
  let round = 0

  async function ask() {
    stop()
    const mine = round
    const answer = await askHealth()
    if (mine !== round) return
    const before = useHealth.getState().answer
    useHealth.setState({ answer })
    if (answer !== HEALTHY) timer = setTimeout(askIfSeen, AGAIN_MS)
    else if (before !== undefined) onRecovered()
  }
  const stop = () => {
    clearTimeout(timer)
    round++
  }
  // A hidden page does not check until it is visible again.
  const askIfSeen = () => {
    const { answer, isForced } = useHealth.getState()
    if (answer !== HEALTHY && !isForced && !document.hidden) void ask()
  }
  const start = () => {
    const isForced = tabStorage.read(FORCED_KEY) === apiBase()
    useHealth.setState({ isForced })
    if (!isForced) void ask()
  }

  const unsubscribe = [useHealth.subscribe(({ isForced }) => isForced && stop()), onApiBase(start)]
  document.addEventListener('visibilitychange', askIfSeen)
  addEventListener('online', askIfSeen)
  start()
  return () => {
    stop()
    for (const end of unsubscribe) end()
    document.removeEventListener('visibilitychange', askIfSeen)
    removeEventListener('online', askIfSeen)
  }
}

async function askHealth(): Promise<string | null> {
  try {
    return await fetchWithin(TIMEOUT_MS, apiBase() + getHealth.path, (answer) => (answer.ok ? readStart(answer) : null))
  } catch {
    return null
  }
}

/** Stops reading at the limit. */
async function readStart({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader) {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: !done })
    if (done) break
    if (text.length > MAX_ANSWER_LENGTH) {
      void reader.cancel()
      break
    }
  }
  return text.slice(0, MAX_ANSWER_LENGTH)
}
