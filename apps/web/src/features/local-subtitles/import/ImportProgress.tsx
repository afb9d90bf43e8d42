import { formatSize } from '#lib/format/format-size.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'

import { cancelImports, type Running } from './imports.ts'
import css from './ImportProgress.module.css'

type Props = {
  running: Running
  /** Packages that come after it. */
  waitingCount: number
  /** The button that was pressed will be gone. */
  onCancelled: () => void
}

/** How far the import of a package is, and the way to take it back. */
export function ImportProgress({ running: { name, progress, isCancelled }, waitingCount, onCancelled }: Props) {
  const { t } = useTranslation('local-subtitles')
  const title = t('running.title', { name: shownName(name) })
  return (
    <div className={css.running}>
      <p className={css.title} role="status">
        {isCancelled ? t('running.cancelled') : title}
      </p>
      {/* Of how much is not known at first; then it only moves. */}
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
