import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/** A key that is never read. */
const NOWHERE = 'nowhere'

/**
 * Keys under which the router saves scroll positions when a page is left. While the next page loads, a shorter
 * placeholder may be shown, whose scroll position is meaningless: leaving again before the page has loaded keeps the
 * position saved first.
 */
export function createScrollKeys() {
  /** The page left last, until another has loaded. */
  let left: string | null = null
  let isSavedAlready = false

  return {
    keyOf: (location: ParsedLocation) => (isSavedAlready ? NOWHERE : entryOf(location)),

    /** Call it after the router is created, which saves between the first two of these events. */
    follow(router: Pick<AnyRouter, 'subscribe'>): void {
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        const from = fromLocation ? entryOf(fromLocation) : null
        isSavedAlready = from !== null && from === left
        left = from
      })
      router.subscribe('onBeforeLoad', () => {
        isSavedAlready = false
      })
      router.subscribe('onResolved', () => {
        left = null
      })
    },
  }
}

/**
 * Whether the router restores a position, or begins at the top, once a page is rendered: not on the first page if it is
 * scrolled already. A script in the server's page has restored it, and the visitor may have scrolled on since.
 */
export function restoreUnlessScrolled() {
  let isFirst = true
  return ({ location: { hash } }: { location: Pick<ParsedLocation, 'hash'> }): boolean => {
    const isScrolled = isFirst && hash === '' && scrollY > 0
    isFirst = false
    return !isScrolled
  }
}

/** Returns the router's name of a history entry; the first page has none. */
function entryOf({ state, href }: ParsedLocation): string {
  return state.__TSR_key ?? href
}
