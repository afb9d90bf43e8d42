import { useSettings, type QualityBehavior } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import styles from './Notice.module.css'
import { player } from '../player.ts'
import { useCurrentTrack, usePlayer } from '../use-player.ts'

/** Why nothing is heard, and what can be done about it. */
export function TroubleNotice() {
  const { t } = useTranslation('player')
  const trouble = usePlayer((state) => state.trouble)
  const stream = usePlayer((state) => state.stream)
  const isFollowed = usePlayer(({ queue }) => queue.index < queue.tracks.length - 1)
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
          {trouble === 'unplayable' && isFollowed && (
            <button type="button" className={styles.action} onClick={player.next}>
              {t('next')}
            </button>
          )}
          {trouble === 'stuck' && track?.lowQualityUrl && !track.isStreamOnly && (
            <button
              type="button"
              className={styles.action}
              onClick={() => goOnWith(stream === 'original' ? 'fluentFirst' : 'qualityFirst')}
            >
              {t(stream === 'original' ? 'trouble.smooth' : 'trouble.original')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

/** From where it is, and from now on with every track. */
function goOnWith(qualityBehavior: QualityBehavior) {
  useSettings.setState({ qualityBehavior })
  player.play()
}
