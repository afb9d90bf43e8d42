import { useTranslation } from '#i18n/use-translation.ts'

import styles from './DropHint.module.css'
import { formatTime } from '#lib/format/format-time.ts'
import type { Drop } from './gestures/gestures.ts'
import { SpeedLabel } from './SpeedLabel.tsx'
import { useDurationSeconds } from '../use-position.ts'

/** Shows what releasing the drag will do. Hidden from assistive technology, as dragging is touch-only. */
export function DropHint({ drop }: { drop: Drop }) {
  const { t } = useTranslation('player')
  const duration = useDurationSeconds()
  return (
    <div className={styles.hint} aria-hidden="true">
      {drop.kind === 'seek' ? formatTime(drop.seconds) : drop.kind === 'next' ? t('next') : t('previous')}
      {drop.kind === 'seek' && <SpeedLabel speed={drop.speed} durationSeconds={duration} />}
    </div>
  )
}
