import type { PlaylistWithWork, Work } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { KeepWorkButton } from '#features/kept/index.ts'
import { queuedText, unsentText, useWaitingMembership } from '#features/outbox/index.ts'
import { ListFailed, useSelecting } from '#features/works/index.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { isMissing, isUnanswered } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { PlusIcon, TickIcon } from '#ui/icons/deferred-icons.ts'
import { toast } from '#ui/toast.ts'
import skeleton from '#ui/Skeleton.module.css'

import { noteKnownPlaylists, type KnownPlaylist } from './known-playlists.ts'
import { KnownPlaylists } from './KnownPlaylists.tsx'
import { checkMarkTarget } from './mark-target.ts'
import { setMembership, withWork } from './memberships.ts'
import { openPlaylistPart } from '../overlay.store.ts'
import { PageButtons } from '../PageButtons.tsx'
import css from './PlaylistMenuDialog.module.css'
import { playlistName } from '../playlist-texts.ts'
import { MENU_LISTS_PER_PAGE, playlistQueries } from '../playlists.queries.ts'

type RowProps = {
  playlist: PlaylistWithWork
  workId: number
  isFirst: boolean
  isDisabled: boolean
  /** @param playlist  as it is shown */
  onChange: (playlist: PlaylistWithWork) => void
}

function PlaylistRow({ playlist, workId, isFirst, isDisabled, onChange }: RowProps) {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const waiting = useWaitingMembership(playlist.id, workId)
  const shown = waiting === undefined ? playlist : withWork(playlist, playlist.id, waiting)
  const works = t('works', { count: shown.works_count, formatted: formatCount(shown.works_count) })
  return (
    <li>
      <Checkbox
        isRow
        label={playlistName(playlist, t)}
        detail={waiting === undefined ? works : `${works} · ${unsentText(speech)}`}
        data-first={isFirst ? '' : undefined}
        isOn={shown.exist}
        disabled={isDisabled}
        onChange={() => onChange(shown)}
      />
    </li>
  )
}

/** The member's playlists, twelve at a time, ticked if they contain the work. */
export function PlaylistMenuDialog({ work, onClose }: { work: Work; onClose: () => void }) {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [page, setPage] = useState(1)
  const { start } = useSelecting()
  // A card of a shelf is not one of the list's.
  const [isInList] = useState(() => document.getElementById(`work-${work.id}`) !== null)
  const found = useQuery(playlistQueries.withWork(api, work.id, page))
  const failure = useFailure(found)
  const { playlists, pagination } = found.data ?? {}
  const last = Math.max(1, Math.ceil((pagination?.totalCount ?? 0) / MENU_LISTS_PER_PAGE))

  const isCurrent = found.data !== undefined && !found.isPlaceholderData
  useEffect(() => {
    if (!isCurrent) return
    const isAll = page === 1 && found.data.pagination.totalCount <= MENU_LISTS_PER_PAGE
    noteKnownPlaylists(found.data.playlists, isAll)
  }, [isCurrent, page, found.data])

  async function handleChange(playlist: KnownPlaylist, isIn: boolean) {
    try {
      const named = { id: playlist.id, name: playlistName(playlist, t) }
      const isStored = await setMembership({ api, queryClient }, { work, playlist: named, isIn })
      if (!isStored) toast(queuedText(speech))
    } catch (error) {
      toastFailure(error, speech)
      if (!isMissing(error)) return
      // Deleted on another device.
      checkMarkTarget({ queryClient })
      void found.refetch()
    }
  }

  return (
    <Dialog title={t('menu.title')} onClose={onClose}>
      <p className={css.work} lang={langOfText(work.title)}>
        {shownName(work.title)}
      </p>
      {failure && isUnanswered(failure) ? (
        <KnownPlaylists
          work={work}
          error={failure}
          isBusy={found.isFetching}
          onRetry={() => void found.refetch()}
          onChange={(playlist, isIn) => void handleChange(playlist, isIn)}
        />
      ) : failure ? (
        <ListFailed error={failure} isBusy={found.isFetching} onRetry={() => void found.refetch()} />
      ) : playlists === undefined ? (
        <>
          <p className={controls.hidden} role="status">
            {t('loading')}
          </p>
          {[0, 1, 2].map((row) => (
            <div key={row} className={`${skeleton.skeleton} ${css.pending}`} />
          ))}
        </>
      ) : (
        <ul className={css.lists} aria-busy={found.isPlaceholderData}>
          {playlists.map((playlist, index) => (
            <PlaylistRow
              key={playlist.id}
              playlist={playlist}
              workId={work.id}
              isFirst={index === 0}
              isDisabled={found.isPlaceholderData}
              onChange={(shown) => void handleChange(shown, !shown.exist)}
            />
          ))}
          {playlists.length === 0 ? <li className={css.count}>{t('menu.empty')}</li> : null}
        </ul>
      )}
      <PageButtons page={page} last={last} onTurn={setPage} />
      <button type="button" className={controls.button} onClick={() => openPlaylistPart({ kind: 'create', work })}>
        <PlusIcon size="1.25em" />
        {t('menu.new')}
      </button>
      <KeepWorkButton work={work} className={controls.button} />
      {start && isInList ? (
        <button
          type="button"
          className={controls.button}
          onClick={() => {
            onClose()
            start(work.id)
          }}
        >
          <TickIcon size="1.25em" />
          {t('menu.select')}
        </button>
      ) : null}
    </Dialog>
  )
}
