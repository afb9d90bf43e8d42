import { isShelf } from './shelf/is-shelf.ts'
import { setLoading } from '#lib/kept/at-hand.ts'
import { pause } from '#lib/pause.ts'
import { hasKept } from '#lib/kept/has-kept.ts'

/** With one rendering instead of two the shelf is there earlier; a slow disk must not keep the page empty. */
const LONGEST_LOOK_MS = 300

/**
 * Follows what is kept on this device, if anything is. Called once per page, when the session has been read.
 *
 * @returns resolves when the shelf, if this page is it, has what it shows first; undefined: nothing is to be waited for
 */
export function startKept(): Promise<unknown> | undefined {
  if (!hasKept()) return undefined
  const code = import('./follow-kept.ts')
  setLoading(code.then(({ followKept }) => followKept()))
  if (!isShelf()) return undefined
  return Promise.race([code.then(({ firstLook }) => firstLook), pause(LONGEST_LOOK_MS)]).catch(() => undefined)
}
