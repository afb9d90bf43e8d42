import type { Pagination } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import css from './PageLinks.module.css'
import { subtitlesHref, type SubtitlesSearch } from './subtitles-search.ts'

/** On and back: how many pages there are is not always known, so none is jumped to. */
export function PageLinks({ search, pagination }: { search: SubtitlesSearch; pagination: Pagination }) {
  const { t } = useTranslation('subtitle-search')
  const { page, pageSize, totalCount } = pagination
  const last = Math.max(1, Math.ceil(totalCount / pageSize))
  if (last <= 1 && page <= 1) return null
  return (
    <nav className={css.pages} aria-label={t('pages.label')}>
      {page > 1 ? (
        <a className={controls.button} rel="prev" href={subtitlesHref({ ...search, page: Math.min(page - 1, last) })}>
          {t('pages.previous')}
        </a>
      ) : null}
      <span className={css.page}>{t('pages.page', { page })}</span>
      {page < last ? (
        <a className={controls.button} rel="next" href={subtitlesHref({ ...search, page: page + 1 })}>
          {t('pages.next')}
        </a>
      ) : null}
    </nav>
  )
}
