import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'

import type { Point } from './zoom.ts'

/** Maximum milliseconds and pixels between the taps of a double tap. */
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_DISTANCE = 30
/** In pixels: a shorter movement is a tap. */
const TAP_DISTANCE = 8
/** Wheel pixels per zoom factor of e. */
const WHEEL_PIXELS = 400
const LINE_PIXELS = 20

type Options = {
  /** Not enlarged: a drag is a swipe. */
  isLoose: boolean
  /** Points are relative to the centre of the frame. */
  onZoom: (factor: number, at: Point) => void
  onPan: (by: Point) => void
  onSwipe: (by: Point) => void
  onDoubleTap: (at: Point) => void
}

/**
 * Touch, mouse and wheel on an image: one pointer pans, two zoom, the wheel zooms.
 *
 * @returns also `dragged`: how far a fitted image follows the finger sideways, in pixels
 */
export function usePinch(frame: RefObject<HTMLElement | null>, options: Options) {
  const latest = useRef(options)
  const pointers = useRef(new Map<number, Point>())
  const drag = useRef<{ start: Point; hadTwo: boolean } | null>(null)
  const lastTap = useRef<{ at: Point; timeStamp: number } | null>(null)
  const [dragged, setDragged] = useState(0)

  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const element = frame.current
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault()
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1)
      // A touchpad pinch arrives as small wheel events with Ctrl.
      const factor = Math.exp(-pixels / (event.ctrlKey ? WHEEL_PIXELS / 4 : WHEEL_PIXELS))
      latest.current.onZoom(factor, pointOf(event, element))
    }
    // Added manually, because React listens passively: the page would zoom too.
    element?.addEventListener('wheel', handleWheel, { passive: false })
    return () => element?.removeEventListener('wheel', handleWheel)
  }, [frame])

  function handleDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, pointOf(event, frame.current))
    if (pointers.current.size === 1) drag.current = { start: pointOf(event, frame.current), hadTwo: false }
    else if (drag.current) drag.current.hadTwo = true
    if (pointers.current.size > 1) setDragged(0)
  }

  function handleMove(event: PointerEvent<HTMLElement>) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event, frame.current)
    pointers.current.set(event.pointerId, now)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other))
      latest.current.onZoom(factor, between(now, other))
      latest.current.onPan({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 })
    } else if (!latest.current.isLoose) {
      latest.current.onPan({ x: now.x - before.x, y: now.y - before.y })
    } else if (drag.current && !drag.current.hadTwo) setDragged(now.x - drag.current.start.x)
  }

  function handleUp(event: PointerEvent<HTMLElement>) {
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0) return
    const { current: ended } = drag
    drag.current = null
    setDragged(0)
    if (!ended || ended.hadTwo || event.type === 'pointercancel') return
    const now = pointOf(event, frame.current)
    const by = { x: now.x - ended.start.x, y: now.y - ended.start.y }
    if (Math.hypot(by.x, by.y) <= TAP_DISTANCE) handleTap(now, event.timeStamp)
    else if (latest.current.isLoose) latest.current.onSwipe(by)
  }

  function handleTap(at: Point, timeStamp: number) {
    const before = lastTap.current
    lastTap.current = { at, timeStamp }
    if (!before || timeStamp - before.timeStamp > DOUBLE_TAP_MS) return
    if (distance(at, before.at) > DOUBLE_TAP_DISTANCE) return
    lastTap.current = null
    latest.current.onDoubleTap(at)
  }

  return {
    dragged,
    handlers: {
      onPointerDown: handleDown,
      onPointerMove: handleMove,
      onPointerUp: handleUp,
      onPointerCancel: handleUp,
    },
  }
}

/** Relative to the centre of the frame. */
function pointOf({ clientX, clientY }: { clientX: number; clientY: number }, frame: HTMLElement | null): Point {
  const box = frame?.getBoundingClientRect() ?? new DOMRect()
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const between = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
