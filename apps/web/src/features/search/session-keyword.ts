const KEY = 'keyword'
const listeners = new Set<() => void>()
/** What was kept on this page, where the browser forbids storage. */
let kept = ''

/** The last keyword of this tab; empty when there was none. */
export function lastKeyword(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return kept
  }
}

/** Keeps a keyword until the tab is closed. */
export function keepKeyword(keyword: string): void {
  kept = keyword
  try {
    sessionStorage.setItem(KEY, keyword)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
  for (const listener of listeners) listener()
}

export function onKeyword(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
