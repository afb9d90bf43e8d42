import '#i18n/on-demand/deferred-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'

import css from './SettingsScreen.module.css'

/** The settings as rendered by the server, which does not know them; all there is without JavaScript. */
export function SettingsPending() {
  const { t } = useTranslation('settings')
  return (
    <div className={css.layout}>
      <header className={css.top}>
        <h1 className={css.title}>{t('title')}</h1>
        <p className={css.hint}>{t('hint')}</p>
      </header>
      <noscript>
        <section className={css.section}>
          <h2 className={css.heading}>{t('noScript.title')}</h2>
          <div className={css.card}>
            <p>{t('noScript.text')}</p>
            <p>{t('noScript.language')}</p>
          </div>
        </section>
      </noscript>
    </div>
  )
}
