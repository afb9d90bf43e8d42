import { useQuery } from '@tanstack/react-query'

import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { Pager } from '#ui/Pager.tsx'

import { Empty } from './Empty.tsx'
import { favouritesHref, PAGE_SIZE, type FavouritesPage } from './favourites-search.ts'
import { favouritesQueries } from './favourites.queries.ts'
import { FavouritesPending } from './FavouritesPending.tsx'
import { MarkedWork } from './MarkedWork.tsx'
import css from './MarkedWorks.module.css'
import { SortChoice } from './SortChoice.tsx'

type Props = { api: Api; shown: FavouritesPage & { mode: 'review' | 'progress' } }

/** A page of rated, reviewed or marked works. */
export function MarkedWorks({ api, shown }: Props) {
  const { t } = useTranslation('favourites')
  const { sort, page } = shown
  const progress = shown.mode === 'progress' ? shown.progress : null
  const list = useQuery(favouritesQueries.works(api, { progress, sort, page }))
  const failure = useFailure(list)
  if (!list.data || failure) {
    if (!failure) return <FavouritesPending />
    return <ListFailed error={failure} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
  }
  const { works, pagination } = list.data
  const total = pagination.totalCount
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE))
  return (
    <>
      <div className={css.bar}>
        <p className={css.total} role="status">
          {t('total', { count: total, formatted: formatCount(total) })}
        </p>
        {total > 0 ? <SortChoice shown={shown} /> : null}
      </div>
      {works.length > 0 ? (
        <ul className={css.list} aria-busy={list.isPlaceholderData}>
          {works.map((work) => (
            <li key={work.id} id={`work-${work.id}`}>
              <MarkedWork work={work} />
            </li>
          ))}
        </ul>
      ) : (
        <Empty mode={shown.mode} firstHref={total > 0 ? favouritesHref({ ...shown, page: 1 }) : null} />
      )}
      <Pager page={page} last={last} hrefOf={(to) => favouritesHref({ ...shown, page: to })} />
    </>
  )
}
