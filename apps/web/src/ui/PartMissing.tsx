import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import controls from './controls.module.css'
import { InNoticePlace, Notice } from './Notice.tsx'

type Props = Pick<ErrorComponentProps, 'reset'> & {
  /** A more specific text. */
  text?: string
}

/** Replaces a part of the page that failed to load. Retries when the connection is back. */
export function PartMissing({ reset, text }: Props) {
  const { t } = useTranslation('errors')
  const { t: ui } = useTranslation('ui')
  const [isDismissed, setDismissed] = useState(false)
  useEffect(() => {
    addEventListener('online', reset)
    return () => removeEventListener('online', reset)
  }, [reset])
  if (isDismissed) return null
  return (
    <InNoticePlace>
      <Notice text={text ?? t('part.missing')} isUrgent closeLabel={ui('close')} onClose={() => setDismissed(true)}>
        <button type="button" className={controls.button} onClick={() => location.reload()}>
          {t('part.reload')}
        </button>
      </Notice>
    </InNoticePlace>
  )
}
