import { useTranslation } from '#i18n/use-translation.ts'

import styles from './Notice.module.css'
import { player } from '../player.ts'
import { useCurrentTrack, usePlayer } from '../use-player.ts'

/** Says once that the original plays in place of the small stream. */
export function FallbackNotice() {
  const { t } = useTranslation('player')
  const hasFallenBack = usePlayer((state) => state.hasFallenBack)
  const title = useCurrentTrack()?.title ?? ''
  return (
    <div role="status">
      {hasFallenBack && (
        <p className={styles.notice}>
          <span>{t('quality.fallback', { title })}</span>
          <button type="button" className={styles.action} onClick={player.acceptFallback}>
            {t('quality.accept')}
          </button>
        </p>
      )}
    </div>
  )
}
