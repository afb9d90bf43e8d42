import { useEffect, useRef, type PointerEvent } from 'react'

import { isActive } from '../../commands.ts'
import { player, playerStore } from '../../player.ts'

/** A press this long is not a tap. */
const HOLD_MS = 300

/**
 * For a control with two functions: a tap calls `onTap`, holding it plays fast until it is released. Suppresses the
 * click after a hold. While nothing plays, every press is a tap.
 */
export function useHold(onTap: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = useRef(false)

  const end = () => letGo(timer.current)
  // The control may unmount while it is held, as when the queue ends.
  useEffect(() => () => letGo(timer.current), [])

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      isHeld.current = false
      if (event.button !== 0 || !event.isPrimary) return
      event.currentTarget.setPointerCapture(event.pointerId)
      timer.current = setTimeout(() => {
        if (!isActive(playerStore.getState().status)) return
        isHeld.current = true
        player.setFast(true)
      }, HOLD_MS)
    },
    onPointerUp: end,
    onPointerCancel: end,
    onLostPointerCapture: end,
    onContextMenu: (event: { preventDefault: () => void }) => isHeld.current && event.preventDefault(),
    onClick() {
      // Clicks from the keyboard have no press before them.
      if (!isHeld.current) onTap()
      isHeld.current = false
    },
  }
}

function letGo(timer: ReturnType<typeof setTimeout> | undefined) {
  clearTimeout(timer)
  if (playerStore.getState().isFast) player.setFast(false)
}
