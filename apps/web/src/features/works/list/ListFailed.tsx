import { OfflineHelp, useConnection } from '#features/offline/index.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { useRecovery } from '#lib/api/recovery.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

const SlowedList = lazyComponent(() => import('./SlowedList.tsx'), PartMissing)
/** A longer wait is reported, with a button to retry. */
const LONGEST_WAIT_SECONDS = 60

type Props = { error: Error; isBusy: boolean; onRetry: () => void }

/** A list that failed to load, with automatic and manual retries. Prerender services read the status here. */
export function ListFailed({ error, isBusy, onRetry }: Props) {
  const { t } = useTranslation('shell')
  const text = useErrorText(error)
  const status = error instanceof ApiError && error.status >= 400 ? error.status : 503
  const isOffline = useConnection(({ reach }) => reach === 'away')
  const isRecovering = useRecovery(error, isBusy, onRetry)
  if (error instanceof ApiError && status === 429 && (error.retryAfterSeconds ?? Infinity) <= LONGEST_WAIT_SECONDS)
    return <SlowedList error={error} onRetry={onRetry} />
  return (
    <>
      <meta name="prerender-status-code" content={String(status)} />
      <Message
        title={isOffline ? t('failed.offline') : t('failed.title')}
        text={isRecovering ? joinSentences(text, t('failed.recovering')) : text}
        isUrgent
      >
        <button type="button" className={controls.primary} onClick={onRetry}>
          {t('failed.retry')}
        </button>
      </Message>
      <OfflineHelp error={error} />
    </>
  )
}
