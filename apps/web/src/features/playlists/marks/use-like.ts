import '#i18n/on-demand/deferred-texts.ts'
import type { Playlist } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { queuedText } from '#features/outbox/index.ts'
import { afterLogin, isMember, useSession } from '#features/accounts/index.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'
import { toast } from '#ui/toast.ts'

import { setLike } from './likes.ts'
import { playlistName } from '../playlist-texts.ts'

/** Likes or unlikes a playlist: shown at once, and rolled back on failure. Without a login it asks for one first. */
export function useLike(): (playlist: Playlist) => Promise<void> {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  async function set(playlist: Playlist, isLiked: boolean) {
    try {
      const name = playlistName(playlist, t)
      const isStored = await setLike({ api, queryClient }, { id: playlist.id, name }, isLiked)
      const done = isLiked ? t('done.liked', { name }) : t('done.unliked', { name })
      toast(isStored ? done : queuedText(speech))
    } catch (error) {
      toastFailure(error, speech)
    }
  }

  /** @param playlist  `liked` as the member sees it */
  return async (playlist) => {
    const { user } = useSession.getState()
    if (user === null)
      afterLogin((known) => {
        // It may be the member's own.
        if (isMember(known) && known.name !== playlist.user_name) void set(playlist, true)
      })
    else if (isMember(user)) await set(playlist, !playlist.liked)
    else toastFailure(new ApiError(403, 'guest.cannot', ''), speech)
  }
}
