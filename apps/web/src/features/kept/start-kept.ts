import { setLoading } from '#lib/kept/at-hand.ts'
import { hasKept } from '#lib/kept/has-kept.ts'

import { isShelf } from './shelf/is-shelf.ts'

/**
 * Follows what is kept on this device, if anything is. Called once per page, when the session has been read.
 *
 * @returns a promise of the shelf's first works; undefined on other pages, or if nothing is kept
 */
export function startKept(): Promise<unknown> | undefined {
  if (!hasKept()) return undefined
  const code = import('./follow-kept.ts')
  setLoading(code.then(({ followKept }) => followKept()))
  return isShelf() ? code.then(({ firstLook }) => firstLook) : undefined
}
