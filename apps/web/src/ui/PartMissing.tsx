import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import controls from './controls.module.css'
import { Icon } from './Icon.tsx'
import css from './PartMissing.module.css'

/**
 * Stands in for a part of the page that could not be loaded, above the player. The part is tried again when the
 * connection is back.
 */
export function PartMissing({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const { t } = useTranslation('errors')
  const [isDismissed, setDismissed] = useState(false)
  useEffect(() => {
    addEventListener('online', reset)
    return () => removeEventListener('online', reset)
  }, [reset])
  if (isDismissed) return null
  return (
    <div className={css.notice} role="alert">
      <p className={css.text}>{t('part.missing')}</p>
      <button type="button" className={controls.button} onClick={() => location.reload()}>
        {t('part.reload')}
      </button>
      <button
        type="button"
        className={controls.iconButton}
        aria-label={t('part.dismiss')}
        onClick={() => setDismissed(true)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
