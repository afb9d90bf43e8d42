import { tabStorage } from '#lib/storage/browser-storage.ts'

const listeners = new Set<() => void>()

/** The last keyword of this tab; empty when there was none. */
export function lastKeyword(): string {
  return tabStorage.read('keyword') ?? ''
}

/** Keeps a keyword until the tab is closed. */
export function keepKeyword(keyword: string): void {
  tabStorage.write('keyword', keyword)
  for (const listener of listeners) listener()
}

export function onKeyword(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
