import { LIKED_PLAYLIST, MARKED_PLAYLIST, type Playlist } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'

import { ListFailed, useCovers } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { FilesIcon } from '#ui/icons/deferred-icons.ts'
import { Pager } from '#ui/Pager.tsx'

import { Empty } from './Empty.tsx'
import { favouritesHref, PAGE_SIZE, type FavouritesPage } from './favourites-search.ts'
import { favouritesQueries } from './favourites.queries.ts'
import { FavouritesPending } from './FavouritesPending.tsx'
import css from './Folders.module.css'
import list from './MarkedWorks.module.css'

/** The member's playlists, as folders. */
export function Folders({ api, shown }: { api: Api; shown: FavouritesPage & { mode: 'folder' } }) {
  const { t } = useTranslation('favourites')
  const { page } = shown
  const folders = useQuery(favouritesQueries.folders(api, page))
  const failure = useFailure(folders)
  if (!folders.data || failure) {
    if (!failure) return <FavouritesPending />
    return <ListFailed error={failure} isBusy={folders.isFetching} onRetry={() => void folders.refetch()} />
  }
  const { playlists, pagination } = folders.data
  const total = pagination.totalCount
  return (
    <>
      <div className={list.bar}>
        <p className={list.total} role="status">
          {t('folders', { count: total, formatted: formatCount(total) })}
        </p>
      </div>
      {playlists.length > 0 ? (
        <ul className={css.folders} aria-busy={folders.isPlaceholderData}>
          {playlists.map((playlist) => (
            <li key={playlist.id}>
              <Folder playlist={playlist} />
            </li>
          ))}
        </ul>
      ) : (
        <Empty mode="folder" firstHref={total > 0 ? favouritesHref({ mode: 'folder' }) : null} />
      )}
      <Pager
        page={page}
        last={Math.max(1, Math.ceil(total / PAGE_SIZE))}
        hrefOf={(to) => favouritesHref({ ...shown, page: to })}
      />
    </>
  )
}

function Folder({ playlist }: { playlist: Playlist }) {
  const { t } = useTranslation('favourites')
  const { coverUrl } = useCovers()
  const { id, name, latestWorkID, works_count: count } = playlist
  return (
    <a className={css.folder} href={`/playlist?id=${encodeURIComponent(id)}`}>
      <span className={css.cover}>
        {latestWorkID === null ? (
          <FilesIcon size="2.5rem" />
        ) : (
          <img src={coverUrl(latestWorkID, '240x240')} alt="" width={240} height={180} loading="lazy" />
        )}
      </span>
      <span className={css.name}>
        {name === LIKED_PLAYLIST ? t('folder.liked') : name === MARKED_PLAYLIST ? t('folder.marked') : name}
      </span>
      <span className={css.count}>{t('folder.works', { count, formatted: formatCount(count) })}</span>
    </a>
  )
}
