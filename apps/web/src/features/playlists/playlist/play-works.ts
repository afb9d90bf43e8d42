import type { Work } from '@otodana/contract'

import type { Deps } from './play-all.ts'

/**
 * Plays works one after the other.
 *
 * @param id  of their list, unique among all lists
 * @returns whether there was anything to play
 * @throws {ApiError} loading failed
 */
export async function playWorks(deps: Deps, id: string, works: readonly Work[]): Promise<boolean> {
  const { playAll } = await import('./play-all.ts')
  return playAll(deps, id, async () => ({ works, isLast: true }))
}
