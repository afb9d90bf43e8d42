import '#i18n/on-demand/deferred-texts.ts'

import { useEffect, useEffectEvent, useState } from 'react'

import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { ApiError } from '#lib/api/api.ts'
import { Message } from '#ui/Message.tsx'

type Props = {
  /** The server's error with the delay; a new one restarts the countdown. */
  error: ApiError
  onRetry: () => void
}

/** A list delayed by the server's rate limit: shows a countdown and loads at its end. */
export default function SlowedList({ error, onRetry }: Props) {
  const { t } = useTranslation('errors-deferred')
  const text = useErrorText(error)
  const seconds = Math.ceil(error.retryAfterSeconds ?? 1)
  const [waited, setWaited] = useState({ error, left: seconds })
  if (waited.error !== error) setWaited({ error, left: seconds })
  const { left } = waited
  const count = useEffectEvent(() => {
    if (left === 1) onRetry()
    setWaited({ error, left: left - 1 })
  })
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => count(), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <>
      <meta name="prerender-status-code" content="429" />
      <Message title={t('slowed.title')} text={text} isUrgent>
        {/* Not announced for each change. */}
        <p role="timer">{t('slowed.next', { count: Math.max(1, left) })}</p>
      </Message>
    </>
  )
}
