import { useSettings, type QualityBehavior } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import styles from './Notice.module.css'
import { player } from '../player.ts'
import { useCurrentTrack, usePlayer } from '../use-player.ts'

/** Says why the track does not play, and offers what to do. */
export function ProblemNotice() {
  const { t } = useTranslation('player')
  const problem = usePlayer((state) => state.problem)
  const skipped = usePlayer((state) => state.skipped)
  const stream = usePlayer((state) => state.stream)
  const isFollowed = usePlayer(({ queue }) => queue.index < queue.tracks.length - 1)
  const track = useCurrentTrack()
  const title = track?.title ?? ''
  return (
    <div role="alert">
      {problem && (
        <p className={`${styles.notice} ${styles.problem}`}>
          <span>
            {problem === 'unplayable' && skipped > 0
              ? t('trouble.inARow', { number: skipped + 1, title })
              : t(`trouble.${problem}`, { title })}
          </span>
          <button type="button" className={styles.action} onClick={player.play}>
            {problem === 'blocked' ? t('play') : t('trouble.retry')}
          </button>
          {problem === 'unplayable' && isFollowed && (
            <button type="button" className={styles.action} onClick={player.next}>
              {t('next')}
            </button>
          )}
          {problem === 'stalled' && track?.lowQualityUrl && !track.isStreamOnly && (
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

/** From the current position, and for all further tracks. */
function goOnWith(qualityBehavior: QualityBehavior) {
  useSettings.setState({ qualityBehavior })
  player.play()
}
