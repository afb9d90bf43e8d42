import { likePlaylist, unlikePlaylist, type Playlist } from '@otodana/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { say } from '#lib/say.ts'

import { playlistName } from './playlist-texts.ts'

/** Likes a playlist or no more: shown at once, and as it was before when it fails. */
export function useLike(): (playlist: Playlist) => Promise<void> {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  return async (playlist) => {
    const { id, liked } = playlist
    show(queryClient, id, !liked)
    try {
      await api(liked ? unlikePlaylist : likePlaylist, { body: { id } })
      const name = playlistName(playlist, t)
      say(liked ? t('done.unliked', { name }) : t('done.liked', { name }))
    } catch (error) {
      show(queryClient, id, liked)
      say(errorText(error, speech))
    }
    // One that is liked no more stays where it is until the lists are opened again: the tap may have been a mistake.
    void queryClient.invalidateQueries({ queryKey: ['playlists'], refetchType: 'none' })
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
