import '#i18n/on-demand/file-texts.ts'

import type { TrackFile, TrackFolder, TrackNode, Work } from '@otodana/contract'
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { formatTime } from '#lib/format/format-time.ts'
import { addTracks, playTracks, playTracksNext, useCurrentTrack } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { mediaAddress } from '#lib/api/media-address.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { Modal } from '#ui/Modal.tsx'

import css from './FileMenuDialog.module.css'
import { type Preferences, recordingsBelow, toQueueTracks } from '#features/track-queue/index.ts'
import { DownloadIcon } from '#ui/icons/core-icons.ts'
import { NextIcon, QueueIcon } from '#ui/icons/player-icons.tsx'
import { FlagIcon, PlayIcon } from '#ui/icons/work-icons.tsx'
import { FileName } from '#ui/FileName.tsx'

type Props = {
  /** A file, or a folder with audio. */
  node: TrackNode
  work: Work
  preferences: Preferences
  /** The button that opened it: the menu opens beside it, and returns the focus to it. */
  opener: HTMLElement
  onPlay: (file: TrackFile) => void
  /** Called after the menu has closed. */
  onReport: (file: TrackFile) => void
  /** Called after the menu has closed. */
  onDownload: (folder: TrackFolder) => void
  /** Called with a message about what was done. */
  onDone: (text: string) => void
  onClose: () => void
}

/** Actions on a file or folder: a sheet on a phone, a menu elsewhere. */
export default function FileMenuDialog({
  node,
  work,
  preferences,
  opener,
  onPlay,
  onReport,
  onDownload,
  onDone,
  onClose,
}: Props) {
  const { t } = useTranslation('file-menu')
  const dialog = useRef<HTMLDialogElement>(null)
  /** A dialog may follow only after this has closed, because on a phone closing goes back in the history. */
  const isFollowed = useRef(false)
  const close = () => dialog.current?.close()
  useLayoutEffect(() => (dialog.current ? placeAt(dialog.current, opener) : undefined), [dialog, opener])

  const name = shownName(node.title)
  const isFolder = node.type === 'folder'
  const files = isFolder ? recordingsBelow(node.children, preferences) : [node]
  const tracks = toQueueTracks(work, files)
  const seconds = tracks.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)

  const isIdle = useCurrentTrack() === null

  function handlePlay() {
    if (isFolder) playTracks(tracks, 0)
    else onPlay(node)
  }

  function handleNext() {
    const values = { name, count: playTracksNext(tracks) }
    if (values.count === 0 || isIdle) onDone(t('playing', values))
    else onDone(isFolder ? t('nextTracks', values) : t('next', values))
  }

  function handleAdd() {
    const values = { name, count: addTracks(tracks) }
    if (values.count === 0 || isIdle) onDone(t('playing', values))
    else onDone(isFolder ? t('addedTracks', values) : t('added', values))
  }

  const actions: [icon: ReactNode, label: string, act: () => void][] = [
    [<PlayIcon key="play" />, isFolder ? t('playFolder') : t('play'), handlePlay],
    [<NextIcon key="next" />, t('playNext'), handleNext],
    [<QueueIcon key="add" />, t('addToQueue'), handleAdd],
  ]

  return (
    <Modal
      ref={dialog}
      className={css.menu}
      aria-label={t('title', { name })}
      opener={opener}
      closesOnBackdrop
      closesOnBack
      onKeyDown={moveFocus}
      onClose={() => {
        onClose()
        if (!isFollowed.current) return
        if (node.type === 'folder') onDownload(node)
        else onReport(node)
      }}
    >
      <div className={css.content}>
        <p className={css.name}>
          <FileName name={name} />
          {isFolder && (
            <span className={css.facts}>
              {t('tracks', { count: tracks.length })}
              {seconds > 0 && ` · ${formatTime(seconds)}`}
            </span>
          )}
        </p>
        {actions.map(([icon, label, act]) => (
          <button
            key={label}
            type="button"
            className={css.action}
            onClick={() => {
              close()
              act()
            }}
          >
            {icon}
            {label}
          </button>
        ))}
        {!isFolder && (
          <a
            className={css.action}
            href={mediaAddress(node.mediaDownloadUrl)}
            download
            onClick={() => setTimeout(close)}
          >
            <DownloadIcon />
            {t('download')}
          </a>
        )}
        <button
          type="button"
          className={css.action}
          aria-haspopup="dialog"
          onClick={() => {
            isFollowed.current = true
            close()
          }}
        >
          {isFolder ? <DownloadIcon /> : <FlagIcon />}
          {isFolder ? t('downloadFolder') : t('report')}
        </button>
      </div>
    </Modal>
  )
}

/** Arrow keys wrap around; Home and End go to the ends. */
function moveFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')]
  const at = items.findIndex((item) => item === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}

/** Below its button, or above if there is no room; not used for a phone's sheet. */
function placeAt(menu: HTMLDialogElement, opener: HTMLElement): void {
  const at = opener.getBoundingClientRect()
  const below = at.bottom + menu.offsetHeight <= innerHeight
  menu.style.setProperty('--menu-top', `${below ? at.bottom : Math.max(8, at.top - menu.offsetHeight)}px`)
  menu.style.setProperty('--menu-left', `${Math.max(8, at.right - menu.offsetWidth)}px`)
}
