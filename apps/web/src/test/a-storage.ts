import { createStorage, type BrowserStorage } from '#lib/storage/browser-storage.ts'

/** Storage in a map. */
export function aStorage(kept = new Map<string, string>()): BrowserStorage<string> {
  return createStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }))
}

/** Storage of a browser that forbids it. */
export function noStorage(): BrowserStorage<string> {
  return createStorage(() => {
    throw new DOMException('no', 'SecurityError')
  })
}
