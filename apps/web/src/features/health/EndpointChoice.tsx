import '#i18n/on-demand/health-texts.ts'
import { endpointKeys, type EndpointKey } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId } from 'react'

import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import css from './EndpointChoice.module.css'
import { hostOf } from './host-of.ts'

/**
 * Selects this device's address for calls, covers and audio; applies at once. In the settings it is hidden if there is
 * only one.
 *
 * @param isRow  label and selection side by side, where there is room
 */
export function EndpointChoice({ isRow = false }: { isRow?: boolean }) {
  const { t } = useTranslation('health')
  const { endpoints } = useRouter().options.context
  const key = useSettings(({ apiUrlKey }) => apiUrlKey)
  const queryClient = useQueryClient()
  const id = useId()
  const hasOthers = Object.keys(endpoints).length > 0
  if (isRow && !hasOthers) {
    return (
      <div className={`${css.choice} ${css.row}`}>
        <p className={css.name}>{t('endpoint.label')}</p>
        <p className={css.hint}>{t('endpoint.only')}</p>
        <p className={css.host}>{hostOf(endpoints, 'latest')}</p>
      </div>
    )
  }
  return (
    <div className={`${css.choice} ${isRow ? css.row : ''}`}>
      <label htmlFor={id}>{t('endpoint.label')}</label>
      <p id={`${id}-hint`} className={css.hint}>
        {hasOthers ? t('endpoint.hint') : t('endpoint.alone')}
      </p>
      <select
        id={id}
        className={`${controls.field} ${css.field}`}
        value={key}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          useSettings.setState({ apiUrlKey: target.value as EndpointKey })
          // Old data stay until the other address answers.
          void queryClient.invalidateQueries()
        }}
      >
        {endpointKeys.map((each) => (
          <option key={each} value={each}>
            {t('endpoint.option', { name: t(`endpoint.${each}`), host: hostOf(endpoints, each) })}
          </option>
        ))}
      </select>
    </div>
  )
}
