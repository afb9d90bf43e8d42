import { useEffect, useRef, useState } from 'react'
import type { ChangeEvent, CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react'

import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { formatTime } from '#lib/format/format-time.ts'
import { ChapterMarks } from '../../chapters/ChapterMarks.tsx'
import { chapterIndexAt } from '../../chapters/chapters.ts'
import { useChapterName, useChapters } from '../../chapters/use-chapters.ts'
import { getEngine, seekBy } from '../../engine/page-engine.ts'
import { player } from '../../player.ts'
import { scrubTo, type Scrub } from '../scrub.ts'
import styles from './SeekBar.module.css'
import { SpeedLabel } from '../SpeedLabel.tsx'
import { useCurrentTrack } from '../../use-player.ts'
import { useBufferedUntilSeconds, useDurationSeconds, usePositionSeconds } from '../../use-position.ts'

const near = () => useSettings.getState().rewindSeekTime
const far = () => useSettings.getState().forwardSeekTime
const jumpKeys: Record<string, () => void> = {
  ArrowLeft: () => seekBy(-near()),
  ArrowDown: () => seekBy(-near()),
  PageDown: () => seekBy(-far()),
  ArrowRight: () => seekBy(near()),
  ArrowUp: () => seekBy(near()),
  PageUp: () => seekBy(far()),
  Home: () => player.seekTo(0),
}

type Props = {
  /** Reserves room for a waveform, whether or not there is one. */
  isTall?: boolean
  /** The waveform, shown in place of the plain line. */
  picture?: ReactNode
}

/** Shows the position and seeks. While it is dragged it shows the target, and seeks on release. */
export function SeekBar({ isTall = false, picture }: Props) {
  const { t } = useTranslation('player')
  const track = useCurrentTrack()
  const position = usePositionSeconds()
  const duration = useDurationSeconds() ?? track?.durationSeconds ?? null
  const [drag, setDrag] = useState<Scrub | null>(null)
  const dragged = drag?.seconds ?? null
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const chapters = useChapters()
  const nameOf = useChapterName()
  const range = useCommit((seconds) => {
    player.seekTo(seconds)
    setDrag(null)
  })
  // Where the pressed pointer was last; the first press is the browser's.
  const pressedX = useRef<number | null>(null)

  // A drag that ends where it began fires no change event.
  function handleRelease() {
    if (dragged === null) return
    player.seekTo(dragged)
    setDrag(null)
  }

  function handlePress({ currentTarget, pointerId, clientX, button, isPrimary }: PointerEvent<HTMLInputElement>) {
    if (button !== 0 || !isPrimary) return
    currentTarget.setPointerCapture(pointerId)
    pressedX.current = clientX
  }

  function handleMove({ pointerType, clientX, clientY, currentTarget }: PointerEvent<HTMLInputElement>) {
    if (duration === null) return
    if (pointerType === 'mouse') setPointedAt(shareAt(currentTarget, clientX) * duration)
    const lastX = pressedX.current
    if (lastX === null) return
    const { top, height, width } = currentTarget.getBoundingClientRect()
    const bar = { width: width - thumbOf(currentTarget), durationSeconds: duration }
    const start: Scrub = { x: lastX, seconds: position, speed: 1 }
    pressedX.current = clientX
    setDrag((before) => scrubTo({ ...(before ?? start), x: lastX }, clientX, clientY - (top + height / 2), bar))
  }

  /** A press beside the thumb, or a key; what a drag means depends on the distance, too. */
  function handleValue({ target }: ChangeEvent<HTMLInputElement>) {
    if (drag === null) setDrag({ x: pressedX.current ?? 0, seconds: target.valueAsNumber, speed: 1 })
  }

  function handleEnd() {
    pressedX.current = null
    handleRelease()
  }

  function handleCancel() {
    pressedX.current = null
    setDrag(null)
  }

  const shown = Math.min(dragged ?? position, duration ?? Number.POSITIVE_INFINITY)
  // In a waveform the colour changes at the thumb, which moves in whole seconds.
  const at = share(picture ? Math.floor(shown) : shown, duration)
  const told = dragged ?? pointedAt
  const chapterAt = (seconds: number) => {
    const index = chapterIndexAt(chapters, seconds)
    return index === -1 ? null : nameOf(index)
  }
  const chapter = chapterAt(shown)
  const place = { position: formatTime(shown), duration: formatTime(duration ?? 0) }
  const look = `${styles.slider} ${isTall ? styles.tall : ''} ${picture ? styles.drawn : ''}`
  return (
    <div className={styles.seek}>
      <span className={styles.time}>{formatTime(shown)}</span>
      <div className={look} style={{ '--at': at } as CSSProperties}>
        {picture ?? <Buffered duration={duration} />}
        <ChapterMarks durationSeconds={duration} />
        <input
          ref={range}
          className={styles.range}
          type="range"
          min={0}
          max={duration ?? 1}
          step={1}
          value={Math.floor(shown)}
          disabled={duration === null}
          aria-label={t('seek.label')}
          aria-valuetext={chapter === null ? t('seek.value', place) : t('seek.inChapter', { ...place, chapter })}
          onChange={handleValue}
          onKeyDown={handleKey}
          onPointerDown={handlePress}
          onPointerMove={handleMove}
          onPointerLeave={() => setPointedAt(null)}
          onPointerCancel={handleCancel}
          onLostPointerCapture={handleEnd}
        />
        {told !== null && (
          <span
            className={dragged === null ? styles.target : `${styles.target} ${styles.dragged}`}
            style={{ '--at': share(told, duration) } as CSSProperties}
            aria-hidden="true"
          >
            {chapterAt(told) !== null && <bdi className={styles.chapter}>{chapterAt(told)}</bdi>}
            {formatTime(told)}
            {drag && <SpeedLabel speed={drag.speed} durationSeconds={duration} />}
          </span>
        )}
      </div>
      <span className={styles.time}>
        {duration === null ? '' : `−${formatTime(Math.max(0, Math.floor(duration) - Math.floor(shown)))}`}
      </span>
    </div>
  )
}

function Buffered({ duration }: { duration: number | null }) {
  const until = useBufferedUntilSeconds()
  return <div className={styles.buffered} style={{ scale: `${share(until, duration)} 1` }} />
}

/**
 * React's `onChange` is the browser's `input`, which fires during a drag. This is the browser's `change`: fired on
 * release or after a key press.
 */
function useCommit(onCommit: (seconds: number) => void) {
  const range = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = range.current
    const handleChange = () => {
      // A touch has already been handled on release.
      const seconds = input?.valueAsNumber ?? 0
      if (seconds !== Math.floor(getEngine().position())) onCommit(seconds)
    }
    input?.addEventListener('change', handleChange)
    return () => input?.removeEventListener('change', handleChange)
  })
  return range
}

/** Arrow keys jump as far as the buttons; the slider's own step of one second would be tedious. */
function handleKey(event: KeyboardEvent) {
  const jump = jumpKeys[event.key]
  if (!jump || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  jump()
}

/** The share of the track under the pointer, 0 to 1. Like the browser, keeps the thumb's centre inside the slider. */
function shareAt(slider: HTMLElement, clientX: number): number {
  const { left, width } = slider.getBoundingClientRect()
  const thumb = thumbOf(slider)
  return Math.min(Math.max((clientX - left - thumb / 2) / (width - thumb), 0), 1)
}

/** The thumb's width in pixels. */
function thumbOf(slider: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(slider).getPropertyValue('--thumb'))
}

function share(seconds: number, duration: number | null): number {
  return duration ? Math.min(seconds / duration, 1) : 0
}
