import { useEffect, useState } from 'react'

/**
 * Something that goes by itself, but not while it is pointed at or the focus is in it.
 *
 * @param shownMs  how long it is there; from the beginning again once it is let go
 * @param isBusy  holds it as well
 * @returns what tells of both, for the element that is held
 */
export function useHold(onGone: () => void, shownMs: number, isBusy = false) {
  const [isPointed, setPointed] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = isPointed || hasFocus || isBusy
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(onGone, shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, onGone, shownMs])
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  }
}
