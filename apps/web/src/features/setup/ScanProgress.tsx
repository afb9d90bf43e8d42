import type { ScanStatus } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import forms from '#ui/forms.module.css'
import progressBar from '#ui/progress.module.css'

import css from './SetupScreen.module.css'

type Props = {
  scan: ScanStatus | undefined
  /** How many works the library has. The last scan may have read a few folders only. */
  works: number | undefined
}

/** The scan's state, and how far it is. */
export function ScanProgress({ scan, works }: Props) {
  const { t } = useTranslation('setup')
  const isRunning = isScanning(scan)
  const hasFailed = !isRunning && ['failed', 'interrupted'].includes(scan?.last?.state ?? '')
  const counts = isRunning ? scan?.counts : null
  return (
    <div className={css.progress}>
      <p role="status" className={css.state}>
        {isRunning ? t('library.running') : hasFailed ? t('library.failed') : t('library.done')}
      </p>
      {isRunning ? (
        <progress
          className={progressBar.bar}
          aria-label={t('library.running')}
          {...(counts && counts.found > 0 ? { value: counts.done, max: counts.found } : {})}
        />
      ) : null}
      {counts ? (
        <p className={forms.hint}>
          {t('library.progress', { done: formatCount(counts.done), found: formatCount(counts.found) })}
        </p>
      ) : null}
      {!isRunning && works !== undefined ? (
        <p className={forms.hint}>{t('library.found', { count: works, formatted: formatCount(works) })}</p>
      ) : null}
    </div>
  )
}

/** Until its state is known, it is as if it ran: it began with the first folder. */
export function isScanning(scan: ScanStatus | undefined): boolean {
  return scan === undefined || scan.state === 'running'
}
