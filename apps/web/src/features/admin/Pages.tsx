import type { Pagination } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format.ts'
import controls from '#ui/controls.module.css'

import { lastPage } from './overview/figures.ts'
import css from './Pages.module.css'

type Props = { label: string; pagination: Pagination; hrefOf: (page: number) => string }

/** To the pages before and after; nothing where there is one alone. */
export function Pages({ label, pagination, hrefOf }: Props) {
  const { t } = useTranslation('admin')
  const { page } = pagination
  const last = lastPage(pagination)
  if (last <= 1 && page <= 1) return null
  return (
    <nav className={css.pages} aria-label={label}>
      {page > 1 ? (
        <a className={controls.button} rel="prev" href={hrefOf(Math.min(page - 1, last))}>
          {t('users.pages.previous')}
        </a>
      ) : null}
      <span className={css.page}>{t('users.pages.page', { page: formatCount(page), last: formatCount(last) })}</span>
      {page < last ? (
        <a className={controls.button} rel="next" href={hrefOf(page + 1)}>
          {t('users.pages.next')}
        </a>
      ) : null}
    </nav>
  )
}
