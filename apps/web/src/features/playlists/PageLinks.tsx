import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import css from './PageLinks.module.css'

type Props = { page: number; last: number; hrefOf: (page: number) => string }

/** On and back. */
export function PageLinks({ page, last, hrefOf }: Props) {
  const { t } = useTranslation('playlists')
  if (last <= 1 && page <= 1) return null
  return (
    <nav className={css.pages} aria-label={t('pages.label')}>
      {page > 1 ? (
        <a className={controls.button} rel="prev" href={hrefOf(Math.min(page - 1, last))}>
          {t('pages.previous')}
        </a>
      ) : null}
      {page <= last ? <span className={css.page}>{t('pages.page', { page, last })}</span> : null}
      {page < last ? (
        <a className={controls.button} rel="next" href={hrefOf(page + 1)}>
          {t('pages.next')}
        </a>
      ) : null}
    </nav>
  )
}
