import { isPriceKnown, isReleaseKnown, type Work } from '@otodana/contract'
import { useTranslation } from '#i18n/use-translation.ts'

import { dayText, hasSales, storefrontUrl, useWorkTexts } from '#features/works/index.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { StoreIcon } from '#ui/icons/core-icons.ts'

import css from './WorkFacts.module.css'

/** The work's numbers and dates, and where it is sold. */
export function WorkFacts({ work }: { work: Work }) {
  const { t } = useTranslation('work-detail')
  const { t: works } = useTranslation('works')
  const texts = useWorkTexts()
  const storefront = storefrontUrl(work)
  const facts: [label: string, value: string | null][] = [
    [t('duration'), texts.duration(work.duration)],
    [t('release'), isReleaseKnown(work) ? dayText(work.release, t) : null],
    [t('added'), dayText(work.create_date, t)],
    [t('price'), isPriceKnown(work) ? texts.price(work.price) : null],
    [t('sales'), hasSales(work) ? formatCount(work.dl_count) : null],
    [t('reviews'), work.review_count > 0 ? formatCount(work.review_count) : null],
  ]
  return (
    <dl className={css.facts} aria-label={t('facts')}>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label} className={css.fact}>
            <dt className={css.label}>{label}</dt>
            <dd className={css.value}>{value}</dd>
          </div>
        ),
      )}
      {storefront === null ? null : (
        <div className={css.fact}>
          <dt className={css.label}>{t('store')}</dt>
          <dd className={css.value}>
            <a className={css.store} href={storefront} target="_blank" rel="noopener noreferrer">
              {works('storefront')}
              <StoreIcon size="1.25em" />
            </a>
          </dd>
        </div>
      )}
    </dl>
  )
}
