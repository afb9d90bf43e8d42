import '#i18n/on-demand/setup-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import { ScreenPending } from '#ui/ScreenPending.tsx'

import css from './SetupScreen.module.css'

/** Shown until it is known what the visitor may see. */
export function SetupPending() {
  const { t } = useTranslation('setup')
  return <ScreenPending title={t('title')} noScript={t('noScript')} className={css.screen} />
}
