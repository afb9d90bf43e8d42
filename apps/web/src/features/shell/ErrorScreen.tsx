import type { ErrorComponentProps } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from '#i18n/use-translation.ts'

import { useErrorText } from '#i18n/use-error-text.ts'
import { ApiError } from '#lib/api.ts'
import { isMissingChunk } from '#lib/missing-chunks.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

/** A screen whose data did not come, with another try. Prerender services read the status from the page. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell')
  const { t: errors } = useTranslation('errors')
  const text = useErrorText(error)
  const router = useRouter()
  const queryClient = useQueryClient()
  const status = error instanceof ApiError && error.status >= 400 ? error.status : 503

  async function handleRetry() {
    await queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' })
    await router.invalidate()
    reset()
  }

  return (
    <>
      <meta name="prerender-status-code" content={String(status)} />
      <Message title={t('failed.title')} text={text} isUrgent isHeading>
        <button type="button" className={controls.primary} onClick={() => void handleRetry()}>
          {t('failed.retry')}
        </button>
        {isMissingChunk(error) ? (
          <button type="button" className={controls.button} onClick={() => location.reload()}>
            {errors('part.reload')}
          </button>
        ) : null}
      </Message>
    </>
  )
}
