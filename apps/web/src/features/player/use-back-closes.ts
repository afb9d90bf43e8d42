import { useEffect, useRef } from 'react'

import { WIDE } from './use-media.ts'

/** Marks the entry of the history that stands for what is open. */
const MARK = 'playerIsOpen'

const isMarked = () => Boolean((history.state as Record<string, unknown> | null)?.[MARK])

/**
 * On a small screen what covers all of it is left by the browser's Back, which then stays on the page: it gets an entry
 * in the history of its own, which goes with it. The router is told of neither, for the page is the same.
 *
 * @returns to be called when it closes because another page opens: its entry then lies behind that page, and stays
 */
export function useBackCloses(onBack: () => void): () => void {
  const back = useRef(onBack)
  const isLeft = useRef(false)
  useEffect(() => {
    back.current = onBack
  })
  useEffect(() => {
    if (matchMedia(WIDE).matches) return undefined
    isLeft.current = false
    History.prototype.pushState.call(history, { ...(history.state as object), [MARK]: true }, '')
    const handlePop = () => !isMarked() && back.current()
    addEventListener('popstate', handlePop)
    return () => {
      removeEventListener('popstate', handlePop)
      if (isMarked() && !isLeft.current) history.back()
    }
  }, [])
  return () => {
    isLeft.current = true
  }
}
