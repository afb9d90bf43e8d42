import type { Work } from '@otodana/contract'
import { useEffect, useId, useState, type CSSProperties } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'

import css from './RatingSpread.module.css'

/**
 * The average in stars; on hover, focus or tap, the number of ratings for each. Works without JavaScript; Escape hides
 * it until the next hover.
 */
export function RatingSpread({ work }: { work: Work }) {
  const { t } = useTranslation('work-detail')
  const { t: works } = useTranslation('works')
  const id = useId()
  const [isDismissed, setDismissed] = useState(false)
  useEffect(() => {
    const handleKey = ({ key }: KeyboardEvent) => key === 'Escape' && setDismissed(true)
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
  const show = () => setDismissed(false)

  const shares = [...work.rate_count_detail].sort((a, b) => b.review_point - a.review_point)
  const average = work.rate_average_2dp.toFixed(2)
  const formatted = formatCount(work.rate_count)
  return (
    <div className={css.rating} data-dismissed={isDismissed ? '' : undefined} onPointerEnter={show}>
      <button type="button" className={css.summary} aria-describedby={id} onFocus={show} onClick={show}>
        <span className={controls.hidden}>{works('rating.label', { average, formatted })}</span>
        <span
          className={css.stars}
          style={{ '--share': `${work.rate_average_2dp * 20}%` } as CSSProperties}
          aria-hidden="true"
        >
          ★★★★★
        </span>
        <span className={css.average} aria-hidden="true">
          {average}
        </span>
        <span className={css.raters} aria-hidden="true">
          {`(${formatted})`}
        </span>
      </button>
      <div id={id} role="tooltip" className={css.spread}>
        {shares.map(({ review_point: stars, count, ratio }) => (
          <p key={stars} className={css.share}>
            <span className={controls.hidden}>
              {`${t('stars', { count: stars })}: ${t('share', { count, formatted: formatCount(count), percent: ratio })}. `}
            </span>
            <span aria-hidden="true">{`${stars} ★`}</span>
            <span className={css.bar} style={{ '--share': `${ratio}%` } as CSSProperties} />
            <span className={css.count} aria-hidden="true">
              {formatCount(count)}
            </span>
          </p>
        ))}
      </div>
    </div>
  )
}
