import type { TrackNode, Work } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { isMember, useUser } from '#features/accounts/index.ts'
import { playTracks, togglePlay, useCurrentTrack, useIsPlaying, useResumeIndex } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { earlyTap } from '#lib/head-scripts/early-tap.ts'
import { playbackPositionsQuery } from '#lib/queries/playback-positions-query.ts'

import { initialTracks, usePreferences, toQueueTrack } from '#features/track-queue/index.ts'
import { PauseIcon, PlayIcon } from '#ui/icons/work-icons.tsx'
import styles from './PlayWorkButton.module.css'

type Props = {
  work: Work
  tree: readonly TrackNode[] | undefined
  /** The id of the error text, if the files failed to load. */
  whyNot: string | undefined
}

/**
 * Plays a work's main recordings: from the saved position, including other devices' once known, or from the start. For
 * the current work, pauses and resumes. Disabled until the files are loaded; absent if nothing is playable.
 */
export function PlayWorkButton({ work, tree, whyNot }: Props) {
  const { t } = useTranslation('file-tree')
  const isCurrent = useCurrentTrack()?.workId === work.id
  const isPlaying = useIsPlaying() && isCurrent
  const preferences = usePreferences()
  const tracks = useMemo(() => initialTracks(tree ?? [], preferences), [tree, preferences])
  const { api } = useRouter().options.context
  const user = useUser()
  const elsewhere = useQuery({ ...playbackPositionsQuery(api, user?.id ?? 0, work.id), enabled: isMember(user) })
  const resumeIndex = useResumeIndex(
    tracks.map(({ hash }) => hash),
    elsewhere.data,
  )
  if (tree === undefined) {
    return (
      <button type="button" className={styles.button} aria-disabled="true" aria-describedby={whyNot}>
        <PlayIcon />
        {t('playWork')}
      </button>
    )
  }
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
      {isPlaying ? <PauseIcon /> : <PlayIcon />}
      {isPlaying ? t('pauseWork') : isCurrent || resumeIndex !== null ? t('continueWork') : t('playWork')}
    </button>
  )
}
