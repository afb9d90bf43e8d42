import { useEffect, useRef } from 'react'

import { WIDE } from './use-media.ts'

/** Marks the entry of the history that stands for what is open. */
const MARK = 'playerIsOpen'

/** Going back takes a moment, and an entry that is made meanwhile would be what it takes away. */
let wentBack: Promise<unknown> = Promise.resolve()

function goBack(): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true })
    history.back()
  })
}

const isMarked = () => Boolean((history.state as Record<string, unknown> | null)?.[MARK])

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
    const closing = new AbortController()
    const handlePop = () => !isMarked() && back.current()
    async function enter() {
      await wentBack
      if (closing.signal.aborted) return
      History.prototype.pushState.call(history, { ...(history.state as object), [MARK]: true }, '')
      addEventListener('popstate', handlePop, { signal: closing.signal })
    }
    void enter()
    return () => {
      closing.abort()
      if (isMarked() && !isLeft.current) wentBack = goBack()
    }
  }, [])
  return () => {
    isLeft.current = isMarked()
    return isLeft.current
  }
}
