import type { PlaylistRepository } from '#features/playlists/index.ts'
import type { ReviewRepository } from '#features/reviews/index.ts'
import type { Account } from '#http/gate.ts'

import { albumId } from '../ids.ts'
import type { KeptRepository } from '../kept.repository.ts'
import type { Marks } from '../shapes.ts'

/** Reads a member’s stars, and ratings of these works. */
export type MarksOf = (account: Account, workIds: readonly number[]) => Promise<Marks>

type Deps = {
  kept: KeptRepository
  reviews: Pick<ReviewRepository, 'ratings'>
  playlists: Pick<PlaylistRepository, 'findSystem' | 'worksAmong'>
}

/** Starred albums are those that the member has marked in our own app. */
export function createMarksOf({ kept, reviews, playlists }: Deps): MarksOf {
  return async ({ id }, workIds) => {
    const [items, ratings, marked] = await Promise.all([
      kept.stars(id),
      workIds.length === 0 ? new Map<number, number>() : reviews.ratings(id, workIds),
      workIds.length === 0 ? null : playlists.findSystem(id, 'marked'),
    ])
    const stars = new Map(items)
    if (marked !== null) {
      for (const { workId, addedAtMs } of await playlists.worksAmong(marked.id, workIds)) {
        stars.set(albumId(workId), addedAtMs)
      }
    }
    return { stars, ratings }
  }
}
