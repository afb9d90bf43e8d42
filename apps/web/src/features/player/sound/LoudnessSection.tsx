import { useRef, useState, type CSSProperties } from 'react'
import { flushSync } from 'react-dom'

import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import fields from '#ui/controls.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { MutedIcon, VolumeIcon } from '#ui/icons/player-icons.tsx'

import { isCrossOrigin } from '../engine/amplifier.ts'
import { decibelsOf } from '../engine/levels.ts'
import { allowLouder, MAX_VOLUME, mayBeLouder } from '../engine/loudness.ts'
import styles from './LoudnessSection.module.css'
import { player } from '../player.ts'
import { useCurrentTrack, usePlayer } from '../use-player.ts'
import volumeStyles from '../controls/VolumeControl.module.css'

/** The volume slider; above 100 % only after the listener has confirmed the risk in this session. */
export function LoudnessSection() {
  const { t } = useTranslation('player')
  const [isAllowed, setAllowed] = useState(mayBeLouder)
  const [isAsking, setAsking] = useState(false)
  const isMuted = usePlayer((state) => state.isMuted)
  const volume = usePlayer((state) => state.volume)
  const percent = isMuted ? 0 : Math.round(volume * 100)
  const track = useCurrentTrack()
  const isFromElsewhere = track !== null && isCrossOrigin(track.streamUrl)
  const max = isAllowed ? MAX_VOLUME * 100 : 100
  const slider = useRef<HTMLInputElement>(null)

  function handleAnswer(isLouder: boolean) {
    if (isLouder) allowLouder()
    // The pressed button unmounts, and the slider may be out of view.
    flushSync(() => {
      setAllowed(isLouder)
      setAsking(false)
    })
    slider.current?.focus({ preventScroll: true })
    slider.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <section className={styles.section} aria-label={t('volume.label')}>
      <div className={styles.row}>
        <IconButton label={isMuted ? t('volume.unmute') : t('volume.mute')} onClick={() => player.setMuted(!isMuted)}>
          {percent === 0 ? <MutedIcon /> : <VolumeIcon />}
        </IconButton>
        <input
          ref={slider}
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
      {isFromElsewhere && <p className={styles.hint}>{t('louder.elsewhere')}</p>}
      {!isAllowed && !isAsking && !isFromElsewhere && (
        <button type="button" className={fields.button} onClick={() => setAsking(true)}>
          {t('louder.ask')}
        </button>
      )}
      {isAsking && (
        <div role="alert" className={styles.warning}>
          <p>{t('louder.warning')}</p>
          <div className={styles.answers}>
            <button type="button" className={fields.primary} onClick={() => handleAnswer(false)}>
              {t('louder.refuse')}
            </button>
            <button type="button" className={fields.button} onClick={() => handleAnswer(true)}>
              {t('louder.allow')}
            </button>
          </div>
        </div>
      )}
      <EvenLoudness />
    </section>
  )
}

function EvenLoudness() {
  const { t, locale } = useTranslation('player')
  const isOn = useSettings(({ evenLoudness }) => evenLoudness)
  // Rounded to half a decibel, so that a ramp does not re-render at every step.
  const decibels = usePlayer(({ level }) => Math.round(decibelsOf(level) * 2) / 2)
  const number = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', maximumFractionDigits: 1 })
  const level = decibels === 0 ? t('even.asMade') : t('even.level', { decibels: number.format(decibels) })
  return (
    <Checkbox
      label={t('even.label')}
      hint={isOn ? level : t('even.text')}
      isOn={isOn}
      onChange={(isWanted) => useSettings.setState({ evenLoudness: isWanted })}
    />
  )
}
