import { deviceStorage, onStoredChange } from './storage/browser-storage.ts'

const KEY = 'changed-at'

/** Tells the other tabs of this browser that something of the member's has been changed. */
export function tellTabs(): void {
  // Another value each time: tabs are told of changes only.
  deviceStorage.write(KEY, `${Date.now()} ${Math.random()}`)
}

/**
 * Calls when another tab has changed something; while nobody looks at this one, once, when somebody does again.
 *
 * @returns a function that ends it
 */
export function onTabsTold(listener: () => void): () => void {
  let isDue = false
  const tell = () => {
    if (!isDue || document.visibilityState === 'hidden') return
    isDue = false
    listener()
  }
  const unsubscribe = onStoredChange(KEY, () => {
    isDue = true
    tell()
  })
  document.addEventListener('visibilitychange', tell)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', tell)
  }
}
