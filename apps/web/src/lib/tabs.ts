const KEY = 'changed-at'

/** Tells the other tabs of this browser that something of the member's has been changed. */
export function tellTabs(): void {
  try {
    // Another value each time: tabs are told of changes only.
    localStorage.setItem(KEY, `${Date.now()} ${Math.random()}`)
  } catch (error) {
    // Full or forbidden: they learn of it when they ask next.
    if (!(error instanceof DOMException)) throw error
  }
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
  const handleStorage = ({ key }: StorageEvent) => {
    if (key !== KEY) return
    isDue = true
    tell()
  }
  // A page that comes back from the history was told of nothing.
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    isDue ||= persisted
    tell()
  }
  addEventListener('storage', handleStorage)
  addEventListener('pageshow', handleShow)
  document.addEventListener('visibilitychange', tell)
  return () => {
    removeEventListener('storage', handleStorage)
    removeEventListener('pageshow', handleShow)
    document.removeEventListener('visibilitychange', tell)
  }
}
