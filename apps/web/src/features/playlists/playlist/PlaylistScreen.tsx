import '#i18n/on-demand/playlist-texts.ts'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHydrated, useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'

import { UnsentMark, useWaitingMembers, useWaitingMetadata } from '#features/outbox/index.ts'
import { useSettings, type DisplayMode } from '#features/settings/index.ts'
import { ListFailed, useMarkTargetId, WorkList } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { isMissing, type Api } from '#lib/api/api.ts'
import { useEarlyTap } from '#lib/head-scripts/early-tap.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { CloseIcon } from '#ui/icons/core-icons.ts'
import { focusNeighbour, useFocusOnReturn } from '#ui/focus-after-removal.ts'
import { Message } from '#ui/Message.tsx'
import { Pager } from '#ui/Pager.tsx'
import { UndoNotice } from '#ui/UndoNotice.tsx'

import { PlaylistHead } from './PlaylistHead.tsx'
import { PlaylistSearch } from '../lists/PlaylistSearch.tsx'
import { PlaylistPending, WorksPending } from './PlaylistPending.tsx'
import css from './PlaylistScreen.module.css'
import { playlistQueries, WORKS_PER_PAGE } from '../playlists.queries.ts'
import { playlistHref, type PlaylistSearch as Search } from '../lists/playlists-search.ts'
import { playlistName } from '../playlist-texts.ts'
import { useRemoval } from './use-removal.ts'

/**
 * A playlist's details and works.
 *
 * @param missing  shown if it was deleted meanwhile
 */
export function PlaylistScreen({ api, search, missing }: { api: Api; search: Search; missing: ReactNode }) {
  const { t } = useTranslation('playlists')
  const { id, page, keyword } = search
  const markTarget = useMarkTargetId()
  const one = useQuery(playlistQueries.one(api, id))
  const works = useQuery(playlistQueries.works(api, search, markTarget))
  const worksFailure = useFailure(works)
  const oneFailure = useFailure(one)
  const failure = worksFailure ?? oneFailure
  const isGone = [one.error, works.error].some(isMissing)
  useGone(id, isGone)
  const removal = useRemoval(id, one.data ? playlistName(one.data, t) : '')
  const waiting = useWaitingMembers(id)
  const metadata = useWaitingMetadata(id)
  const { removed } = removal
  const willFocus = useFocusOnReturn()
  const mode = useMode()
  useEarlyTap()

  const playlist = one.data && { ...one.data, ...metadata }
  if (isGone) return missing
  if (playlist === undefined)
    return failure ? (
      <ListFailed error={failure} isBusy={one.isFetching} onRetry={() => void one.refetch()} />
    ) : (
      <PlaylistPending />
    )
  const data = works.data
  const total = data?.pagination.totalCount
  const last = Math.max(1, Math.ceil((total ?? 0) / WORKS_PER_PAGE))
  const isSearch = keyword !== ''
  const below = (work: Parameters<typeof removal.remove>[0]) => (
    <button
      type="button"
      className={css.remove}
      aria-label={t('removeWorkNamed', { title: shownName(work.title) })}
      data-remove={work.id}
      onClick={({ currentTarget }) => {
        focusNeighbour(currentTarget)
        void removal.remove(work)
      }}
    >
      {mode === 'detail' ? t('removeWork') : <CloseIcon size="1.25em" />}
    </button>
  )
  return (
    <>
      <PlaylistHead playlist={playlist} keyword={keyword} />
      <UnsentMark isShown={metadata !== undefined || waiting.size > 0} />
      {playlist.works_count > 0 || isSearch ? (
        <PlaylistSearch id={id} keyword={keyword} found={works.isPlaceholderData ? undefined : total} />
      ) : null}
      {data ? (
        data.works.length > 0 ? (
          <div aria-busy={works.isPlaceholderData}>
            <WorkList
              works={data.works.filter((work) => waiting.get(work.id) !== false)}
              mode={mode}
              {...(playlist.is_owner ? { below, isBelowButton: true } : {})}
            />
          </div>
        ) : data.pagination.totalCount > 0 || page > 1 ? (
          <Message title={t('empty.page.title')} text={t('empty.page.text')}>
            <a className={controls.button} href={playlistHref(id, 1, keyword)}>
              {t('empty.page.action')}
            </a>
          </Message>
        ) : isSearch ? (
          <Message title={t('search.nothing.title')} text={t('search.nothing.text')}>
            <a className={controls.button} href={playlistHref(id)}>
              {t('search.all')}
            </a>
          </Message>
        ) : (
          <Message
            title={t('emptyPlaylist.title')}
            text={playlist.is_owner ? t('emptyPlaylist.mine') : t('emptyPlaylist.theirs')}
          />
        )
      ) : failure ? (
        <ListFailed error={failure} isBusy={works.isFetching} onRetry={() => void works.refetch()} />
      ) : (
        <WorksPending />
      )}
      <Pager page={page} last={last} hrefOf={(to) => playlistHref(id, to, keyword)} />
      <UndoNotice
        removed={removed && { id: removed.id, hint: t('removed'), title: shownName(removed.title) }}
        undoLabel={t('undo')}
        closeLabel={t('dismiss')}
        onUndo={() => {
          if (removed) willFocus(removed.id)
          void removal.undo()
        }}
        onGone={removal.forget}
      />
    </>
  )
}

const PHONE = '(max-width: 40rem)'

/**
 * A phone shows rows, unless another layout was chosen for lists: the works are in an order. The server's page has cards, and
 * keeps them, so that nothing moves.
 */
function useMode(): DisplayMode {
  const chosen = useSettings(({ displayMode }) => displayMode)
  const [isOfServer] = useState(!useHydrated())
  const isPhone = useSyncExternalStore(
    followPhone,
    () => matchMedia(PHONE).matches,
    () => false,
  )
  if (isOfServer || !isPhone) return 'detail'
  return chosen === 'detail' ? 'list' : chosen
}

function followPhone(onChange: () => void): () => void {
  const list = matchMedia(PHONE)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}

/** Reloads the route of a deleted playlist, whose head is no longer true. */
function useGone(id: string, isGone: boolean): void {
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isGone) return
    const { queryKey } = playlistQueries.one(router.options.context.api, id)
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    void router.invalidate()
  }, [router, queryClient, id, isGone])
}
