import type { PlaylistRepository } from './features/playlists/index.ts'
import type { ReviewRepository } from './features/reviews/index.ts'
import type { VoteService } from './features/votes/index.ts'
import type { Personal } from './features/works/index.ts'

type Deps = { reviews: ReviewRepository; playlists: PlaylistRepository; votes: VoteService }

/** Combines members' data about works from the features that store them. */
export function createPersonal({ reviews, playlists, votes }: Deps): Personal {
  return {
    async ofWorks(accountId, workIds, playlistIds) {
      const [ratings, memberships] = await Promise.all([
        reviews.ratings(accountId, workIds),
        playlists.memberships(
          accountId,
          playlistIds.map((id) => id.toLowerCase()),
          workIds,
        ),
      ])
      return new Map(
        workIds.map((workId) => {
          const inThem = [...memberships].map(([id, works]) => [id, works.has(workId)] as const)
          return [workId, { userRating: ratings.get(workId) ?? null, playlistStatus: Object.fromEntries(inThem) }]
        }),
      )
    },
    progress: (accountId, workIds) => reviews.progress(accountId, workIds),
    votes: (accountId, workIds) => votes.ofWorks(accountId, workIds),
    ratings: (accountId) => reviews.ratings(accountId),
    async ofWork({ id, name }, workId) {
      return { ...(await reviews.find(id, workId)), user_name: name }
    },
  }
}
