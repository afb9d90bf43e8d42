import { useTranslation } from '#i18n/use-translation.ts'

import styles from './Notice.module.css'
import { player } from './player.ts'
import { useCurrentTrack, usePlayer } from './use-player.ts'

/** Why nothing is heard, and what can be done about it. */
export function TroubleNotice() {
  const { t } = useTranslation('player')
  const trouble = usePlayer((state) => state.trouble)
  const track = useCurrentTrack()
  const title = track?.title ?? ''
  return (
    <div role="alert">
      {trouble && (
        <p className={`${styles.notice} ${styles.trouble}`}>
          <span>{t(`trouble.${trouble}`, { title })}</span>
          <button type="button" className={styles.action} onClick={player.play}>
            {trouble === 'blocked' ? t('play') : t('trouble.retry')}
          </button>
          {trouble === 'stuck' && track?.lowQualityUrl && (
            <button type="button" className={styles.action} onClick={player.playSmoothly}>
              {t('trouble.smooth')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
