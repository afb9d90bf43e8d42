import '#i18n/on-demand/recommender-texts.ts'

import type { RecommendationReason, Work } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { GuestTip } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import {
  FilterNote,
  ListFailed,
  pageCount,
  Pagination,
  Results,
  type ShownList,
  useEditionChoice,
  useMarkTargetId,
  WorkList,
  WorksHead,
  WorksSkeleton,
} from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { useFailure } from '#lib/api/recovery.ts'

import { isOfAll } from '../is-of-all.ts'
import { NoSuggestions } from './NoSuggestions.tsx'
import { Reason } from '../shelves/Reason.tsx'
import { suggestionRequest } from '../suggestion-request.ts'
import { suggestionQueries, type SuggestionKind } from '../suggestions.queries.ts'
import { paths, suggestionsSearch } from './suggestions-search.ts'
import css from './SuggestionsScreen.module.css'

const none: readonly Work[] = []

type Props = {
  api: Api
  kind: SuggestionKind
  /** The URL's search parameters. */
  address: Record<string, unknown>
  /** Selects works of the list. */
  renderSelection: (list: ShownList) => ReactNode
}

function reasonBelow(reasons: ReadonlyMap<number, RecommendationReason['because']>) {
  return ({ id }: Work) => <Reason because={reasons.get(id)} />
}

/** All popular or recommended works, page by page. */
export function SuggestionsScreen({ api, kind, address, renderSelection }: Props) {
  const { t, locale } = useTranslation('recommender')
  const search = suggestionsSearch(address)
  const globalFilter = useSettings((settings) => settings.globalFilter)
  const localSubtitledWorks = useSettings((settings) => settings.localSubtitledWorks)
  const recommenderUuid = useSettings((settings) => settings.recommenderUuid)
  const markTarget = useMarkTargetId()
  const editionChoice = useEditionChoice()
  const isAlive = useHydrated()
  const request = suggestionRequest(search, { locale, globalFilter, localSubtitledWorks, ...editionChoice, markTarget })
  const list = useQuery({
    ...(kind === 'popular'
      ? suggestionQueries.popular(api, request)
      : suggestionQueries.recommended(api, request, recommenderUuid)),
    // Recommendations depend on the browser's listener id.
    enabled: kind === 'popular' || isAlive,
  })
  const failure = useFailure(list)
  const page = failure ? undefined : list.data
  const total = page?.pagination.totalCount ?? 0
  const last = pageCount(total, search.pageSize)
  const path = paths[kind]
  const isUnfiltered = globalFilter === ''
  const reasons = new Map(page?.reasons?.map(({ work_id, because }) => [work_id, because]))
  const isUnknown = kind === 'recommended' && page !== undefined && isOfAll(page)
  // Unknown while loading, and on pages without reasons.
  const isSaid = kind === 'popular' || (search.page === 1 && !failure)
  return (
    <>
      <WorksHead
        search={search}
        // The length of a ranked list is meaningless.
        total=""
        hasToolbar
        isUnfiltered={isUnfiltered}
        other={{ path, title: t(`${kind}.title`) }}
      >
        {renderSelection({
          works: page?.works ?? none,
          total,
          request: null,
          isCurrent: page !== undefined && !list.isPlaceholderData,
        })}
      </WorksHead>
      {isSaid ? <p className={css.text}>{isUnknown ? t('recommended.unknown') : t(`${kind}.text`)}</p> : null}
      <FilterNote api={api} filter={globalFilter} works={page?.works} />
      {page ? (
        <Results isVeiled={false} isUnfiltered={isUnfiltered} isBusy={list.isPlaceholderData}>
          {page.works.length > 0 ? (
            <WorkList
              works={page.works}
              mode={search.displayMode}
              below={reasons.size > 0 ? reasonBelow(reasons) : undefined}
            />
          ) : (
            <NoSuggestions kind={kind} search={search} total={total} isFiltered={!isUnfiltered} />
          )}
        </Results>
      ) : failure ? (
        <ListFailed error={failure} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : (
        <WorksSkeleton mode={search.displayMode} />
      )}
      <GuestTip />
      {last > 1 ? <Pagination search={search} last={last} path={path} /> : null}
    </>
  )
}
