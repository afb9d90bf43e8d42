import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { IconButton } from '#ui/IconButton.tsx'

import { Equaliser } from '../controls/Equaliser.tsx'
import { formatTime } from '#lib/format/format-time.ts'
import { CloseIcon } from '#ui/icons/core-icons.ts'
import { GripIcon } from '#ui/icons/player-icons.tsx'
import { player } from '../player.ts'
import { moveTrack, removeTrack } from './queue-edits.ts'
import styles from './QueueList.module.css'
import { useIsPlaying, usePlayer } from '../use-player.ts'
import { useReorder } from '#ui/use-reorder.ts'

/** What to focus after rows have changed or moved. */
type Focus = { index: number; part: 'handle' | 'remove' }

/** The queued tracks: each can be played, moved by its handle or with the arrow keys, and removed. */
export function QueueList({ takesFocus = false }: { takesFocus?: boolean }) {
  const { t } = useTranslation('player')
  const tracks = usePlayer(({ queue }) => queue.tracks)
  const current = usePlayer(({ queue }) => queue.index)
  const isPlaying = useIsPlaying()
  const hint = useId()
  const list = useRef<HTMLOListElement>(null)
  const region = useRef<HTMLOutputElement>(null)
  const focus = useRef<Focus>(undefined)
  const handleProps = useReorder(list, move)

  useEffect(() => {
    const button = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!button || !list.current) return
    if (takesFocus) button.focus({ preventScroll: true })
    // Not `scrollIntoView`, which would scroll the page as well.
    const above = button.getBoundingClientRect().top - list.current.getBoundingClientRect().top
    list.current.scrollTop += above - (list.current.clientHeight - button.offsetHeight) / 2
  }, [takesFocus])

  // The focused button was removed with its track, or lost the focus when its row moved.
  useLayoutEffect(() => {
    if (!focus.current) return
    const { index, part } = focus.current
    const row = list.current?.children[Math.min(index, tracks.length - 1)]
    row?.querySelector<HTMLElement>(`[data-part='${part}']`)?.focus()
    focus.current = undefined
  }, [tracks])

  function handleRemove(index: number) {
    focus.current = { index, part: 'remove' }
    player.change((queue) => removeTrack(queue, index))
  }

  function move(from: number, to: number) {
    const track = tracks[from]
    if (!track || !(to in tracks)) return
    focus.current = { index: to, part: 'handle' }
    player.change((queue) => moveTrack(queue, from, to))
    const { title } = track
    if (region.current) region.current.textContent = t('queue.moved', { title, position: to + 1, count: tracks.length })
  }

  function handleKey(event: KeyboardEvent, index: number) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(index, index + by)
  }

  return (
    <>
      <ol ref={list} className={styles.list}>
        {tracks.map((track, index) => (
          <li key={track.hash} className={styles.item}>
            <button
              type="button"
              className={styles.track}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => player.setTrack(index)}
            >
              <span className={styles.number}>
                {index === current ? <Equaliser isMoving={isPlaying} /> : index + 1}
              </span>
              <span className={styles.names}>
                <bdi className={styles.name} lang={langOfText(track.title)}>
                  {track.title}
                </bdi>
                <bdi className={styles.work} lang={langOfText(track.workTitle)}>
                  {track.workTitle}
                </bdi>
              </span>
              {track.durationSeconds !== null && (
                <span className={styles.duration}>{formatTime(track.durationSeconds)}</span>
              )}
            </button>
            {tracks.length > 1 && (
              <IconButton
                {...handleProps(index)}
                label={t('queue.move', { title: track.title })}
                aria-describedby={hint}
                className={styles.handle}
                data-part="handle"
                onKeyDown={(event) => handleKey(event, index)}
              >
                <GripIcon />
              </IconButton>
            )}
            <IconButton
              label={t('queue.remove', { title: track.title })}
              className={styles.remove}
              data-part="remove"
              onClick={() => handleRemove(index)}
            >
              <CloseIcon />
            </IconButton>
          </li>
        ))}
      </ol>
      <span id={hint} hidden>
        {t('queue.moveHint')}
      </span>
      <output ref={region} className={controls.hidden} />
    </>
  )
}
