import { useEffect, useLayoutEffect, useRef } from 'react'

import { entriesLeft, leaveEntries, marked, OPEN_MARK } from './open-mark.ts'
import { WIDE } from './use-media.ts'

/** Number of open overlays. */
let open = 0

/**
 * Leaves history entries of overlays that were open before a reload: they are closed now, and Back would do nothing.
 */
export function dropStaleEntries(): void {
  if (open === 0 && marked() > 0) void leaveEntries(1)
}

/**
 * On a small screen the browser's Back closes an overlay that covers the page, and stays on the page: the overlay gets
 * a history entry, which is removed with it. The router notices neither, because the page is the same.
 *
 * @returns call it when the overlay closes because another page opens; `true` means that the page should replace the
 *   overlay's entry, which would be a Back without effect
 */
export function useBackCloses(onBack: () => void): () => boolean {
  const back = useRef(onBack)
  const isLeft = useRef(false)
  useEffect(() => {
    back.current = onBack
  })
  // Before it is painted: Back may follow at once.
  useLayoutEffect(() => {
    if (matchMedia(WIDE).matches) return undefined
    isLeft.current = false
    open++
    const depth = open
    const closing = new AbortController()
    const handlePop = () => marked() < depth && back.current()
    async function enter() {
      await entriesLeft()
      if (closing.signal.aborted) return
      // After a reload with an open overlay, its entry still exists.
      if (marked() < depth)
        History.prototype.pushState.call(history, { ...(history.state as object), [OPEN_MARK]: depth }, '')
      addEventListener('popstate', handlePop, { signal: closing.signal })
    }
    void enter()
    return () => {
      open--
      closing.abort()
      if (marked() >= depth && !isLeft.current) void leaveEntries(depth)
    }
  }, [])
  return () => {
    isLeft.current = marked() > 0
    return isLeft.current
  }
}
