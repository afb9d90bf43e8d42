import type { TrackFile, TrackNode } from '@otodana/contract'
import { memo } from 'react'

import { Equaliser, type TrackPosition } from '#features/player/index.ts'
import type { ListedTrack } from '#features/track-queue/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import type { Translate } from '#i18n/translations.ts'
import { useMediaAddress } from '#lib/api/media-address.ts'
import { formatTime } from '#lib/format/format-time.ts'
import { earlyTap } from '#lib/head-scripts/early-tap.ts'
import controls from '#ui/controls.module.css'
import { CheckIcon, PlayIcon } from '#ui/icons/work-icons.tsx'
import { isSecondClick } from '#ui/is-second-click.ts'

import { isModified, MoreButton } from './rows.tsx'
import { secondsLeft } from './seconds-left.ts'
import styles from './TrackRow.module.css'

type Props = {
  t: Translate<'file-tree'>
  track: ListedTrack
  /** Where it was left; undefined if it was never played. */
  position: TrackPosition | undefined
  /** The current track, playing or not. */
  isCurrent: boolean
  isPlaying: boolean
  onPlay: (file: TrackFile) => void
  onMore: (node: TrackNode, opener: HTMLElement) => void
}

/** A link to the recording, which plays it from the list. */
export const TrackRow = memo(function TrackRow(props: Props) {
  const { t, track, position, isCurrent, isPlaying, onPlay, onMore } = props
  const { file, number, title } = track
  const mediaAddress = useMediaAddress()
  const left = position && secondsLeft(file, [position])
  const isHeard = position?.seconds === 0
  const share = file.duration && left !== undefined ? 1 - left / file.duration : 0
  return (
    <li className={styles.row}>
      <a
        className={styles.main}
        href={mediaAddress(file.mediaStreamUrl)}
        {...earlyTap}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={(event) => {
          if (isModified(event)) return
          event.preventDefault()
          if (!isSecondClick(event)) onPlay(file)
        }}
      >
        <span className={styles.number}>
          {isCurrent ? <Equaliser isMoving={isPlaying} /> : <PlayIcon />}
          <span className={isCurrent ? controls.hidden : undefined}>{number}</span>
        </span>
        <span className={styles.name}>
          <bdi lang={langOfText(title)}>{title || t('track', { number })}</bdi>{' '}
          {file.videoUrl ? <span className={styles.mark}>{t('video')}</span> : null}{' '}
          {file.hasSubtitles ? <span className={styles.mark}>{t('subtitles')}</span> : null}
          {file.problem ? <span className={styles.problem}>{t(`problem.${file.problem}`)}</span> : null}
        </span>
        <span className={styles.heard}>
          {isHeard ? (
            <>
              <CheckIcon />
              <span className={controls.hidden}>{t('heard')}</span>
            </>
          ) : null}
        </span>
        <span className={styles.time}>{file.duration === undefined ? null : formatTime(file.duration)}</span>
        {share > 0 && !isHeard ? (
          <span className={styles.progress} style={{ inlineSize: `${share * 100}%` }}>
            <span className={controls.hidden}>{t('left', { time: formatTime(left ?? 0) })}</span>
          </span>
        ) : null}
      </a>
      <MoreButton t={t} node={file} onMore={onMore} />
    </li>
  )
})
