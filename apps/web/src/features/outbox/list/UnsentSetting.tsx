import '#i18n/on-demand/outbox-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import { showUnsent, useUnsent } from '#lib/unsent.store.ts'
import controls from '#ui/controls.module.css'
import { TitledPart } from '#ui/TitledPart.tsx'

/** In a member's settings, what is not yet sent; nothing while everything is. */
export function UnsentSetting() {
  const { t } = useTranslation('outbox')
  const count = useUnsent((unsent) => unsent.count)
  if (count === 0) return null
  return (
    <TitledPart title={t('settings.title')} text={t('settings.text')}>
      <button type="button" className={controls.button} aria-haspopup="dialog" onClick={showUnsent}>
        {t('count', { count })}
      </button>
    </TitledPart>
  )
}
