import { useSettings, useSubtitlesOn } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import { FORWARD_SECONDS, REWIND_SECONDS } from './commands.ts'
import styles from './controls.module.css'
import { IconButton } from './IconButton.tsx'
import {
  InOrderIcon,
  JumpIcon,
  LyricsIcon,
  NextIcon,
  PauseIcon,
  PlayIcon,
  PreviousIcon,
  RepeatAllIcon,
  RepeatOneIcon,
  ShuffleIcon,
} from './icons.tsx'
import { player, seekBy } from './player.ts'
import { hasNext, hasPrevious, modeAfter } from './queue.ts'
import { useIsPlaying, usePlayer } from './use-player.ts'

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
  return (
    <IconButton
      label={isPlaying ? t('pause') : t('play')}
      aria-busy={isLoading}
      className={styles.play}
      onClick={player.toggle}
    >
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
  return direction === 'back' ? (
    <IconButton label={t('rewind', { seconds: REWIND_SECONDS })} onClick={() => seekBy(-REWIND_SECONDS)}>
      <JumpIcon seconds={REWIND_SECONDS} isForward={false} />
    </IconButton>
  ) : (
    <IconButton label={t('forward', { seconds: FORWARD_SECONDS })} onClick={() => seekBy(FORWARD_SECONDS)}>
      <JumpIcon seconds={FORWARD_SECONDS} isForward />
    </IconButton>
  )
}

export function ModeButton() {
  const { t } = useTranslation('player')
  const mode = usePlayer(({ queue }) => queue.mode)
  const Icon = modeIcons[mode]
  return (
    <>
      <IconButton
        label={t('mode.label', { mode: t(`mode.${mode}`) })}
        className={mode === 'order' ? styles.mode : `${styles.mode} ${styles.chosen}`}
        onClick={() => player.setMode(modeAfter(mode))}
      >
        <Icon />
      </IconButton>
      {/* The new name of a button that has the focus is not read out by itself. */}
      <output className={controls.hidden}>{t(`mode.${mode}`)}</output>
    </>
  )
}

/** Turns lyrics on and off, for all tracks. Which lyrics, and when their lines come, is chosen where they are shown. */
export function LyricsButton({ onTurnOn }: { onTurnOn: () => void }) {
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
      className={isOn ? styles.chosen : undefined}
      onClick={handleClick}
    >
      <LyricsIcon />
    </IconButton>
  )
}
