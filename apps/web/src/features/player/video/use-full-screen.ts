import { useEffect, useState } from 'react'

import { holdFocus } from './hold-focus.ts'
import { pictureStore } from './picture.store.ts'

/** Safari before 16.4. */
declare global {
  interface HTMLElement {
    webkitRequestFullscreen?: () => void
  }
  interface Document {
    readonly webkitFullscreenElement?: Element | null
    webkitExitFullscreen?: () => void
  }
}

/** Whether an element can fill the screen, or at least the window. Browser only. */
export function canFill(): boolean {
  const { prototype } = HTMLElement
  return 'requestFullscreen' in prototype || 'webkitRequestFullscreen' in prototype || 'popover' in prototype
}

/**
 * Lets an element fill the screen. On an iPhone, where only a browser's own player may, it fills the window.
 *
 * @param element    null while it is not there
 * @param isOffered  whether there is a picture in it
 * @returns whether it does, and a function that enters and leaves, to be called within a gesture
 */
export function useFullScreen(
  element: HTMLElement | null,
  isOffered: boolean,
): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false)

  useEffect(() => {
    if (!element) return undefined
    const listeners = new AbortController()
    const options = { signal: listeners.signal }
    const update = () => setFull(isFilling(element))
    document.addEventListener('fullscreenchange', update, options)
    document.addEventListener('webkitfullscreenchange', update, options)
    element.addEventListener('toggle', update, options)
    return () => listeners.abort()
  }, [element])

  useEffect(() => {
    if (!element || !canFill() || !(isOffered || isFull)) return undefined
    pictureStore.setState({ toggleFull: () => toggleFilling(element) })
    return () => pictureStore.setState({ toggleFull: null })
  }, [element, isOffered, isFull])

  useEffect(() => (element && isFull ? holdFocus(element) : undefined), [element, isFull])

  return { isFull, toggle: () => element && toggleFilling(element) }
}

function toggleFilling(element: HTMLElement): void {
  if (isFilling(element)) leave(element)
  else fill(element)
}

function isFilling(element: HTMLElement): boolean {
  const filling = document.fullscreenElement ?? document.webkitFullscreenElement
  return filling === element || isPopover(element)
}

function isPopover(element: HTMLElement): boolean {
  return element.hasAttribute('popover') && element.matches(':popover-open')
}

function fill(element: HTMLElement): void {
  if ('requestFullscreen' in HTMLElement.prototype) {
    element.requestFullscreen({ navigationUI: 'hide' }).then(turnToWidth, () => fillWindow(element))
  } else if (element.webkitRequestFullscreen) element.webkitRequestFullscreen()
  else fillWindow(element)
}

function fillWindow(element: HTMLElement): void {
  element.popover = 'manual'
  element.showPopover?.()
}

function leave(element: HTMLElement): void {
  if (isPopover(element)) {
    element.hidePopover?.()
    // A closed popover would be hidden.
    element.popover = null
  } else if (document.exitFullscreen) {
    // Refused only if it was left meanwhile.
    document.exitFullscreen().catch(() => undefined)
  } else document.webkitExitFullscreen?.()
}

/** A phone held upright shows a wide picture small. Refused where the screen does not turn. */
function turnToWidth(): void {
  const orientation = screen.orientation as (ScreenOrientation & { lock?: (to: string) => Promise<void> }) | undefined
  if (pictureStore.getState().ratio > 1) orientation?.lock?.('landscape').catch(() => undefined)
}
