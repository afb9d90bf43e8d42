import { deviceStorage, onStoredChange } from '../storage/browser-storage.ts'

const KEY = 'changed-at'

/** Notifies the browser's other tabs that the member's data have changed. */
export function notifyTabs(): void {
  // A new value each time: storage events fire for changes only.
  deviceStorage.write(KEY, `${Date.now()} ${Math.random()}`)
}

/**
 * Calls `listener` when another tab has changed something; in a hidden tab once, when it becomes visible again.
 *
 * @returns a function that unsubscribes
 */
export function onTabsNotified(listener: () => void): () => void {
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
