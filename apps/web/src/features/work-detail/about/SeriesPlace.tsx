import '#i18n/on-demand/series-texts.ts'

import { workPath } from '@otodana/work-code'
import { useQuery } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { oneEditionEach } from '#lib/one-edition.ts'
import { seriesQuery } from '#lib/queries/series-query.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/core-icons.ts'

import css from './AboutWork.module.css'

/** Which of a series' works this is, with links to the works before and after it. */
export default function SeriesPlace({ api, seriesId, workId }: { api: Api; seriesId: number; workId: number }) {
  const { t } = useTranslation('series')
  const { data } = useQuery(seriesQuery(api, seriesId))
  const self = data?.works.find(({ id }) => id === workId)
  if (!data || !self) return null
  // Its neighbours in the same language, if they have one.
  const works = oneEditionEach(data.works, [self.language ?? 'JPN'])
  const index = works.findIndex((work) => work.edition_of === self.edition_of)
  const [previous, next] = [works[index - 1], works[index + 1]]
  return (
    <p className={css.place}>
      {previous ? (
        <a
          className={css.turn}
          href={workPath(previous)}
          title={previous.title}
          aria-label={t('previous', { title: previous.title })}
        >
          <ChevronLeftIcon size="1.25em" />
        </a>
      ) : null}
      <span>{t('place', { place: formatCount(index + 1), total: formatCount(works.length) })}</span>
      {next ? (
        <a className={css.turn} href={workPath(next)} title={next.title} aria-label={t('next', { title: next.title })}>
          <ChevronRightIcon size="1.25em" />
        </a>
      ) : null}
    </p>
  )
}
