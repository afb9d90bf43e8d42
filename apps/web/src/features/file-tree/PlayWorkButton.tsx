import type { TrackNode, Work } from '@otodana/contract'
import { useMemo } from 'react'

import {
  playTracks,
  fileIcons,
  togglePlay,
  useCurrentTrack,
  useIsPlaying,
  useResumeIndex,
} from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { earlyTap } from '#lib/early-tap.ts'

import { initialTracks } from './main-recordings.ts'
import styles from './PlayWorkButton.module.css'
import { usePreferences } from './preferences.ts'
import { toQueueTrack } from './queue-track.ts'

/**
 * Plays a work's main folder: from where it was left on this device, or else from its start. While it is the one that
 * plays, pauses and continues it.
 */
export function PlayWorkButton({ work, tree }: { work: Work; tree: readonly TrackNode[] }) {
  const { t } = useTranslation('file-tree')
  const isCurrent = useCurrentTrack()?.workId === work.id
  const isPlaying = useIsPlaying() && isCurrent
  const preferences = usePreferences()
  const tracks = useMemo(() => initialTracks(tree, preferences), [tree, preferences])
  const resumeIndex = useResumeIndex(tracks.map(({ hash }) => hash))
  if (tracks.length === 0) return null

  function handleClick() {
    if (isCurrent) togglePlay()
    else
      playTracks(
        tracks.map((file) => toQueueTrack(work, file)),
        resumeIndex ?? 0,
      )
  }

  return (
    <button type="button" className={styles.button} data-keep-clear="" {...earlyTap} onClick={handleClick}>
      {isPlaying ? <fileIcons.PauseIcon /> : <fileIcons.PlayIcon />}
      {isPlaying ? t('pauseWork') : isCurrent || resumeIndex !== null ? t('continueWork') : t('playWork')}
    </button>
  )
}
