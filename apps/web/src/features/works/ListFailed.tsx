import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api.ts'
import { useRecovery } from '#lib/recovery.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

type Props = { error: Error; isBusy: boolean; onRetry: () => void }

/** A list that did not come, and its next tries: by itself and by hand. Prerender services read the status from the page. */
export function ListFailed({ error, isBusy, onRetry }: Props) {
  const { t } = useTranslation('shell')
  const text = useErrorText(error)
  const status = error instanceof ApiError && error.status >= 400 ? error.status : 503
  const isRecovering = useRecovery(error, isBusy, onRetry)
  return (
    <>
      <meta name="prerender-status-code" content={String(status)} />
      <Message title={t('failed.title')} text={isRecovering ? `${text} ${t('failed.recovering')}` : text} isUrgent>
        <button type="button" className={controls.primary} onClick={onRetry}>
          {t('failed.retry')}
        </button>
      </Message>
    </>
  )
}
