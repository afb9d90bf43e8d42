import { useRouter } from '@tanstack/react-router'

import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { EndpointChoice } from './EndpointChoice.tsx'
import { hostOf } from './host-of.ts'
import css from './Health.module.css'

/** Names the unreachable server, with links to the other addresses. */
export function Unreachable() {
  const { t } = useTranslation('health')
  const { endpoints } = useRouter().options.context
  const key = useSettings(({ apiUrlKey }) => apiUrlKey)
  return (
    <div className={css.part}>
      <p className={css.text}>{t('down', { host: hostOf(endpoints, key) })}</p>
      <div className={css.endpoint}>
        <EndpointChoice />
      </div>
      <p className={css.again}>{t('again')}</p>
    </div>
  )
}
