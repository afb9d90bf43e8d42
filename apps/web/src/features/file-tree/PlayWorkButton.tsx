import type { Work } from '@otodana/contract'
import type { MouseEvent } from 'react'

import { indexToResume, playTracks, togglePlay, useIsPlaying, usePlayingHash } from '#features/player/index.ts'
import { queueOfListed, type MainTracks } from '#features/track-queue/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatTime } from '#lib/format/format-time.ts'
import { earlyTap } from '#lib/head-scripts/early-tap.ts'
import { PauseIcon, PlayIcon } from '#ui/icons/work-icons.tsx'
import { isSecondClick } from '#ui/is-second-click.ts'

import styles from './PlayWorkButton.module.css'
import { secondsLeft } from './seconds-left.ts'
import { useWorkPositions } from './use-work-positions.ts'

type Props = {
  work: Work
  /** The main recordings; undefined until the files are loaded. */
  main: MainTracks | undefined
  /** The id of the error text, if the files failed to load. */
  whyNot: string | undefined
}

/**
 * Plays a work's main recordings: from the saved position, naming its track and the time left, or from the start. For
 * the current work, pauses and resumes. Disabled until the files are loaded; absent if nothing is playable.
 */
export function PlayWorkButton({ work, main, whyNot }: Props) {
  const { t } = useTranslation('file-tree')
  const playing = usePlayingHash()
  const isCurrent = playing?.startsWith(`${work.id}/`) ?? false
  const isPlaying = useIsPlaying() && isCurrent
  const positions = useWorkPositions(work.id)
  if (main === undefined) {
    return (
      <button type="button" className={styles.button} aria-disabled="true" aria-describedby={whyNot}>
        <PlayIcon />
        {t('playWork')}
      </button>
    )
  }
  const { tracks } = main
  if (tracks.length === 0) return null

  const resumeIndex = indexToResume(
    tracks.map(({ file }) => file.hash),
    positions,
  )
  const next = isCurrent ? tracks.find(({ file }) => file.hash === playing) : tracks[resumeIndex ?? -1]
  const left = next && secondsLeft(next.file, positions)

  function handleClick(event: MouseEvent) {
    if (isSecondClick(event)) return
    if (isCurrent) togglePlay()
    else playTracks(queueOfListed(work, tracks), resumeIndex ?? 0)
  }

  return (
    <button type="button" className={styles.button} data-keep-clear="" {...earlyTap} onClick={handleClick}>
      {isPlaying ? <PauseIcon /> : <PlayIcon />}
      <span className={styles.label}>
        <span>
          {isPlaying ? t('pauseWork') : isCurrent || resumeIndex !== null ? t('continueWork') : t('playWork')}
        </span>
        {next && !isPlaying ? (
          <span className={styles.next}>
            <bdi lang={langOfText(next.title)}>{next.title || t('track', { number: next.number })}</bdi>
            {left === undefined ? null : <span className={styles.left}>{t('left', { time: formatTime(left) })}</span>}
          </span>
        ) : null}
      </span>
    </button>
  )
}
