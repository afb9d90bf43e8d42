import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'

import controls from './controls.module.css'
import css from './Pager.module.css'

type Props = {
  /** Whose pages they are, where a screen has several lists. */
  label?: string
  page: number
  /** The last page there is, as far as is known. */
  last: number
  /** Where there may be more pages than are known, the last one is not named. */
  isLastKnown?: boolean
  hrefOf: (page: number) => string
}

/** Links to the pages before and after; nothing where there is only one. From past the end, one leads back to the last. */
export function Pager({ label, page, last, isLastKnown = true, hrefOf }: Props) {
  const { t } = useTranslation('ui')
  if (last <= 1 && page <= 1) return null
  const values = { page: formatCount(page), last: formatCount(last) }
  return (
    <nav className={css.pager} aria-label={label ?? t('pages.label')}>
      {page > 1 ? (
        <a className={controls.button} rel="prev" href={hrefOf(Math.min(page - 1, last))}>
          {t('pages.previous')}
        </a>
      ) : null}
      {page <= last ? <span>{isLastKnown ? t('pages.at', values) : t('pages.page', values)}</span> : null}
      {page < last ? (
        <a className={controls.button} rel="next" href={hrefOf(page + 1)}>
          {t('pages.next')}
        </a>
      ) : null}
    </nav>
  )
}
