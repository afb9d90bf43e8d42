import { useEffect, useRef } from 'react'

import { OPEN_MARK } from './open-mark.ts'
import { WIDE } from './use-media.ts'

/** How many are open, one over the other. */
let open = 0

/** Going back takes a moment, and an entry that is made meanwhile would be what it takes away. */
let wentBack: Promise<unknown> = Promise.resolve()

function goBack(entries = 1): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true })
    history.go(-entries)
  })
}

/** How many are open as the present entry has it. */
const marked = () => Number((history.state as Record<string, unknown> | null)?.[OPEN_MARK] ?? 0)

/** Leaves the entries of what was open when the page was loaded anew: it is not any more, and Back would do nothing. */
export function leaveEntriesOfBefore(): void {
  if (open === 0 && marked() > 0) wentBack = goBack(marked())
}

/**
 * On a small screen what covers all of it is left by the browser's Back, which then stays on the page: it gets an entry
 * in the history of its own, which goes with it. The router is told of neither, for the page is the same.
 *
 * @returns to be called when it closes because another page opens, and says whether the page is to take the place of
 *   that entry: behind the page it would be one more Back that leads nowhere
 */
export function useBackCloses(onBack: () => void): () => boolean {
  const back = useRef(onBack)
  const isLeft = useRef(false)
  useEffect(() => {
    back.current = onBack
  })
  useEffect(() => {
    if (matchMedia(WIDE).matches) return undefined
    isLeft.current = false
    open++
    const depth = open
    const closing = new AbortController()
    const handlePop = () => marked() < depth && back.current()
    async function enter() {
      await wentBack
      if (closing.signal.aborted) return
      // Where the page was loaded anew while something was open, its entry is still there.
      if (marked() < depth)
        History.prototype.pushState.call(history, { ...(history.state as object), [OPEN_MARK]: depth }, '')
      addEventListener('popstate', handlePop, { signal: closing.signal })
    }
    void enter()
    return () => {
      open--
      closing.abort()
      if (marked() >= depth && !isLeft.current) wentBack = goBack()
    }
  }, [])
  return () => {
    isLeft.current = marked() > 0
    return isLeft.current
  }
}
