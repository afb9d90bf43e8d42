import '#i18n/on-demand/setup-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import skeleton from '#ui/Skeleton.module.css'

import css from './SetupScreen.module.css'

/** Shown until it is known what the visitor may see; all there is without JavaScript. */
export function SetupPending() {
  const { t } = useTranslation('setup')
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
