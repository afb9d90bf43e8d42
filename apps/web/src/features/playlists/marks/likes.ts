import type { Playlist } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { sendOrWait } from '#features/outbox/index.ts'
import type { Api } from '#lib/api/api.ts'
import { notifyTabs } from '#lib/browser/tabs.ts'

import { createSerialisedUpdates } from '../serialised-update.ts'

const inTurn = createSerialisedUpdates()

/**
 * Likes or unlikes a playlist: shown at once, and rolled back on failure. Quick taps are sent one after another, and
 * the last one counts.
 *
 * @param playlist  with its name as it is shown
 * @returns whether the server has it; false: it waits on this device
 * @throws {ApiError} it was refused
 */
export async function setLike(
  { api, queryClient }: { api: Api; queryClient: QueryClient },
  playlist: { id: string; name: string },
  isLiked: boolean,
): Promise<boolean> {
  const { id } = playlist
  const isStored = await inTurn(id, {
    isOn: isLiked,
    show: (liked) => show(queryClient, id, liked),
    store: async () => (await sendOrWait(api, { kind: 'like', playlist, isLiked })) !== null,
    onEnd() {
      // Responses to earlier requests may arrive after it.
      void queryClient.invalidateQueries({ queryKey: ['playlist', id] })
      // An unliked playlist stays in the list until it is opened again: the tap may have been a mistake.
      void queryClient.invalidateQueries({ queryKey: ['playlists'], refetchType: 'none' })
    },
  })
  if (isStored) notifyTabs()
  return isStored
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
