import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'
import skeleton from '#ui/Skeleton.module.css'

import css from './Admission.module.css'
import { openMedia } from '../session/media-token.ts'

/** Admits a member to a closed library. */
export default function Admission({ token }: { token: string }) {
  const { t } = useTranslation('shell')
  const { api } = useRouter().options.context
  const [error, setError] = useState<unknown>(null)
  const text = useErrorText(error)
  useEffect(() => {
    openMedia(api, token).catch(setError)
  }, [api, token])

  if (error === null) return <div className={`${skeleton.skeleton} ${css.pending}`} />
  return (
    <Message title={t('failed.title')} text={text} isUrgent isHeading>
      <button
        type="button"
        className={controls.primary}
        onClick={() => {
          setError(null)
          openMedia(api, token).catch(setError)
        }}
      >
        {t('failed.retry')}
      </button>
    </Message>
  )
}
