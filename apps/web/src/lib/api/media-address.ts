import { use } from 'react'

import { apiBase, atBase, ShownBase } from './api-base.ts'

/** Empty, unless the library shows itself to members only. */
let token = ''

/** Sets the token that addresses of files and covers carry from now on; empty when none is needed. */
export function setMediaToken(given: string): void {
  token = given
}

/**
 * The address of a file or cover as it goes to an element or into a request of its own: at the base that the visitor has
 * chosen, with what says who asks. Everything else keeps addresses as the API gives them: what is added here is not to be
 * kept, nor to be shown.
 *
 * @param base  `https://host`; empty for the page's own
 */
export function mediaAddress(url: string, base = apiBase()): string {
  // The server has no chosen base and no token.
  if (import.meta.env.SSR) return url
  const moved = atBase(url, base)
  // Other origins must not receive the token.
  if (moved === null || token === '') return moved ?? url
  return `${moved}${moved.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`
}

/** `mediaAddress` for what the server draws too, which follows the visitor's choice. */
export function useMediaAddress(): (url: string) => string {
  const base = use(ShownBase)
  return (url) => mediaAddress(url, base)
}
