import { useEffect, useRef, type PointerEvent } from 'react'

import { isActive } from '../commands.ts'
import { player, playerStore } from '../player.ts'

/** A press this long is no tap. */
const HOLD_MS = 300

/**
 * For a control that is tapped for one thing and held to play fast until it is let go. A hold is no tap: the click that
 * the browser makes of it is taken away. While nothing plays, however long a press is, it is a tap.
 */
export function useHold(onTap: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = useRef(false)

  const end = () => letGo(timer.current)
  // A control that goes while it is held, as with the last track, lets go.
  useEffect(() => () => letGo(timer.current), [])

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      isHeld.current = false
      if (event.button !== 0 || !event.isPrimary) return
      event.currentTarget.setPointerCapture(event.pointerId)
      timer.current = setTimeout(() => {
        if (!isActive(playerStore.getState().status)) return
        isHeld.current = true
        player.hurry(true)
      }, HOLD_MS)
    },
    onPointerUp: end,
    onPointerCancel: end,
    onLostPointerCapture: end,
    onContextMenu: (event: { preventDefault: () => void }) => isHeld.current && event.preventDefault(),
    onClick() {
      // The keyboard's clicks come without a press before them.
      if (!isHeld.current) onTap()
      isHeld.current = false
    },
  }
}

function letGo(timer: ReturnType<typeof setTimeout> | undefined) {
  clearTimeout(timer)
  if (playerStore.getState().isHurried) player.hurry(false)
}
