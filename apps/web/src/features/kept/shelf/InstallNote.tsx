import { useTranslation } from '#i18n/use-translation.ts'
import { install, isInstalledByHand, useInstallOffer } from '#lib/browser/install.ts'
import controls from '#ui/controls.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/core-icons.ts'

import { useChoices } from '../choices.store.ts'
import css from './InstallNote.module.css'

/** Who keeps works gains by an installed app: it opens without a connection, and its storage is kept. */
export function InstallNote() {
  const { t } = useTranslation('kept')
  const isDismissed = useChoices((choices) => choices.isInstallDismissed)
  const offer = useInstallOffer((state) => state.offer)
  if (isDismissed || (offer === null && !isInstalledByHand())) return null
  return (
    <aside className={css.note} aria-label={t('install.title')}>
      <p className={css.text}>
        <strong>{t('install.title')}</strong> {offer === null ? t('install.byHand') : t('install.text')}
      </p>
      <div className={css.actions}>
        {offer === null ? null : (
          <button type="button" className={controls.button} onClick={() => void install()}>
            {t('install.action')}
          </button>
        )}
        <IconButton label={t('install.dismiss')} onClick={() => useChoices.setState({ isInstallDismissed: true })}>
          <CloseIcon />
        </IconButton>
      </div>
    </aside>
  )
}
