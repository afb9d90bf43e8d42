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

/** Returns the router's name of a history entry; the first page has none. */
function entryOf({ state, href }: ParsedLocation): string {
  return state.__TSR_key ?? href
}
