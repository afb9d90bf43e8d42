import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'

import controls from './controls.module.css'
import css from './Pager.module.css'

type Props = {
  /** The list's name, if a screen has several. */
  label?: string
  page: number
  /** The last known page. */
  last: number
  /** If more pages may exist, the last one is not displayed. */
  isLastKnown?: boolean
  hrefOf: (page: number) => string
}

/** Links to the previous and next page; nothing for a single page. Past the end, a link leads back to the last. */
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
