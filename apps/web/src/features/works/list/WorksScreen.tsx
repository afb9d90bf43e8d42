import type { Work } from '@otodana/contract'
import { parseKeyword } from '@otodana/keyword'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { GuestTip } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { useFailure } from '#lib/api/recovery.ts'

import { EmptyList } from './EmptyList.tsx'
import { FilterNote } from '../filter/FilterNote.tsx'
import { ListFailed } from './ListFailed.tsx'
import { isNarrowed, type ListRequest, listRequest } from './list-request.ts'
import { useMarkTargetId } from '../mark-target-id.ts'
import { pageCount } from './page-window.ts'
import { PageSizeBelow } from './PageSize.tsx'
import { Pagination } from '../Pagination.tsx'
import { Results } from './Results.tsx'
import { ScanLine, useScan } from './ScanProgress.tsx'
import { SearchTerms } from '../filter/SearchTerms.tsx'
import { useTagsOfTerms } from '../filter/use-tags-of-terms.ts'
import { WorkList } from '../cards/WorkList.tsx'
import { WorksHead } from './WorksHead.tsx'
import { useEditionChoice } from './use-edition-choice.ts'
import { worksQueries } from '../works.queries.ts'
import type { WorksSearch } from '../works-search.ts'
import { WorksSkeleton } from './WorksPending.tsx'

/** Faster changes are combined into one request. */
const SETTLE_MS = 100

type Props = {
  api: Api
  search: WorksSearch
  /** Tabs for other searches, and their results if there is no work. */
  tabs: ReactNode
  elsewhere: ReactNode
  /** Shelves on the library's first page. */
  shelves: ReactNode
  /** Selects works of the list. */
  renderSelection?: (list: ShownList) => ReactNode
}

/** A list as it is shown. Until it `isCurrent`, its works are those of an earlier request, or none. */
export type ShownList = {
  works: readonly Work[]
  total: number
  /** Null for a list that is no search, such as a series: only its shown works can be selected. */
  request: ListRequest | null
  isCurrent: boolean
}

const none: readonly Work[] = []

/** The library, or a search in it. */
export function WorksScreen({ api, search, tabs, elsewhere, shelves, renderSelection }: Props) {
  const { t, locale } = useTranslation('works')
  const globalFilter = useSettings((settings) => settings.globalFilter)
  const localSubtitledWorks = useSettings((settings) => settings.localSubtitledWorks)
  const editionChoice = useEditionChoice()
  const markTarget = useMarkTargetId()
  const request = listRequest(search, {
    locale,
    globalFilter,
    localSubtitledWorks,
    ...editionChoice,
    markTarget,
  })
  const list = useQuery(worksQueries.list(api, request, SETTLE_MS))
  const { isPlaceholderData, isFetching, refetch } = list
  const failure = useFailure(list)
  const page = failure ? undefined : list.data
  const shownFilter = useLatest(globalFilter, page !== undefined && !isPlaceholderData)
  const shownSearch = useLatest(search, page !== undefined && !isPlaceholderData)
  const scan = useScan(api)
  const tagOf = useTagsOfTerms(api, parseKeyword(search.keyword ?? ''), page?.works)

  const isVeiled = isPlaceholderData && shownFilter !== globalFilter
  const total = page?.pagination.totalCount ?? 0
  const lastPage = pageCount(total, search.pageSize)
  return (
    <>
      <WorksHead
        search={search}
        tagOf={tagOf}
        total={page && !isVeiled ? t('total', { count: total, formatted: formatCount(total) }) : ''}
        // An empty library needs no controls.
        hasToolbar={total > 0 || !page || isNarrowed(request)}
        isUnfiltered={globalFilter === ''}
        shelves={total > 0 || !page ? shelves : null}
      >
        {renderSelection?.({
          works: page?.works ?? none,
          total,
          request,
          isCurrent: page !== undefined && !isPlaceholderData,
        })}
      </WorksHead>
      {search.keyword ? (
        <SearchTerms search={search} keyword={search.keyword} filter={globalFilter} tagOf={tagOf} />
      ) : null}
      {tabs}
      <FilterNote api={api} filter={globalFilter} works={page?.works} />
      {scan?.state === 'running' && total > 0 ? <ScanLine scan={scan} /> : null}
      {page ? (
        <Results
          isVeiled={isVeiled}
          isUnfiltered={globalFilter === ''}
          // Adding the member's data does not change the list.
          isBusy={isPlaceholderData && shownSearch !== search}
        >
          {page.works.length > 0 ? (
            <WorkList works={page.works} mode={search.displayMode} />
          ) : (
            <EmptyList
              page={page}
              search={search}
              request={request}
              scan={scan}
              isFiltered={globalFilter !== ''}
              elsewhere={elsewhere}
            />
          )}
        </Results>
      ) : failure ? (
        <ListFailed error={failure} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <WorksSkeleton mode={search.displayMode} />
      )}
      <GuestTip />
      {lastPage > 1 && !isVeiled ? <Pagination search={search} last={lastPage} /> : null}
      {isVeiled ? null : <PageSizeBelow search={search} total={total} />}
    </>
  )
}

/** The value when `counts` was last true. */
function useLatest<T>(value: T, counts: boolean): T {
  const [latest, setLatest] = useState(value)
  if (counts && latest !== value) setLatest(value)
  return counts ? value : latest
}
