import { tabStorage } from '#lib/storage/browser-storage.ts'

const listeners = new Set<() => void>()

/** Returns this tab's last keyword; empty if there was none. */
export function lastKeyword(): string {
  return tabStorage.read('keyword') ?? ''
}

/** Saves a keyword for this tab. */
export function keepKeyword(keyword: string): void {
  tabStorage.write('keyword', keyword)
  for (const listener of listeners) listener()
}

export function onKeyword(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
