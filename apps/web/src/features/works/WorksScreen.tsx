import type { ScanStatus, WorkPage } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from '#i18n/use-translation.ts'

import type { Api } from '#lib/api.ts'
import { formatCount } from '#lib/format.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

import { pageCount } from './page-window.ts'
import { Pagination } from './Pagination.tsx'
import { ScanLine, ScanProgress, useScan } from './ScanProgress.tsx'
import { SearchTerms } from './SearchTerms.tsx'
import { Toolbar } from './Toolbar.tsx'
import { WorkList } from './WorkList.tsx'
import { worksQueries } from './works.queries.ts'
import { worksHref, worksQueryOf, type WorksSearch } from './works-search.ts'
import css from './WorksScreen.module.css'
import { WorksPending } from './WorksPending.tsx'

/** The library, or a search in it, as its URL says. */
export function WorksScreen({ api, search }: { api: Api; search: WorksSearch }) {
  const { t } = useTranslation('works')
  const { data: page, isPlaceholderData } = useQuery({
    ...worksQueries.list(api, worksQueryOf(search)),
    throwOnError: isFirstFailure,
  })
  const scan = useScan(api)
  // The address changes at once, the screen when the list for it is there.
  const isLeaving = useRouterState({ select: ({ isLoading }) => isLoading })
  if (!page) return <WorksPending search={search} />

  const total = page.pagination.totalCount
  return (
    <>
      <div className={css.head}>
        <div className={css.headings}>
          <h1 className={css.title}>{search.keyword ? t('searchBy') : t('title')}</h1>
          <p className={css.total}>{t('total', { count: total, formatted: formatCount(total) })}</p>
        </div>
        {total > 0 || search.keyword ? <Toolbar search={search} /> : null}
      </div>
      {search.keyword ? <SearchTerms search={search} keyword={search.keyword} /> : null}
      {scan?.state === 'running' && total > 0 ? <ScanLine scan={scan} /> : null}
      {page.works.length > 0 ? (
        <div className={css.results} aria-busy={isPlaceholderData || isLeaving}>
          <WorkList works={page.works} mode={search.displayMode} />
        </div>
      ) : (
        <EmptyList page={page} search={search} scan={scan} />
      )}
      {total > 0 ? <Pagination search={search} last={pageCount(total, search.pageSize)} /> : null}
    </>
  )
}

/** A list that is shown is not taken away when asking again fails; only one that never came is the screen's error. */
function isFirstFailure(_error: Error, { state }: { state: { data: unknown } }): boolean {
  return state.data === undefined
}

function EmptyList({ page, search, scan }: { page: WorkPage; search: WorksSearch; scan: ScanStatus | undefined }) {
  const { t } = useTranslation('works')
  if (page.pagination.totalCount > 0) {
    return (
      <Message title={t('empty.title')} text={t('empty.pastEnd')}>
        <a className={controls.button} href={worksHref({ ...search, page: 1 })}>
          {t('empty.firstPage')}
        </a>
      </Message>
    )
  }
  if (search.keyword) {
    return (
      <Message title={t('empty.title')} text={t('empty.text')}>
        <a className={controls.button} href={worksHref({ displayMode: search.displayMode })}>
          {t('clearSearch')}
        </a>
      </Message>
    )
  }
  if (scan?.state !== 'running') {
    // Before the first scan nobody knows whether the shelf is empty.
    const state = scan?.last === null ? 'waiting' : 'bare'
    return <Message title={t(`${state}.title`)} text={t(`${state}.text`)} />
  }
  return (
    <Message title={t('scan.title')} text={t('scan.text')}>
      {scan.counts ? <ScanProgress {...scan.counts} /> : null}
    </Message>
  )
}
