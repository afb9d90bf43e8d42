import '#i18n/on-demand/deferred-texts.ts'
import { isCodelessId } from '@otodana/work-code'
import { useQuery } from '@tanstack/react-query'

import { useSettings } from '#features/settings/index.ts'
import { ListFailed, pageCount, worksHref } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { useEarlyTap } from '#lib/head-scripts/early-tap.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { SearchIcon } from '#ui/icons/core-icons.ts'
import { Pager } from '#ui/Pager.tsx'

import { FoundWork } from './results/FoundWork.tsx'
import { ResultTabs } from './tabs/ResultTabs.tsx'
import { SearchNotes } from './results/SearchNotes.tsx'
import { emptyKind } from './results/empty-kind.ts'
import { EmptyResults } from './results/EmptyResults.tsx'
import { isQueryCut } from './subtitle-query.ts'
import { subtitleRequest } from './subtitle-request.ts'
import { SubtitlesSkeleton } from './SubtitlesPending.tsx'
import { subtitlesQuery } from './subtitles.queries.ts'
import { subtitlesHref, type SubtitlesSearch } from './subtitles-search.ts'
import css from './SubtitlesScreen.module.css'
import { useLinePlayer } from './results/use-line-player.ts'

const SETTLE_MS = 100

/** Searches the library's subtitles; shows lines by work and track. */
export function SubtitlesScreen({ api, search }: { api: Api; search: SubtitlesSearch }) {
  const { t } = useTranslation('subtitle-search')
  const globalFilter = useSettings((settings) => settings.globalFilter)
  const request = subtitleRequest(search, globalFilter)
  const hasQuery = request.query !== ''
  const found = useQuery(subtitlesQuery(api, request, SETTLE_MS))
  const { data, isPlaceholderData, isFetching, refetch } = found
  const failure = useFailure(found)
  const player = useLinePlayer()
  useEarlyTap()

  // Results with another filter are hidden while loading.
  const isVeiled = isPlaceholderData && globalFilter !== ''
  const page = hasQuery && !failure && !isVeiled ? data : undefined
  const total = page?.pagination.totalCount ?? 0
  // The server renders without the filter; styles hide it if the device has one.
  const isUnfiltered = globalFilter === '' && search.work === undefined ? '' : undefined
  const counted = { count: total, formatted: formatCount(total) }
  const keyword = search.keyword ?? ''
  // The answer has the title if there are lines.
  const scope = page?.works[0]?.title ?? (isCodelessId(Number(search.work)) ? undefined : search.work)
  const searchOn = () => void refetch()
  const kind = page?.works.length === 0 ? emptyKind(page, request.query) : null
  return (
    <>
      <div className={css.head}>
        <h1 className={css.title}>{t('title')}</h1>
        <p className={css.total} role="status" data-unfiltered={isUnfiltered}>
          {!page || total === 0 || search.work !== undefined
            ? ''
            : page.isExact
              ? t('total', counted)
              : t('totalAbout', counted)}
        </p>
      </div>
      <form className={css.form} action="/subtitles" role="search" aria-label={t('title')}>
        <input
          // A new keyword replaces the text, which is otherwise the visitor's.
          key={keyword}
          className={`${controls.field} ${css.field}`}
          type="search"
          name="keyword"
          defaultValue={keyword}
          maxLength={2_000}
          aria-label={t('field.label')}
          placeholder={t('field.placeholder')}
          autoComplete="off"
          spellCheck={false}
        />
        {search.work === undefined ? null : <input type="hidden" name="work" value={search.work} />}
        <button type="submit" className={controls.primary} aria-label={t('field.submit')}>
          <SearchIcon size="1.25em" />
        </button>
      </form>
      {search.work === undefined ? (
        hasQuery ? (
          <ResultTabs keyword={keyword} current="subtitles" worksHref={worksHref({ keyword })} />
        ) : null
      ) : (
        <p className={css.scope}>
          <span>{scope === undefined ? t('inOneWork') : t('inWork', { title: scope })}</span>
          <a className={controls.button} href={subtitlesHref({ keyword })}>
            {t('everywhere')}
          </a>
        </p>
      )}
      {page && kind !== 'signs' ? <SearchNotes page={page} isCut={isQueryCut(keyword)} /> : null}
      {!hasQuery ? (
        <EmptyResults kind="hint" />
      ) : page ? (
        kind === null ? (
          <div className={css.results} aria-busy={isPlaceholderData} data-unfiltered={isUnfiltered}>
            {page.works.map((work, index) => (
              <FoundWork
                key={work.id}
                work={work}
                keyword={keyword}
                player={player}
                isFirst={index < 2}
                isAlone={search.work !== undefined}
                isPartial={page.isPartial}
              />
            ))}
          </div>
        ) : (
          <EmptyResults kind={kind} keyword={keyword} onSearchOn={searchOn} />
        )
      ) : failure ? (
        <ListFailed error={failure} isBusy={isFetching} onRetry={searchOn} />
      ) : (
        <SubtitlesSkeleton />
      )}
      {page?.isPartial && page.works.length > 0 ? (
        <p className={css.partial}>
          <span>{t('partial.note')}</span>
          <button type="button" className={controls.button} onClick={searchOn}>
            {t('partial.on')}
          </button>
        </p>
      ) : null}
      {page && search.work === undefined ? (
        <Pager
          label={t('pages')}
          page={page.pagination.page}
          last={pageCount(page.pagination.totalCount, page.pagination.pageSize)}
          isLastKnown={false}
          hrefOf={(to) => subtitlesHref({ ...search, page: to })}
        />
      ) : null}
    </>
  )
}
