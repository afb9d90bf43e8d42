import type { Work } from '@otodana/contract'
import { useEffect, useEffectEvent, type RefObject } from 'react'

import { openPlaylistPart } from '../overlay.store.ts'

const HOLD_MS = 500
/** Beyond this movement a touch is a scroll. */
const SLACK_PX = 10

/**
 * Opens a card's menu on right click or long press. Not on links, which have the browser's menu; with Shift the
 * browser's menu opens anywhere.
 *
 * @param inside  an element in the card
 */
export function useCardMenu(inside: RefObject<HTMLElement | null>, work: Work): void {
  const open = useEffectEvent(() => {
    inside.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus({ preventScroll: true })
    openPlaylistPart({ kind: 'menu', work })
  })
  useEffect(() => {
    const card = inside.current?.closest('article')
    if (!card) return undefined
    const ending = new AbortController()
    const { signal } = ending
    let timer: ReturnType<typeof setTimeout> | undefined
    let heldAt: Touch | undefined
    let hasOpened = false
    const isOurs = ({ target }: Event) =>
      target instanceof Element && (!target.closest('a, button, dialog') || target.closest('a[aria-hidden]') !== null)
    const release = () => clearTimeout(timer)

    card.addEventListener(
      'contextmenu',
      (event) => {
        if (event.shiftKey || !isOurs(event)) return
        event.preventDefault()
        release()
        if (!hasOpened) open()
        hasOpened = heldAt !== undefined
      },
      { signal },
    )
    // For browsers without a `contextmenu` event on long press.
    card.addEventListener(
      'touchstart',
      (event) => {
        release()
        hasOpened = false
        heldAt = event.touches[0]
        if (event.touches.length > 1 || !isOurs(event)) return
        timer = setTimeout(() => {
          if (!hasOpened) open()
          hasOpened = true
        }, HOLD_MS)
      },
      { signal, passive: true },
    )
    card.addEventListener(
      'touchmove',
      ({ touches: [touch] }) => {
        if (!touch || !heldAt) return
        if (Math.hypot(touch.clientX - heldAt.clientX, touch.clientY - heldAt.clientY) > SLACK_PX) release()
      },
      { signal, passive: true },
    )
    card.addEventListener(
      'touchend',
      (event) => {
        release()
        heldAt = undefined
        // Keeps the finger that opened the menu from following the link beneath it.
        if (hasOpened && event.cancelable) event.preventDefault()
        hasOpened = false
      },
      { signal },
    )
    card.addEventListener('touchcancel', release, { signal })
    card.dataset.held = ''
    return () => {
      ending.abort()
      release()
      delete card.dataset.held
    }
  }, [inside])
}
