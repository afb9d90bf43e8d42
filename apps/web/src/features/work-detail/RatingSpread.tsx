import type { Work } from '@otodana/contract'
import { useTranslation } from '#i18n/use-translation.ts'

import { Stars } from '#features/works/index.ts'
import { formatCount } from '#lib/format.ts'
import controls from '#ui/controls.module.css'

import css from './RatingSpread.module.css'

/** The average; opened, how many gave how many stars. */
export function RatingSpread({ work }: { work: Work }) {
  const { t } = useTranslation('work-detail')
  const shares = [...work.rate_count_detail].sort((a, b) => b.review_point - a.review_point)
  return (
    <details className={css.rating}>
      <summary className={css.summary}>
        <Stars work={work} />
        <span className={controls.hidden}>{t('ratingDetails')}</span>
      </summary>
      <ul className={css.spread}>
        {shares.map(({ review_point: stars, count, ratio }) => (
          <li key={stars} className={css.share}>
            <span aria-hidden="true">{`${stars} ★`}</span>
            <span className={controls.hidden}>{t('stars', { count: stars })}</span>
            <progress className={css.bar} value={ratio} max={100} aria-hidden="true" />
            <span className={css.count}>
              <span aria-hidden="true">{formatCount(count)}</span>
              <span className={controls.hidden}>
                {t('share', { count, formatted: formatCount(count), percent: ratio })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
