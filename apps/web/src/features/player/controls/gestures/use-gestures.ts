import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'

import { dropAt, gestureAfter } from './gestures.ts'
import type { Drop, Gesture } from './gestures.ts'
import { getEngine } from '../../engine/page-engine.ts'
import { scrubTo, type Scrub } from '../scrub.ts'

type Options = {
  onSwipe: (direction: 'up' | 'down') => void
  /** Called when a horizontal drag is released; without it there are no horizontal drags. */
  onDrop?: (drop: Drop) => void
}
type Touch = { pointerId: number; x: number; y: number; gesture: Gesture; scrub: Scrub }

/**
 * Handles swipes and drags by finger or pen that begin on an element with `data-swipe`, which needs `touch-action:
 * none`. Suppresses the click after a gesture. A mouse selects text instead; all actions have buttons, too.
 *
 * @returns handlers for the surrounding element, and what releasing would do now
 */
export function useGestures({ onSwipe, onDrop }: Options) {
  const touch = useRef<Touch>(undefined)
  const isClickEaten = useRef(false)
  const [drop, setDrop] = useState<Drop | null>(null)

  function handleDown(event: PointerEvent<HTMLElement>) {
    isClickEaten.current = false
    const isHere = event.target instanceof Element && event.target.closest('[data-swipe]')
    if (event.pointerType === 'mouse' || !event.isPrimary || !isHere) return
    const { pointerId, clientX: x, clientY: y } = event
    const scrub: Scrub = { x, seconds: getEngine().position(), speed: 1 }
    touch.current = { pointerId, x, y, gesture: 'undecided', scrub }
  }

  function handleMove(event: PointerEvent<HTMLElement>) {
    const now = touch.current
    if (now?.pointerId !== event.pointerId) return
    const before = now.gesture
    now.gesture = gestureAfter(before, event.clientX - now.x, event.clientY - now.y)
    if (now.gesture === 'undecided') return
    isClickEaten.current = true
    if (now.gesture === 'up' || now.gesture === 'down') {
      touch.current = undefined
      onSwipe(now.gesture)
    } else if (onDrop) {
      if (before === 'undecided') event.currentTarget.setPointerCapture(event.pointerId)
      setDrop(dragTo(now, event))
    }
  }

  function dragTo(dragged: Touch, { clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const durationSeconds = getEngine().duration()
    const { x: startX, y: startY } = dragged
    const bar = { width, durationSeconds: durationSeconds ?? 0 }
    dragged.scrub = scrubTo(dragged.scrub, clientX, clientY - startY, bar)
    return dropAt({ startX, left, width, scrub: dragged.scrub, durationSeconds })
  }

  function end(event: PointerEvent<HTMLElement>, isDropped: boolean) {
    const over = touch.current
    if (over?.pointerId !== event.pointerId) return
    touch.current = undefined
    setDrop(null)
    const chosen = isDropped && over.gesture === 'seek' ? dragTo(over, event) : null
    if (chosen) onDrop?.(chosen)
  }

  const handlers = {
    onPointerDown: handleDown,
    onPointerMove: handleMove,
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    onClickCapture(event: MouseEvent) {
      if (!isClickEaten.current) return
      isClickEaten.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { drop, handlers }
}
