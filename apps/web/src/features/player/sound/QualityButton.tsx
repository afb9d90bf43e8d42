import { useTranslation } from '#i18n/use-translation.ts'

import styles from './QualityButton.module.css'
import { openSheet } from '../sheets.ts'
import { usePlayer } from '../use-player.ts'

/** Says which stream of the track is heard, and leads to where it is chosen. */
export function QualityButton() {
  const { t } = useTranslation('player')
  const stream = usePlayer((state) => t(`quality.${state.stream}`))
  return (
    <button
      type="button"
      className={styles.quality}
      aria-label={t('quality.button', { stream })}
      aria-haspopup="dialog"
      onClick={() => openSheet('sound')}
    >
      <span className={styles.chip}>{stream}</span>
    </button>
  )
}
