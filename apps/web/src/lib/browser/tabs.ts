import { deviceStorage, onStoredChange } from '../storage/browser-storage.ts'

const KEY = 'changed-at'

/** Tells the other tabs of this browser that something of the member's has been changed. */
export function tellTabs(): void {
  // A new value each time: storage events fire for changes only.
  deviceStorage.write(KEY, `${Date.now()} ${Math.random()}`)
}

/**
 * Calls `listener` when another tab has changed something; a hidden tab calls it once, when it becomes visible again.
 *
 * @returns a function that stops it
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
