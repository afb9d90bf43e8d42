import { likePlaylist, unlikePlaylist, type Playlist } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'
import { tellTabs } from '#lib/browser/tabs.ts'

import { createSerialisedUpdates } from '../serialised-update.ts'

const inTurn = createSerialisedUpdates()

/**
 * Likes a playlist or no more: shown at once, and as it was before when it fails. Quick taps follow one another, and the
 * last one counts.
 *
 * @throws {ApiError} when it was not stored
 */
export async function setLike(
  { api, queryClient }: { api: Api; queryClient: QueryClient },
  id: string,
  isLiked: boolean,
): Promise<void> {
  await inTurn(id, {
    isOn: isLiked,
    show: (liked) => show(queryClient, id, liked),
    store: () => api(isLiked ? likePlaylist : unlikePlaylist, { body: { id } }),
    onEnd() {
      // What was asked for before it was stored may come after it.
      void queryClient.invalidateQueries({ queryKey: ['playlist', id] })
      // One that is liked no more stays where it is until the lists are opened again: the tap may have been a mistake.
      void queryClient.invalidateQueries({ queryKey: ['playlists'], refetchType: 'none' })
    },
  })
  tellTabs()
}

function show(queryClient: QueryClient, id: string, liked: boolean): void {
  const change = (one: Playlist): Playlist =>
    one.id === id && one.liked !== liked ? { ...one, liked, like_count: one.like_count + (liked ? 1 : -1) } : one
  queryClient.setQueryData<Playlist>(['playlist', id], (one) => one && change(one))
  queryClient.setQueriesData<{ playlists: Playlist[] }>(
    { queryKey: ['playlists'], predicate: ({ queryKey }) => queryKey[1] !== 'own' },
    (page) => page && { ...page, playlists: page.playlists.map(change) },
  )
}
