import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/** A key that is never read. */
const NOWHERE = 'nowhere'

/**
 * Where a page was left is saved when another is requested, under the key that the router asks for here. While the next
 * page loads, something shorter may be shown in its place, whose scroll position means nothing: leaving before the next page
 * has arrived restores the position that was saved.
 */
export function createLeftPlaces() {
  /** The page that was left last, until another has come. */
  let left: string | null = null
  let isNotedAlready = false

  return {
    keyOf: (location: ParsedLocation) => (isNotedAlready ? NOWHERE : entryOf(location)),

    /** After the router has been made, which notes between the first two of these. */
    follow(router: Pick<AnyRouter, 'subscribe'>): void {
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        const from = fromLocation ? entryOf(fromLocation) : null
        isNotedAlready = from !== null && from === left
        left = from
      })
      router.subscribe('onBeforeLoad', () => {
        isNotedAlready = false
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
