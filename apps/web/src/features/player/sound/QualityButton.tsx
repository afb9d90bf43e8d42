import { useTranslation } from '#i18n/use-translation.ts'

import styles from './QualityButton.module.css'
import { openSheet } from '../sheets.ts'
import { usePlayer } from '../use-player.ts'

/** Shows which stream plays, and opens its setting. */
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
