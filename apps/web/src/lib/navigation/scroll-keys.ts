import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/** A key that is never read. */
const NOWHERE = 'nowhere'

/**
 * Keys under which the router saves scroll positions when a page is left. While the next page loads, something shorter may
 * be shown, whose scroll position means nothing: leaving again before it has arrived keeps the position saved first.
 */
export function createScrollKeys() {
  /** The page that was left last, until another has come. */
  let left: string | null = null
  let isSavedAlready = false

  return {
    keyOf: (location: ParsedLocation) => (isSavedAlready ? NOWHERE : entryOf(location)),

    /** After the router has been made, which saves between the first two of these. */
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

/** Which entry of the history it is, as the router names it by itself; the page that was loaded first has no name of its own. */
function entryOf({ state, href }: ParsedLocation): string {
  return state.__TSR_key ?? href
}
