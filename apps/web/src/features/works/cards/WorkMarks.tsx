import type { Age, Work } from '@otodana/contract'
import type { ReactNode } from 'react'

import type { Translate } from '#i18n/translations.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'

import css from './WorkMarks.module.css'

export function AgeChip({ age }: { age: Age }) {
  return ageChip(age, useTranslation('works').t)
}

/** `AgeChip` for cards, of which there are many: not a component, for speed. */
export function ageChip(age: Age, t: Translate<'works'>): ReactNode {
  return <span className={`${css.age} ${css[age]}`}>{t(`age.${age}`)}</span>
}

type Rated = Pick<Work, 'rate_average_2dp' | 'rate_count'>

/** The average with a star and the number of ratings; in words for screen readers. */
export function Stars({ work }: { work: Rated }) {
  return stars(work, useTranslation('works').t)
}

/** `Stars` in the same way. */
export function stars(work: Rated, t: Translate<'works'>): ReactNode {
  const { rate_count: count } = work
  if (count === 0) return <span className={css.noRating}>{t('rating.none')}</span>
  const average = work.rate_average_2dp.toFixed(2)
  const formatted = formatCount(count)
  return (
    <span className={css.rating}>
      <span className={controls.hidden}>{t('rating.label', { average, formatted })}</span>
      <span className={css.stars} aria-hidden="true">
        {`★ ${average}`}
      </span>
      <span className={css.count} aria-hidden="true">
        {`(${formatted})`}
      </span>
    </span>
  )
}
