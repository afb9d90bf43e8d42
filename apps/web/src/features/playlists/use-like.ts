import '#i18n/later-texts.ts'

import { likePlaylist, unlikePlaylist, type Playlist } from '@otodana/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { afterLogin, isMember, useSession } from '#features/accounts/index.ts'
import { sayFailure } from '#i18n/say-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api.ts'
import { say } from '#lib/say.ts'

import { playlistName } from './playlist-texts.ts'

/**
 * Likes a playlist or no more: shown at once, and as it was before when it fails. Whoever has not logged in is asked to, and
 * likes it then.
 */
export function useLike(): (playlist: Playlist) => Promise<void> {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  async function set(playlist: Playlist, isLiked: boolean) {
    const { id, liked } = playlist
    show(queryClient, id, isLiked)
    try {
      await api(isLiked ? likePlaylist : unlikePlaylist, { body: { id } })
      const name = playlistName(playlist, t)
      say(isLiked ? t('done.liked', { name }) : t('done.unliked', { name }))
      // What was asked for before it was stored may come after it.
      void queryClient.invalidateQueries({ queryKey: ['playlist', id] })
    } catch (error) {
      show(queryClient, id, liked)
      sayFailure(error, speech)
    }
    // One that is liked no more stays where it is until the lists are opened again: the tap may have been a mistake.
    void queryClient.invalidateQueries({ queryKey: ['playlists'], refetchType: 'none' })
  }

  return async (playlist) => {
    const { user } = useSession.getState()
    if (user === null)
      afterLogin((known) => {
        // Perhaps it is their own.
        if (isMember(known) && known.name !== playlist.user_name) void set(playlist, true)
      })
    else if (isMember(user)) await set(playlist, !playlist.liked)
    else sayFailure(new ApiError(403, 'guest.cannot', ''), speech)
  }
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
