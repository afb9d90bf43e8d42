import '#i18n/on-demand/series-texts.ts'

import { isReleaseKnown, type OneSeries, type Work } from '@otodana/contract'
import { workPath } from '@otodana/work-code'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { PlayAllButton, playWorks } from '#features/playlists/index.ts'
import {
  dayText,
  editionsRequest,
  ListFailed,
  type ShownList,
  termHref,
  useCovers,
  useEditionChoice,
  useWorkTexts,
  VoiceLinks,
} from '#features/works/index.ts'
import { langOf, langOfText } from '#i18n/lang-of.ts'
import { useLocale, useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { useEarlyTap } from '#lib/head-scripts/early-tap.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { oneEditionEach } from '#lib/one-edition.ts'

import { seriesQueries } from './series.queries.ts'
import { WorksPending } from './SeriesPending.tsx'
import css from './SeriesScreen.module.css'
import { voicesOf } from './voices-of.ts'

type Props = {
  api: Api
  seriesId: number
  /** Selects works of the series. */
  renderSelection: (list: ShownList) => ReactNode
}

/** A series: its circle, its voice actors, and its works in order. */
export function SeriesScreen({ api, seriesId, renderSelection }: Props) {
  const { data: series } = useSuspenseQuery(seriesQueries.one(api, seriesId))
  const list = useQuery(seriesQueries.works(api, seriesId))
  const failure = useFailure(list)
  const shown = useShownWorks(series)
  const ids = new Map(shown.map(({ id }, index) => [id, index]))
  const works = list.data?.works.filter(({ id }) => ids.has(id)).sort((a, b) => ids.get(a.id)! - ids.get(b.id)!)
  useEarlyTap()
  return (
    <>
      <SeriesHead series={series} count={shown.length} works={works}>
        {works && renderSelection({ works, total: works.length, request: null, isCurrent: true })}
      </SeriesHead>
      {works ? (
        <SeriesWorks series={series} works={works} />
      ) : failure ? (
        <ListFailed error={failure} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : (
        <WorksPending />
      )}
    </>
  )
}

/** Returns the works of a series in order: each in one edition, unless the visitor wants to see all. */
function useShownWorks({ works }: OneSeries): OneSeries['works'] {
  const locale = useLocale()
  const { editionLanguages } = editionsRequest({ locale, ...useEditionChoice() })
  return editionLanguages ? oneEditionEach(works, editionLanguages) : works
}

type HeadProps = {
  series: OneSeries
  count: number
  /** Undefined while they load. */
  works: readonly Work[] | undefined
  /** Further controls. */
  children: ReactNode
}

function SeriesHead({ series, count, works, children }: HeadProps) {
  const { t } = useTranslation('series')
  const texts = useWorkTexts()
  const { name, circle } = series
  const duration = texts.duration((works ?? []).reduce((sum, work) => sum + work.duration, 0))
  return (
    <header className={css.head}>
      <p className={css.kind}>{t('kind')}</p>
      <h1 className={css.title} lang={langOfText(name)}>
        {name}
      </h1>
      <p className={css.facts}>
        {circle.name === '' ? null : (
          <a href={termHref('circle', circle.name)} lang={langOfText(circle.name)}>
            {circle.name}
          </a>
        )}
        <span>{t('works', { count, formatted: formatCount(count) })}</span>
        {duration === null ? null : <span>{t('total', { duration })}</span>}
      </p>
      <VoiceLinks vas={voicesOf(works ?? [])} list={css.voices} link={css.voice} />
      <div className={css.actions}>
        {works?.some((work) => work.duration > 0) ? (
          <PlayAllButton
            onPlay={(deps) => playWorks(deps, `series ${series.id}`, works)}
            label={t('playAll')}
            busyLabel={t('playing')}
            nothingToPlay={t('nothingToPlay')}
          />
        ) : null}
        {children}
      </div>
    </header>
  )
}

function SeriesWorks({ series, works }: { series: OneSeries; works: readonly Work[] }) {
  const { t } = useTranslation('series')
  const numbers = new Map(series.works.map(({ id, number }) => [id, number]))
  return (
    <ol className={css.works} aria-label={t('list')}>
      {works.map((work, index) => (
        <li key={work.id} id={`work-${work.id}`}>
          <SeriesWork work={work} number={numbers.get(work.id) ?? null} isFirst={index < 4} />
        </li>
      ))}
    </ol>
  )
}

function SeriesWork({ work, number, isFirst }: { work: Work; number: number | null; isFirst: boolean }) {
  const { t } = useTranslation('series')
  const { t: details } = useTranslation('work-detail')
  const texts = useWorkTexts()
  const { coverUrl, coverSrcSet } = useCovers()
  const facts = [texts.duration(work.duration), isReleaseKnown(work) ? dayText(work.release, details) : null]
  return (
    <article className={css.work}>
      <a className={css.cover} href={workPath(work)} tabIndex={-1} aria-hidden="true">
        <img
          src={coverUrl(work.id, '240x240')}
          srcSet={coverSrcSet(work.id)}
          sizes="9rem"
          alt=""
          width={560}
          height={420}
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
        />
      </a>
      <div className={css.about}>
        {number === null ? null : <p className={css.number}>{t('number', { number })}</p>}
        <h2 className={css.name}>
          <a href={workPath(work)} lang={langOf(work, work.title)}>
            {work.title}
          </a>
        </h2>
        <p className={css.facts}>{facts.map((fact) => (fact === null ? null : <span key={fact}>{fact}</span>))}</p>
        <VoiceLinks vas={work.vas} list={css.cast} link={undefined} />
      </div>
    </article>
  )
}
