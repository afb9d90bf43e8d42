import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type PointerEvent,
  type WheelEvent,
} from 'react'

import { persisted } from '#lib/storage/persisted.ts'
import { listOf, text } from '#lib/readers.ts'

import { AUTOPLAY_MS, movesByItself } from './shelf-rules.ts'

/** Shelves that were touched never move again on this device. */
const useTouched = persisted({
  name: 'stopped-shelves',
  version: 1,
  fields: { names: listOf(text(40), 20) },
  defaults: { names: [] },
})

/**
 * Advances a shelf every few seconds while it is visible and not in use, until it is touched: pressed, scrolled or used by
 * keyboard.
 *
 * @param name  identifies the shelf on this device
 * @param shelf  the element whose visibility counts; null until it is mounted, or for a shelf that does not move
 * @param row  what scrolls
 * @param advance  moves it by one work
 */
export function useAutoplay(
  name: string,
  shelf: HTMLElement | null,
  row: RefObject<HTMLElement | null>,
  advance: () => void,
) {
  const isStopped = useTouched(({ names }) => names.includes(name))
  const [isHovered, setHovered] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isCalm = useSyncExternalStore(onCalm, readCalm, () => true)
  const isTabSeen = useSyncExternalStore(onTabSeen, readTabSeen, () => false)
  const isInSight = useInSight(shelf)
  const isMoving = movesByItself({ isStopped, isHovered, hasFocus, isCalm, isSeen: isInSight && isTabSeen })

  const step = useEffectEvent(() => {
    // Nothing moves behind a dialog.
    if (!document.querySelector('dialog[open]')) advance()
  })
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(() => step(), AUTOPLAY_MS)
    return () => clearInterval(timer)
  }, [isMoving])

  function stop(): void {
    useTouched.setState(({ names }) => ({ names: names.includes(name) ? names : [...names, name] }))
  }
  const isTouchedEarly = useEffectEvent(() => {
    // The server's page was scrolled before it was alive.
    if (row.current && row.current.scrollLeft > 0) stop()
  })
  useLayoutEffect(() => {
    if (shelf) isTouchedEarly()
  }, [shelf])

  return {
    isCalm,
    isStopped,
    /** Stops it for good on this device. */
    stop,
    /** Props for the element that is watched. */
    attention: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType !== 'touch'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocus(currentTarget.contains(relatedTarget)),
      onPointerDown: stop,
      onWheel: ({ deltaX }: WheelEvent) => deltaX !== 0 && stop(),
    },
  }
}

const CALM = '(prefers-reduced-motion: reduce)'

/** Whether the visitor prefers reduced motion. */
export function readCalm(): boolean {
  return matchMedia(CALM).matches
}

function onCalm(listener: () => void): () => void {
  const query = matchMedia(CALM)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function readTabSeen(): boolean {
  return document.visibilityState === 'visible'
}

function onTabSeen(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function useInSight(element: HTMLElement | null): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)!.isIntersecting), {
      threshold: 0.5,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}
