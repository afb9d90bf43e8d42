import '#i18n/on-demand/admin-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import skeleton from '#ui/Skeleton.module.css'

import css from './AdminScreen.module.css'

/** The screen as rendered by the server, which does not know the user; all there is without JavaScript. */
export function AdminPending() {
  const { t } = useTranslation('admin')
  return (
    <div className={css.screen}>
      <h1 className={css.title}>{t('title')}</h1>
      <noscript>
        <p>{t('noScript')}</p>
      </noscript>
      <div className={`${skeleton.skeleton} ${css.pending}`} />
    </div>
  )
}
