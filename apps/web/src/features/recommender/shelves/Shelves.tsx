import '#i18n/on-demand/recommender-texts.ts'

import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { flushSync } from 'react-dom'

import { isMember, useSession, useUser } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { searchDefaults, useEditionChoice, useMarkTargetId } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import controls from '#ui/controls.module.css'

import { isReasonShown, newReasonsFirst } from './shelf-rules.ts'
import { keyOf, Shelf } from './Shelf.tsx'
import css from './Shelves.module.css'
import { suggestionRequest } from '../suggestion-request.ts'
import {
  besideMeta,
  type PopularShelf,
  suggestionQueries,
  type SuggestionKind,
  type SuggestionPage,
} from '../suggestions.queries.ts'

type Props = {
  api: Api
  /** 1: only works with subtitles, as in the list below. */
  subtitle: 1 | undefined
}

/** Works of a shelf whose places say nothing. */
const MIN_UNRANKED = 6

/**
 * The shelves of the library's first page: side by side if there is room, otherwise one with a button for the other, so
 * that the library stays in view. Either way they take the height of one.
 */
export default function Shelves({ api, subtitle }: Props) {
  const { t } = useTranslation('recommender')
  // Rendered with low priority, because there are forty covers. An initial value would make React render the mount over
  // and over: for up to 300 ms it keeps back what follows a fallback, such as this chunk's.
  const { popular, recommended, failed, isShown, isUnfiltered, isSettled } = useDeferredValue(useShelves(api, subtitle))
  const [shown, setShown] = useState<SuggestionKind>('popular')

  const isComing = popular.isPending || recommended.isPending
  // Both appear together; a shelf that is shown stays, with its focus and position, while the other is refetched.
  if (isComing && !isShown) return null
  const ranked = popular.data?.works ?? []
  const mine = recommended.data?.works ?? []
  const hasMine = mine.length > 0 && !isReasonShown(mine, ranked)
  // The works of a small library are all in the list below.
  const hasRanked = popular.data?.isRanked ? ranked.length > 0 : ranked.length >= MIN_UNRANKED
  if (!hasMine && !hasRanked) {
    if (isComing) return null
    return failed ? <Failed onRetry={() => void failed.refetch()} /> : <span hidden data-nothing="" />
  }

  const isTwo = hasMine && hasRanked
  const besidePopular = newReasonsFirst(mine, ranked)
  const way = (to: SuggestionKind, title: string) => (
    <button type="button" className={css.way} onClick={(event) => show(to, event.currentTarget)}>
      {title}
    </button>
  )
  /** Shows the other shelf instead. */
  function show(to: SuggestionKind, button: HTMLElement): void {
    const place = button.closest(`.${css.shelves}`)
    // The button disappears with its shelf.
    flushSync(() => setShown(to))
    place?.querySelector<HTMLElement>(`[data-kind="${to}"] h2 a`)?.focus({ preventScroll: true })
  }

  return (
    <div
      className={css.shelves}
      data-two={isTwo ? '' : undefined}
      data-settled={isSettled ? '' : undefined}
      data-unfiltered={isUnfiltered ? '' : undefined}
    >
      {hasRanked ? (
        <div className={css.one} data-kind="popular" data-shown={!isTwo || shown === 'popular' ? '' : undefined}>
          <Shelf
            key={keyOf(ranked)}
            name="popular"
            title={t('popular.short')}
            href="/popular"
            works={ranked}
            isRanked={popular.data?.isRanked}
            isMoving
            behind={isTwo ? way('recommended', t('recommended.short')) : null}
          />
        </div>
      ) : null}
      {hasMine ? (
        <div
          className={css.one}
          data-kind="recommended"
          data-shown={!isTwo || shown === 'recommended' ? '' : undefined}
        >
          <Shelf
            key={keyOf(besidePopular)}
            name="recommended"
            title={t('recommended.short')}
            href="/recommend"
            works={besidePopular}
            isMoving
            before={isTwo ? way('popular', t('popular.short')) : null}
          />
        </div>
      ) : null}
    </div>
  )
}

type Found = {
  popular: { data: PopularShelf | undefined; isPending: boolean }
  recommended: { data: SuggestionPage | undefined; isPending: boolean }
  /** Whether they were shown before with the same filter. */
  isShown: boolean
  /** Whether they may have works that the filter of this device hides, which styles know before the first paint. */
  isUnfiltered: boolean
  /** Whether all are there: until then both have places where recommendations may come, see the styles. */
  isSettled: boolean
  failed: { refetch: () => Promise<unknown> } | null
}

/** The shelves enabled in the settings, with the visitor's filter. */
function useShelves(api: Api, subtitle: Props['subtitle']): Found {
  const { locale } = useTranslation('recommender')
  const isAlive = useHydrated()
  // Logged in, but not known by name yet.
  const isComingMember = useSession(({ token, user }) => token !== null && user === null)
  const showPopularAtHome = useSettings((settings) => settings.showPopularAtHome)
  const showRecommendAtHome = useSettings((settings) => settings.showRecommendAtHome)
  const recommenderUuid = useSettings((settings) => settings.recommenderUuid)
  const globalFilter = useSettings((settings) => settings.globalFilter)
  const localSubtitledWorks = useSettings((settings) => settings.localSubtitledWorks)
  const markTarget = useMarkTargetId()
  const editionChoice = useEditionChoice()
  // For recommended works equal to the first request of the full list, which is then cached.
  const request = suggestionRequest(
    { ...searchDefaults, subtitle },
    { locale, globalFilter, localSubtitledWorks, ...editionChoice, markTarget },
  )
  // An unknown listener can only be recommended popular works; members are known by account.
  const isKnown = [recommenderUuid !== '', isMember(useUser()), !showPopularAtHome].includes(true)
  const popular = useQuery({ ...suggestionQueries.shelf(api, request), enabled: showPopularAtHome })
  const recommended = useQuery({
    ...suggestionQueries.recommended(api, request, recommenderUuid),
    meta: besideMeta,
    enabled: showRecommendAtHome && isKnown,
  })
  const mine = showRecommendAtHome && isKnown ? recommended.data : undefined
  const last = useLast(
    `${request.subtitle} ${request.keyword}`,
    popular.data,
    popular.isLoading || recommended.isLoading,
  )
  return {
    popular: {
      data: showPopularAtHome ? (popular.data ?? (popular.isLoading ? last?.popular : undefined)) : undefined,
      isPending: popular.isLoading,
    },
    recommended: { data: mine, isPending: recommended.isLoading },
    isShown: last !== null,
    isUnfiltered: globalFilter === '',
    isSettled: isAlive && !isComingMember && !popular.isLoading && !recommended.isLoading,
    failed: popular.error ? popular : recommended.error ? recommended : null,
  }
}

/**
 * Returns the popular works of the last complete load with the same filter; null before that. They are equal for all
 * visitors, so they may stay during a refetch.
 */
function useLast(filter: string, popular: PopularShelf | undefined, isComing: boolean) {
  const [last, setLast] = useState<{ filter: string; popular: PopularShelf | undefined } | null>(null)
  if (!isComing && (last?.filter !== filter || last.popular !== popular)) setLast({ filter, popular })
  return last?.filter === filter ? last : null
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('recommender')
  const { t: shell } = useTranslation('shell')
  return (
    <div className={css.failed}>
      <p>{t('failed')}</p>
      <button type="button" className={controls.button} onClick={onRetry}>
        {shell('failed.retry')}
      </button>
    </div>
  )
}
