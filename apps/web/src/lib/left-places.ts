import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/** What is noted under it is asked for by nobody. */
const NOWHERE = 'nowhere'

/**
 * Where a page was left is noted when another is asked for, under the key that the router asks for here. While that one is
 * coming, something shorter may stand in the page's place already, and how far that is scrolled says nothing of the page:
 * whoever goes on or back before the other has come shall find the place that was left.
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
