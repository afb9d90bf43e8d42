import '#i18n/on-demand/deferred-texts.ts'
import '#i18n/on-demand/playlist-texts.ts'

import { playlistFilters } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { isMember, openAccount, useSession, useUser } from '#features/accounts/index.ts'
import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { focusOpener } from '#lib/browser/focus.ts'
import { useFailure } from '#lib/api/recovery.ts'
import controls from '#ui/controls.module.css'
import { PlusIcon } from '#ui/icons/deferred-icons.ts'
import { Message } from '#ui/Message.tsx'
import { Pager } from '#ui/Pager.tsx'
import skeleton from '#ui/Skeleton.module.css'

import { noteKnownPlaylists } from '../marks/known-playlists.ts'
import { openPlaylistPart } from '../overlay.store.ts'
import { PlaylistCard } from './PlaylistCard.tsx'
import css from './PlaylistsScreen.module.css'
import { LISTS_PER_PAGE, playlistQueries } from '../playlists.queries.ts'
import { playlistsHref, type PlaylistsSearch } from './playlists-search.ts'

/** The member's own and liked playlists; without a login, an explanation. */
export function PlaylistsScreen({ api, search }: { api: Api; search: PlaylistsSearch }) {
  const { t } = useTranslation('playlists')
  const token = useSession((session) => session.token)
  const user = useUser()
  const logIn = (
    <button type="button" className={controls.primary} aria-haspopup="dialog" onClick={() => openAccount('logIn')}>
      {token === null ? t('loggedOut.action') : t('guest.action')}
    </button>
  )
  return (
    <>
      <div className={css.head}>
        <h1 className={css.title}>{t('title')}</h1>
        {isMember(user) ? (
          <button
            type="button"
            className={controls.primary}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => {
              focusOpener(currentTarget)
              openPlaylistPart({ kind: 'create', work: null })
            }}
          >
            <PlusIcon size="1.25em" />
            {t('new')}
          </button>
        ) : null}
      </div>
      {token === null ? (
        <div className={css.loggedOut}>
          <Message title={t('loggedOut.title')} text={t('loggedOut.text')}>
            {logIn}
          </Message>
        </div>
      ) : user === null ? (
        <Pending />
      ) : isMember(user) ? (
        <Lists api={api} search={search} />
      ) : (
        <Message title={t('guest.title')} text={t('guest.text')}>
          {logIn}
        </Message>
      )}
    </>
  )
}

function Lists({ api, search }: { api: Api; search: PlaylistsSearch }) {
  const { t } = useTranslation('playlists')
  const { filterBy, page } = search
  const found = useQuery(playlistQueries.list(api, filterBy, page))
  const failure = useFailure(found)
  const data = failure ? undefined : found.data
  useEffect(() => noteKnownPlaylists(data?.playlists.filter((one) => one.is_owner) ?? []), [data])
  const last = Math.max(1, Math.ceil((data?.pagination.totalCount ?? 0) / LISTS_PER_PAGE))
  return (
    <>
      <nav className={css.tabs} aria-label={t('filter.label')}>
        {playlistFilters.map((filter) => (
          <a
            key={filter}
            className={css.tab}
            href={playlistsHref({ filterBy: filter, page: 1 })}
            aria-current={filter === filterBy ? 'page' : undefined}
          >
            {t(`filter.${filter}`)}
          </a>
        ))}
      </nav>
      {failure ? (
        <ListFailed error={failure} isBusy={found.isFetching} onRetry={() => void found.refetch()} />
      ) : data === undefined ? (
        <Pending />
      ) : data.playlists.length > 0 ? (
        <ul className={css.lists} aria-busy={found.isPlaceholderData}>
          {data.playlists.map((playlist) => (
            <li key={playlist.id}>
              <PlaylistCard playlist={playlist} />
            </li>
          ))}
        </ul>
      ) : page > 1 ? (
        <Message title={t('empty.page.title')} text={t('empty.page.text')}>
          <a className={controls.button} href={playlistsHref({ filterBy, page: 1 })}>
            {t('empty.page.action')}
          </a>
        </Message>
      ) : (
        // Every member has the two system playlists.
        <Message title={t('empty.liked.title')} text={t('empty.liked.text')} />
      )}
      <Pager page={page} last={last} hrefOf={(to) => playlistsHref({ filterBy, page: to })} />
    </>
  )
}

function Pending() {
  const { t } = useTranslation('playlists')
  return (
    <>
      <p className={controls.hidden} role="status">
        {t('loading')}
      </p>
      <ul className={css.lists} aria-hidden="true">
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <li key={card} className={`${skeleton.skeleton} ${css.pending}`} />
        ))}
      </ul>
    </>
  )
}
