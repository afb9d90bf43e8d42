import { useSyncExternalStore } from 'react'

/** Room for all controls of the bar side by side. */
export const WIDE = '(min-width: 60em)'

/** Room for two columns with enough height; on an upright tablet one column has larger content. */
export const ROOMY = '(min-width: 48em) and (min-height: 30em) and (orientation: landscape)'

/** Whether a media query matches. Browser only. */
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
