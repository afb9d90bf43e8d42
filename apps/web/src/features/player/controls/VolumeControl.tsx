import type { CSSProperties } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { MutedIcon, VolumeIcon } from '#ui/icons/player-icons.tsx'

import { player } from '../player.ts'
import { usePlayer } from '../use-player.ts'
import styles from './VolumeControl.module.css'

/** Mute button and volume slider, up to 100 %. A higher volume, set in the sound sheet, is shown as text. */
export function VolumeControl() {
  const { t } = useTranslation('player')
  const isMuted = usePlayer((state) => state.isMuted)
  const volume = usePlayer((state) => state.volume)
  const percent = isMuted ? 0 : Math.round(volume * 100)
  return (
    <div className={styles.volume}>
      <IconButton label={isMuted ? t('volume.unmute') : t('volume.mute')} onClick={() => player.setMuted(!isMuted)}>
        {percent === 0 ? <MutedIcon /> : <VolumeIcon />}
      </IconButton>
      <div className={styles.slider}>
        <input
          className={styles.range}
          style={{ '--at': Math.min(percent / 100, 1) } as CSSProperties}
          type="range"
          min={0}
          max={100}
          step={5}
          value={Math.min(percent, 100)}
          aria-label={t('volume.label')}
          aria-valuetext={t('volume.value', { percent })}
          onChange={(event) => player.setVolume(event.target.valueAsNumber / 100)}
        />
        {/* The slider itself announces it. */}
        {percent > 100 && (
          <span className={styles.loud} aria-hidden="true">
            {t('volume.value', { percent })}
          </span>
        )}
      </div>
    </div>
  )
}
