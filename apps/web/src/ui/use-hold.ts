import { useEffect, useState } from 'react'

/**
 * A timer that is paused while its element is hovered or contains the focus.
 *
 * @param shownMs  the duration; starts over after a pause
 * @param isBusy  also pauses it
 * @returns props for the element
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
