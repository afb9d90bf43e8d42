import { use } from 'react'

import { findAtHand } from '../kept/at-hand.ts'
import { apiOrigin, atBase, publicAddress, ShownBase } from './api-base.ts'

/** Empty unless the library is for members only. */
let token = ''

/** Sets the token for URLs of files and covers; empty if none is needed. */
export function setMediaToken(given: string): void {
  token = given
}

/**
 * Returns the URL of a file or cover for elements and requests: at the chosen origin, below the base path, with the
 * token; or on this device, if the file is kept here. Other code keeps URLs as in the API, because this one must not be
 * stored or displayed.
 */
export function mediaAddress(url: string): string {
  return (import.meta.env.SSR ? null : findAtHand(url)) ?? networkAddress(url)
}

/**
 * Returns the URL of a file or cover on the network.
 *
 * @param base  `https://host`; empty for the page's own
 */
export function networkAddress(url: string, base = apiOrigin()): string {
  // The server has neither a chosen base nor a token.
  if (import.meta.env.SSR) return publicAddress(url)
  const moved = atBase(url, base)
  // Other origins must not receive the token.
  if (moved === null || token === '') return moved ?? url
  return `${moved}${moved.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`
}

/** `mediaAddress` for server-rendered content, which follows the visitor's choice. */
export function useMediaAddress(): (url: string) => string {
  const base = use(ShownBase)
  return (url) => networkAddress(url, base)
}
