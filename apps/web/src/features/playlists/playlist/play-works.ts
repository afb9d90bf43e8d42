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

/** The same for a playlist, or those of its works that match a search. */
export async function playPlaylist(deps: Deps, id: string, keyword: string): Promise<boolean> {
  const { playAll, playlistPages } = await import('./play-all.ts')
  return playAll(deps, id, playlistPages(deps, id, keyword))
}
