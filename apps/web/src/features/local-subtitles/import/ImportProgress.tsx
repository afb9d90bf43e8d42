import { formatSize } from '#lib/format/format-size.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'

import { cancelImports, type Running } from './imports.ts'
import css from './ImportProgress.module.css'

type Props = {
  running: Running
  /** Number of packages in the queue after it. */
  waitingCount: number
  /** Called when the pressed button is about to disappear. */
  onCancelled: () => void
}

/** The progress of an import, with a button to cancel it. */
export function ImportProgress({ running: { name, progress, isCancelled }, waitingCount, onCancelled }: Props) {
  const { t } = useTranslation('local-subtitles')
  const title = t('running.title', { name: shownName(name) })
  return (
    <div className={css.running}>
      <p className={css.title} role="status">
        {isCancelled ? t('running.cancelled') : title}
      </p>
      {/* Indeterminate until the total is known. */}
      <progress
        className={css.bar}
        aria-label={title}
        {...(progress && !isCancelled ? { value: progress.done, max: Math.max(progress.total, 1) } : {})}
      />
      <p className={css.figures}>
        {progress ? (
          <>
            <span>
              {t(`running.${progress.step}`, { done: formatSize(progress.done), total: formatSize(progress.total) })}
            </span>
            {progress.files > 0 ? (
              <span>{t('running.files', { count: progress.files, formatted: formatCount(progress.files) })}</span>
            ) : null}
          </>
        ) : (
          t('running.start')
        )}
        {waitingCount > 0 ? <span>{t('running.waiting', { count: waitingCount })}</span> : null}
      </p>
      {isCancelled ? null : (
        <button
          type="button"
          className={`${controls.button} ${css.cancel}`}
          onClick={() => {
            cancelImports()
            onCancelled()
          }}
        >
          {t('running.cancel')}
        </button>
      )}
    </div>
  )
}
