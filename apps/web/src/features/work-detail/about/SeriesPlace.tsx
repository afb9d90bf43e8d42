import '#i18n/on-demand/series-texts.ts'

import { workPath } from '@otodana/work-code'
import { useQuery } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { seriesQuery } from '#lib/queries/series-query.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/core-icons.ts'

import css from './AboutWork.module.css'

/** Which of a series' works this is, with links to the works before and after it. */
export default function SeriesPlace({ api, seriesId, workId }: { api: Api; seriesId: number; workId: number }) {
  const { t } = useTranslation('series')
  const { data } = useQuery(seriesQuery(api, seriesId))
  const index = data?.works.findIndex(({ id }) => id === workId) ?? -1
  if (!data || index < 0) return null
  const [previous, next] = [data.works[index - 1], data.works[index + 1]]
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
      <span>{t('place', { place: formatCount(index + 1), total: formatCount(data.works.length) })}</span>
      {next ? (
        <a className={css.turn} href={workPath(next)} title={next.title} aria-label={t('next', { title: next.title })}>
          <ChevronRightIcon size="1.25em" />
        </a>
      ) : null}
    </p>
  )
}
