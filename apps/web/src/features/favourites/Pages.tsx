import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Icon } from '#ui/Icon.tsx'

import css from './Pages.module.css'

type Props = { current: number; last: number; hrefOf: (page: number) => string }

/** The way to the pages before and after; nothing where there is one. */
export function Pages({ current, last, hrefOf }: Props) {
  const { t } = useTranslation('favourites')
  if (last === 1 || current > last) return null
  return (
    <nav className={css.pages} aria-label={t('pages.label')}>
      {current > 1 ? (
        <a className={controls.iconButton} href={hrefOf(current - 1)} rel="prev" aria-label={t('pages.previous')}>
          <Icon name="previous" />
        </a>
      ) : (
        <span className={css.blank} />
      )}
      <span>{t('pages.at', { page: current, last })}</span>
      {current < last ? (
        <a className={controls.iconButton} href={hrefOf(current + 1)} rel="next" aria-label={t('pages.next')}>
          <Icon name="next" />
        </a>
      ) : (
        <span className={css.blank} />
      )}
    </nav>
  )
}
