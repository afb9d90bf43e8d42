import { useTranslation } from '#i18n/use-translation.ts'

import { formatTime } from './format-time.ts'
import styles from './Notice.module.css'
import { player } from './player.ts'
import { usePlayer } from './use-player.ts'

/** Asks which place counts, where two tabs have played the same track. */
export function PlaceNotice() {
  const { t } = useTranslation('player')
  const seconds = usePlayer((state) => state.elsewhereSeconds)
  return (
    <div role="status">
      {seconds !== null && (
        <p className={styles.notice}>
          <span>{t('elsewhere.text', { time: formatTime(seconds) })}</span>
          <button type="button" className={styles.action} onClick={player.goElsewhere}>
            {t('elsewhere.go')}
          </button>
          <button type="button" className={styles.action} onClick={player.stayHere}>
            {t('elsewhere.stay')}
          </button>
        </p>
      )}
    </div>
  )
}
