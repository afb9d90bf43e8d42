import { useEffect, useRef } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import { Equaliser } from './Equaliser.tsx'
import { formatTime } from './format-time.ts'
import { IconButton } from './IconButton.tsx'
import { CloseIcon } from './icons.tsx'
import { player } from './player.ts'
import styles from './QueuePanel.module.css'
import { useIsPlaying, usePlayer } from './use-player.ts'

/** What is queued, over the page and beside the bar, which stays usable. */
export default function QueuePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('player')
  const tracks = usePlayer(({ queue }) => queue.tracks)
  const current = usePlayer(({ queue }) => queue.index)
  const isPlaying = useIsPlaying()
  const list = useRef<HTMLOListElement>(null)
  const removedAt = useRef<number>(undefined)

  useEffect(() => {
    const button = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!button || !list.current) return
    button.focus({ preventScroll: true })
    // By hand, for `scrollIntoView` would move the page as well.
    const above = button.getBoundingClientRect().top - list.current.getBoundingClientRect().top
    list.current.scrollTop += above - (list.current.clientHeight - button.offsetHeight) / 2
  }, [])

  // The button that had the focus is gone with its track: its neighbour takes over.
  useEffect(() => {
    if (removedAt.current === undefined) return
    const neighbour = list.current?.children[Math.min(removedAt.current, tracks.length - 1)]
    neighbour?.querySelector<HTMLElement>('button:last-of-type')?.focus()
    removedAt.current = undefined
  }, [tracks])

  function handleRemove(index: number) {
    removedAt.current = index
    player.removeTrack(index)
  }

  return (
    <dialog open className={styles.panel} aria-labelledby="player-queue-title">
      <header className={styles.header}>
        <h2 id="player-queue-title" className={styles.title}>
          {t('queue.title')}
        </h2>
        <span className={styles.count}>{t('queue.tracks', { count: tracks.length })}</span>
        <button type="button" className={styles.clear} onClick={player.clear}>
          {t('queue.clear')}
        </button>
        <IconButton label={t('queue.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
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
                <span className={styles.name}>{track.title}</span>
                <span className={styles.work}>{track.workTitle}</span>
              </span>
              {track.durationSeconds !== null && (
                <span className={styles.duration}>{formatTime(track.durationSeconds)}</span>
              )}
            </button>
            <IconButton label={t('queue.remove', { title: track.title })} onClick={() => handleRemove(index)}>
              <CloseIcon />
            </IconButton>
          </li>
        ))}
      </ol>
    </dialog>
  )
}
