import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'

import { defaultPlace, useLyricChoices, type Place } from '../choose/choices.store.ts'

/** Pixels a press of an arrow key; with Shift, the far one. */
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
 * Moving an element about in the room that its parent gives it. While it is dragged only its style changes; where it is
 * let go is kept for this device.
 *
 * @param place  where it is
 * @returns what to spread on the element, and on a button that is a child of it
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
      // The browser would drag the link that comes to light beneath.
      onMouseDown: (event: MouseEvent<HTMLElement>) => event.preventDefault(),
      onPointerDown: handleDown,
      onPointerMove: handleMove,
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    },
    handle: { onKeyDown: handleKey, 'data-handle': '' },
  }
}

/** As custom properties, from which the style sheet works out where that is in a window of any size. */
export function placeStyle({ x, y }: Place): Record<string, string> {
  return { '--x': String(x), '--y': String(y) }
}

function show(element: HTMLElement, place: Place) {
  for (const [name, value] of Object.entries(placeStyle(place))) element.style.setProperty(name, value)
}

/** The place so many pixels further, within the room. */
function moved(element: HTMLElement, from: Place, by: Place): Place {
  const room = element.parentElement
  if (!room) return from
  return {
    x: share(from.x, by.x, room.clientWidth - element.offsetWidth),
    y: share(from.y, by.y, room.clientHeight - element.offsetHeight),
  }
}

function share(from: number, pixels: number, free: number): number {
  // Where there is no room to move, what was chosen elsewhere stays as it was.
  return free > 0 ? Math.min(Math.max(from + pixels / free, 0), 1) : from
}
