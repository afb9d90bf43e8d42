import { useSyncExternalStore } from 'react'

/** There is room for all controls of the bar side by side. */
export const WIDE = '(min-width: 60em)'

/** There is room for two columns, and height enough for what stands in them. */
export const ROOMY = '(min-width: 48em) and (min-height: 30em)'

/** Whether a media query holds. Only in the browser, for the server does not know. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
