import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'

import { defaultPlace, useLyricChoices, type Place } from '../choose/choices.store.ts'

/** Pixels per press of an arrow key; the larger one with Shift. */
const STEP = 16
const FAR_STEP = 96

const directions: Record<string, Place> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

type Drag = { pointerId: number; x: number; y: number; from: Place; to: Place }

/**
 * Moves an element within its parent. While dragging only its style changes; the final position is saved on this
 * device.
 *
 * @param place  its position
 * @returns props for the element, and for a button inside it
 */
export function useDrag(place: Place) {
  const drag = useRef<Drag>(undefined)

  function handleDown(event: PointerEvent<HTMLElement>) {
    const isControl = event.target instanceof Element && event.target.closest('button:not([data-handle])')
    if (event.button !== 0 || isControl || drag.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, from: place, to: place }
  }

  function handleMove(event: PointerEvent<HTMLElement>) {
    const now = drag.current
    const element = event.currentTarget
    if (now?.pointerId !== event.pointerId) return
    now.to = moved(element, now.from, { x: event.clientX - now.x, y: event.clientY - now.y })
    element.dataset.dragging = 'on'
    show(element, now.to)
  }

  function end(event: PointerEvent<HTMLElement>, isDropped: boolean) {
    const over = drag.current
    if (over?.pointerId !== event.pointerId) return
    drag.current = undefined
    delete event.currentTarget.dataset.dragging
    if (isDropped) useLyricChoices.setState({ place: over.to })
    else show(event.currentTarget, over.from)
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const direction = directions[event.key]
    const element = event.currentTarget.parentElement
    if ((!direction && event.key !== 'Home') || !element) return
    event.preventDefault()
    const step = event.shiftKey ? FAR_STEP : STEP
    useLyricChoices.setState({
      place: direction ? moved(element, place, { x: direction.x * step, y: direction.y * step }) : defaultPlace,
    })
  }

  return {
    area: {
      // Otherwise the browser would drag a link beneath.
      onMouseDown: (event: MouseEvent<HTMLElement>) => event.preventDefault(),
      onPointerDown: handleDown,
      onPointerMove: handleMove,
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    },
    handle: { onKeyDown: handleKey, 'data-handle': '' },
  }
}

/** Custom properties, from which the style sheet computes the position for any window size. */
export function placeStyle({ x, y }: Place): Record<string, string> {
  return { '--x': String(x), '--y': String(y) }
}

function show(element: HTMLElement, place: Place) {
  for (const [name, value] of Object.entries(placeStyle(place))) element.style.setProperty(name, value)
}

/** Returns the position moved by some pixels, within the area. */
function moved(element: HTMLElement, from: Place, by: Place): Place {
  const room = element.parentElement
  if (!room) return from
  return {
    x: share(from.x, by.x, room.clientWidth - element.offsetWidth),
    y: share(from.y, by.y, room.clientHeight - element.offsetHeight),
  }
}

function share(from: number, pixels: number, free: number): number {
  // Without space to move, the position chosen on another screen is kept.
  return free > 0 ? Math.min(Math.max(from + pixels / free, 0), 1) : from
}
