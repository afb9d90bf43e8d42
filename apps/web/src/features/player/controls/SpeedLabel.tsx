import { useTranslation } from '#i18n/use-translation.ts'

import { isLong, type ScrubSpeed } from './scrub.ts'
import styles from './SpeedLabel.module.css'

type Props = { speed: ScrubSpeed; durationSeconds: number | null }

/** The scrubbing speed while it is not the full one; on long tracks, how to make it finer. */
export function SpeedLabel({ speed, durationSeconds }: Props) {
  const { t } = useTranslation('player')
  const texts = { 1: t('seek.finer'), 0.5: t('seek.half'), 0.25: t('seek.quarter'), 0.1: t('seek.fine') }
  if (speed === 1 && !isLong(durationSeconds)) return null
  return <span className={styles.speed}>{texts[speed]}</span>
}
