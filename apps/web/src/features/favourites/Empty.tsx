import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

import type { FavouritesPage } from './favourites-search.ts'

/** @param firstHref  URL of the first page, if this page is beyond the end */
export function Empty({ mode, firstHref }: { mode: FavouritesPage['mode']; firstHref: string | null }) {
  const { t } = useTranslation('favourites')
  return (
    <Message title={t('empty.title')} text={firstHref === null ? t(`empty.${mode}`) : t('empty.pastEnd')}>
      <a className={controls.button} href={firstHref ?? '/works'}>
        {firstHref === null ? t('empty.library') : t('empty.firstPage')}
      </a>
    </Message>
  )
}
