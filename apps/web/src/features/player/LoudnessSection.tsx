import { useState, type CSSProperties } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import fields from '#ui/controls.module.css'

import { IconButton } from './IconButton.tsx'
import { MutedIcon, VolumeIcon } from './icons.tsx'
import { allowLouder, MAX_VOLUME, mayBeLouder } from './loudness.ts'
import styles from './LoudnessSection.module.css'
import { player } from './player.ts'
import { usePlayer } from './use-player.ts'
import volumeStyles from './VolumeControl.module.css'

/** The volume in full; above 100 % once the listener has confirmed, in this session, what that may do. */
export function LoudnessSection() {
  const { t } = useTranslation('player')
  const [isAllowed, setAllowed] = useState(mayBeLouder)
  const [isAsking, setAsking] = useState(false)
  const isMuted = usePlayer((state) => state.isMuted)
  const volume = usePlayer((state) => state.volume)
  const percent = isMuted ? 0 : Math.round(volume * 100)
  const max = isAllowed ? MAX_VOLUME * 100 : 100

  function handleAllow() {
    allowLouder()
    setAllowed(true)
    setAsking(false)
  }

  return (
    <section className={styles.section} aria-label={t('volume.label')}>
      <div className={styles.row}>
        <IconButton label={isMuted ? t('volume.unmute') : t('volume.mute')} onClick={() => player.setMuted(!isMuted)}>
          {percent === 0 ? <MutedIcon /> : <VolumeIcon />}
        </IconButton>
        <input
          className={`${volumeStyles.range} ${styles.range}`}
          style={{ '--at': percent / max } as CSSProperties}
          type="range"
          min={0}
          max={max}
          step={5}
          value={percent}
          aria-label={t('volume.label')}
          aria-valuetext={t('volume.value', { percent })}
          onChange={(event) => player.setVolume(event.target.valueAsNumber / 100)}
        />
        <output className={percent > 100 ? `${styles.percent} ${styles.loud}` : styles.percent}>
          {t('volume.value', { percent })}
        </output>
      </div>
      {!isAllowed && !isAsking && (
        <button type="button" className={fields.button} onClick={() => setAsking(true)}>
          {t('louder.ask')}
        </button>
      )}
      {isAsking && (
        <div role="alert" className={styles.warning}>
          <p>{t('louder.warning')}</p>
          <div className={styles.answers}>
            <button type="button" className={fields.primary} onClick={() => setAsking(false)}>
              {t('louder.refuse')}
            </button>
            <button type="button" className={fields.button} onClick={handleAllow}>
              {t('louder.allow')}
            </button>
          </div>
        </div>
      )}
    </section>
  )
}
