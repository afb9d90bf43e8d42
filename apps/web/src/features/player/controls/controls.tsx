import { useSettings, useSubtitlesOn } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import {
  InOrderIcon,
  JumpIcon,
  LyricsIcon,
  NextIcon,
  PreviousIcon,
  RepeatAllIcon,
  RepeatOneIcon,
  ShuffleIcon,
  TuneIcon,
} from '#ui/icons/player-icons.tsx'
import { PauseIcon, PlayIcon } from '#ui/icons/work-icons.tsx'

import { Caption, type Captioned } from './Caption.tsx'
import styles from './controls.module.css'
import { seekBy } from '../engine/page-engine.ts'
import { player } from '../player.ts'
import { hasNext, hasPrevious, modeAfter } from '../queue/queue.ts'
import { openSheet } from '../sheets.ts'
import { useHold } from './gestures/use-hold.ts'
import { useIsPlaying, usePlayer } from '../use-player.ts'

const modeIcons = {
  order: InOrderIcon,
  allRepeat: RepeatAllIcon,
  repeatOnce: RepeatOneIcon,
  shuffle: ShuffleIcon,
}

export function PlayButton() {
  const { t } = useTranslation('player')
  const isPlaying = useIsPlaying()
  const isLoading = usePlayer(({ status }) => status === 'loading')
  const hold = useHold(player.toggle)
  return (
    <IconButton label={isPlaying ? t('pause') : t('play')} aria-busy={isLoading} className={styles.play} {...hold}>
      {isPlaying ? <PauseIcon /> : <PlayIcon />}
    </IconButton>
  )
}

export function PreviousButton() {
  const { t } = useTranslation('player')
  const isOffered = usePlayer(({ queue }) => hasPrevious(queue))
  return (
    <IconButton label={t('previous')} aria-disabled={!isOffered} onClick={player.previous}>
      <PreviousIcon />
    </IconButton>
  )
}

export function NextButton() {
  const { t } = useTranslation('player')
  const isOffered = usePlayer(({ queue }) => hasNext(queue))
  return (
    <IconButton label={t('next')} aria-disabled={!isOffered} onClick={player.next}>
      <NextIcon />
    </IconButton>
  )
}

export function JumpButton({ direction }: { direction: 'back' | 'forward' }) {
  const { t } = useTranslation('player')
  const isForward = direction === 'forward'
  const seconds = useSettings((settings) => (isForward ? settings.forwardSeekTime : settings.rewindSeekTime))
  const hold = useHold(() => seekBy(isForward ? seconds : -seconds))
  return (
    <IconButton
      label={isForward ? t('forward', { count: seconds }) : t('rewind', { count: seconds })}
      className={styles.jump}
      {...hold}
    >
      <JumpIcon seconds={seconds} isForward={isForward} />
    </IconButton>
  )
}

export function ModeButton({ caption }: Captioned) {
  const { t } = useTranslation('player')
  const mode = usePlayer(({ queue }) => queue.mode)
  const Icon = modeIcons[mode]
  return (
    <>
      <IconButton
        label={t('mode.label', { mode: t(`mode.${mode}`) })}
        className={`${styles.captioned} ${styles.mode} ${mode === 'order' ? '' : styles.chosen}`}
        onClick={() => player.setMode(modeAfter(mode))}
      >
        <Icon />
        <Caption text={caption} />
      </IconButton>
      {/* A focused button's changed name is not announced. */}
      <output className={controls.hidden}>{t(`mode.${mode}`)}</output>
    </>
  )
}

/** Turns lyrics on and off for all tracks. Which lyrics, and their offset, is chosen in the lyrics view. */
export function LyricsButton({ caption, onTurnOn }: Captioned & { onTurnOn: () => void }) {
  const { t } = useTranslation('lyrics')
  const isOn = useSubtitlesOn()
  function handleClick() {
    useSettings.setState({ enableSubtitle: !isOn })
    if (!isOn) onTurnOn()
  }
  return (
    <IconButton
      label={t('title')}
      aria-pressed={isOn}
      className={`${styles.captioned} ${isOn ? styles.chosen : ''}`}
      onClick={handleClick}
    >
      <LyricsIcon />
      <Caption text={caption} />
    </IconButton>
  )
}

/** Opens volume, speed and quality; highlighted while speed or volume is not at its default. */
export function SoundButton({ caption }: Captioned) {
  const { t } = useTranslation('player')
  const isUsual = usePlayer(({ rate, volume }) => rate === 1 && volume <= 1)
  return (
    <IconButton
      label={t('sound.title')}
      aria-haspopup="dialog"
      className={`${styles.captioned} ${isUsual ? '' : styles.chosen}`}
      onClick={() => openSheet('sound')}
    >
      <TuneIcon />
      <Caption text={caption} />
    </IconButton>
  )
}
