import '#i18n/on-demand/admin-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import { ScreenPending } from '#ui/ScreenPending.tsx'

import css from './AdminScreen.module.css'

export function AdminPending() {
  const { t } = useTranslation('admin')
  return <ScreenPending title={t('title')} noScript={t('noScript')} className={css.screen} />
}
