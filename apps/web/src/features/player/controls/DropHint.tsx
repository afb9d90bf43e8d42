import { useTranslation } from '#i18n/use-translation.ts'

import styles from './DropHint.module.css'
import { formatTime } from '#lib/format-time.ts'
import type { Drop } from './gestures.ts'

/** What letting go would do; for who drags with a finger, so for the eyes only. */
export function DropHint({ drop }: { drop: Drop }) {
  const { t } = useTranslation('player')
  return (
    <div className={styles.hint} aria-hidden="true">
      {drop.kind === 'seek' ? formatTime(drop.seconds) : drop.kind === 'next' ? t('next') : t('previous')}
    </div>
  )
}
