import { useEffect, useEffectEvent, useState, useSyncExternalStore, type FocusEvent, type PointerEvent } from 'react'

import { persisted } from '#lib/storage/persisted.ts'
import { listOf, text } from '#lib/readers.ts'

import { AUTOPLAY_MS, movesByItself } from './shelf-rules.ts'

/** Manually scrolled shelves do not advance until the page is reloaded. */
const held = new Set<string>()
/** Stopped shelves stay stopped on this device. */
const useStopped = persisted({
  name: 'stopped-shelves',
  version: 1,
  fields: { names: listOf(text(40), 20) },
  defaults: { names: [] },
})

/**
 * Advances a shelf every few seconds while it is visible and not in use.
 *
 * @param name  identifies the shelf when the visitor returns to the page
 * @param shelf  the element whose visibility counts; null until it is mounted
 * @param advance  moves it by one work
 */
export function useAutoplay(name: string, shelf: HTMLElement | null, advance: () => void) {
  const isStoppedForGood = useStopped(({ names }) => names.includes(name))
  const [isHeld, setHeld] = useState(() => held.has(name))
  const isStopped = isHeld || isStoppedForGood
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

  function hold(isWanted: boolean): void {
    if (isWanted) held.add(name)
    else held.delete(name)
    setHeld(isWanted)
  }

  function stop(isOff: boolean): void {
    hold(false)
    useStopped.setState(({ names }) => ({
      names: [...names.filter((other) => other !== name), ...(isOff ? [name] : [])],
    }))
  }

  return {
    isCalm,
    isStopped,
    /** Called on manual scrolling. */
    hold: () => hold(true),
    /** Stops or restarts it, saved on this device. */
    stop,
    /** Props for the element whose hover and focus pause it. */
    attention: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType !== 'touch'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocus(currentTarget.contains(relatedTarget)),
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
