import { useTranslation } from '#i18n/use-translation.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/core-icons.ts'

import css from './PageButtons.module.css'

/** Pages of a dialog's list, which have no addresses for a `Pager`. Nothing if there is only one. */
export function PageButtons({ page, last, onTurn }: { page: number; last: number; onTurn: (page: number) => void }) {
  const { t } = useTranslation('ui')
  if (last === 1 && page === 1) return null
  return (
    <div className={css.pages} role="group" aria-label={t('pages.label')}>
      <IconButton
        isSmall
        label={t('pages.previous')}
        aria-disabled={page === 1}
        onClick={() => onTurn(Math.max(1, page - 1))}
      >
        <ChevronLeftIcon />
      </IconButton>
      <output className={css.count}>{t('pages.at', { page, last })}</output>
      <IconButton
        isSmall
        label={t('pages.next')}
        aria-disabled={page >= last}
        onClick={() => onTurn(Math.min(last, page + 1))}
      >
        <ChevronRightIcon />
      </IconButton>
    </div>
  )
}
