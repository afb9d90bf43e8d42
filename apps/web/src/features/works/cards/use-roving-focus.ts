import { useEffect, type RefObject } from 'react'

import { nextIndex } from './next-index.ts'

const ITEMS = 'a[href]:not([aria-hidden], dialog *), button:not(dialog *)'

/**
 * Makes each card of a list one tab stop, with arrow keys, Home and End inside. The stop is the item that had the focus
 * last, at first the title.
 *
 * On the list and not on its cards, of which there are a hundred. Attributes are set here where React renders them only
 * once, with the card.
 */
export function useRovingFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    const handleFocus = ({ target }: FocusEvent) => {
      const card = cardOf(target)
      if (!card) return
      for (const item of card.querySelectorAll<HTMLElement>(ITEMS)) item.tabIndex = item === target ? 0 : -1
    }
    const handleKey = (event: KeyboardEvent) => {
      const card = cardOf(event.target)
      if (!card || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const items = [...card.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.checkVisibility?.() ?? true)
      const index = items.indexOf(event.target as HTMLElement)
      const next = index < 0 ? null : nextIndex(event.key, index, items.length)
      if (next === null) return
      // The page does not scroll, and the player does not seek.
      event.preventDefault()
      items[next]?.focus()
    }
    element.addEventListener('focusin', handleFocus)
    element.addEventListener('keydown', handleKey)
    return () => {
      element.removeEventListener('focusin', handleFocus)
      element.removeEventListener('keydown', handleKey)
    }
  }, [list])
}

/** Null in a dialog that the card has opened. */
function cardOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element && !target.closest('dialog') ? target.closest('article') : null
}
