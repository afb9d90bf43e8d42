/** Why a browser cannot keep works; null if it can. */
export type KeepProblem = 'insecure' | 'unsupported' | null

/** Returns whether this page's browser can keep works: with a worker that answers, locks between tabs and hashes. */
export function keepProblem(): KeepProblem {
  if (!isSecureContext) return 'insecure'
  const { serviceWorker, locks } = navigator as Partial<Navigator>
  const hasAll = serviceWorker && locks && 'indexedDB' in globalThis && 'BroadcastChannel' in globalThis
  return hasAll ? null : 'unsupported'
}
