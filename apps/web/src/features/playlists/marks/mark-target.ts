import { getDefaultMarkTarget, getPlaylist, type Playlist } from '@otodana/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { isMember, useUser } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import type { AppContext } from '#i18n/app-context.ts'
import { isMissing } from '#lib/api/api.ts'
import { toast } from '#ui/toast.ts'

import { playlistName } from '../playlist-texts.ts'
import { knownPlaylists, noteKnownPlaylists, type KnownPlaylist } from './known-playlists.ts'

const TARGET = 'markTarget'
const RESET_SHOWN_MS = 3_000

type MarkTarget = {
  /** Undefined without an account, and while it is not known. */
  target: KnownPlaylist | undefined
  /** Of the request to the server. */
  error: Error | null
}

/** Returns the target of this device's quick marks; until the server answers, as this device knows it. */
export function useMarkTarget(): MarkTarget {
  const context = useRouter().options.context
  const user = useUser()
  const saved = useSettings(({ quickMarkTargetPlaylist }) => quickMarkTargetPlaylist)
  const { data, error } = useQuery({ ...markTargetQuery(context, saved), enabled: isMember(user) })
  return { target: data ?? knownPlaylists().find(({ id }) => id === saved), error }
}

/**
 * The playlist chosen on this device. A missing one, or another member's, is replaced by the account's default with a
 * toast; without a choice the default is used silently.
 */
export function markTargetQuery({ api, queryClient, i18n }: AppContext, kept: string) {
  return queryOptions({
    queryKey: [TARGET, kept],
    queryFn: async ({ signal }) => {
      const chosen = kept === '' ? null : await findOwn()
      if (chosen) {
        noteKnownPlaylists([chosen])
        return chosen
      }
      const fallback = await api(getDefaultMarkTarget, {}, { signal })
      noteKnownPlaylists([fallback])
      queryClient.setQueryData([TARGET, fallback.id], fallback)
      useSettings.setState({ quickMarkTargetPlaylist: fallback.id })
      if (kept === '') return fallback
      const t = i18n.current.texts('playlists')
      toast(t('mark.reset', { name: playlistName(fallback, t) }), RESET_SHOWN_MS)
      return fallback

      async function findOwn(): Promise<Playlist | null> {
        try {
          const playlist = await api(getPlaylist, { query: { id: kept } }, { signal })
          return playlist.is_owner ? playlist : null
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      }
    },
    meta: { isPersonal: true, needsAccount: true },
  })
}

/** Checks it again after a playlist was deleted or not found. */
export function checkMarkTarget({ queryClient }: Pick<AppContext, 'queryClient'>): void {
  void queryClient.invalidateQueries({ queryKey: [TARGET] })
}

/** Sets the target of this device's quick marks. */
export function chooseMarkTarget({ queryClient }: Pick<AppContext, 'queryClient'>, playlist: Playlist): void {
  queryClient.setQueryData([TARGET, playlist.id], playlist)
  useSettings.setState({ quickMarkTargetPlaylist: playlist.id })
}
