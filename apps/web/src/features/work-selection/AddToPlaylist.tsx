import '#i18n/on-demand/playlist-texts.ts'

import { addSelectionToPlaylist, listPlaylists, type Playlist, type Selection } from '@otodana/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { langOfText } from '#i18n/lang-of.ts'
import { openPlaylistPart, playlistName } from '#features/playlists/index.ts'
import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { PlusIcon } from '#ui/icons/deferred-icons.ts'
import skeleton from '#ui/Skeleton.module.css'
import { toast } from '#ui/toast.ts'

import { Refused } from './Refused.tsx'
import css from './WorkSelection.module.css'

/** As many as the server gives at once. */
const MOST_OFFERED = 500

type Props = { selection: Selection; count: number; onClose: () => void }

/** Adds the selected works to one of the member's playlists. */
export function AddToPlaylist({ selection, count, onClose }: Props) {
  const { t } = useTranslation('work-selection')
  const { t: playlists } = useTranslation('playlists')
  const { api, queryClient } = useRouter().options.context
  const list = useQuery({
    queryKey: ['own-playlists'],
    queryFn: ({ signal }) => api(listPlaylists, { query: { filterBy: 'owned', pageSize: MOST_OFFERED } }, { signal }),
    staleTime: 0,
    meta: { isPersonal: true },
  })
  const failure = useFailure(list)
  async function addTo(playlist: Playlist): Promise<void> {
    const { added } = await api(addSelectionToPlaylist, { body: { id: playlist.id, selection } })
    toast(t('playlist.added', { count: added, formatted: formatCount(added), name: playlistName(playlist, playlists) }))
    void queryClient.invalidateQueries()
  }
  const add = useMutation({ mutationFn: addTo, onSuccess: onClose })
  return (
    <Dialog title={t('playlist.title', { count, formatted: formatCount(count) })} onClose={onClose}>
      {add.error ? <Refused error={add.error} /> : null}
      {failure ? (
        <ListFailed error={failure} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : list.data ? (
        <ul className={css.playlists}>
          {list.data.playlists.map((playlist) => (
            <li key={playlist.id}>
              <button
                type="button"
                className={css.playlist}
                aria-disabled={add.isPending}
                onClick={() => (add.isPending ? undefined : add.mutate(playlist))}
              >
                <span lang={langOfText(playlist.name)}>{playlistName(playlist, playlists)}</span>
                <span className={css.dim}>{formatCount(playlist.works_count)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <div className={`${skeleton.skeleton} ${css.pending}`} />
      )}
      <button
        type="button"
        className={controls.button}
        aria-haspopup="dialog"
        onClick={() => {
          onClose()
          openPlaylistPart({ kind: 'create', work: null, onCreated: addTo })
        }}
      >
        <PlusIcon size="1.25em" />
        {playlists('menu.new')}
      </button>
    </Dialog>
  )
}
