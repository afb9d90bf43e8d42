import type { ErrorComponentProps } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { OfflineHelp, useConnection } from '#features/offline/index.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { ApiError, isPassing } from '#lib/api/api.ts'
import { isMissingChunk } from '#lib/chunks/load-chunk.ts'
import { useRecovery } from '#lib/api/recovery.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

/** A screen whose data failed to load, with automatic and manual retries. Prerender services read the status here. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell')
  const { t: errors } = useTranslation('errors')
  const text = useErrorText(error)
  const isOffline = useConnection(({ reach }) => reach === 'away')
  const router = useRouter()
  const queryClient = useQueryClient()
  const status = error instanceof ApiError && error.status >= 400 ? error.status : 503

  async function handleRetry() {
    await queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' })
    await router.invalidate()
    reset()
  }

  // Retries what failed separately, so that the page does not change before it is loaded.
  const failed = useMemo(
    () =>
      queryClient
        .getQueryCache()
        .getAll()
        .find(({ state }) => state.error === error),
    [queryClient, error],
  )
  const [isBusy, setBusy] = useState(false)
  async function recover() {
    setBusy(true)
    try {
      await failed?.fetch()
      await handleRetry()
    } catch (reason) {
      // The server answered, so the screen can show the result.
      if (!isPassing(reason)) await handleRetry()
    } finally {
      setBusy(false)
    }
  }
  const isRecovering = useRecovery(error as Error, isBusy, () => void recover())

  return (
    <>
      <meta name="prerender-status-code" content={String(status)} />
      <Message
        title={isOffline ? t('failed.offline') : t('failed.title')}
        text={isRecovering ? joinSentences(text, t('failed.recovering')) : text}
        isUrgent
        isHeading
      >
        <button type="button" className={controls.primary} onClick={() => void handleRetry()}>
          {t('failed.retry')}
        </button>
        {isMissingChunk(error) ? (
          <button type="button" className={controls.button} onClick={() => location.reload()}>
            {errors('part.reload')}
          </button>
        ) : null}
      </Message>
      <OfflineHelp error={error} />
    </>
  )
}
