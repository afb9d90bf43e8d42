import type { TrackFile } from '@otodana/contract'
import { memo } from 'react'
import type { MouseEvent } from 'react'

import { Equaliser, formatTime, playerIcons } from '#features/player/index.ts'
import type { Translate } from '#i18n/translations.ts'
import { earlyTap } from '#lib/early-tap.ts'

import { folderHref } from './folder-href.ts'
import type { FolderPath } from './folders.ts'
import { formatSize } from './format-size.ts'
import styles from './rows.module.css'

/** Handed down: a folder may hold thousands of files, and each call of the hook would listen for itself. */
type T = Translate<'file-tree'>

const fileIcons = {
  audio: playerIcons.AudioIcon,
  text: playerIcons.TextIcon,
  image: playerIcons.ImageIcon,
  other: playerIcons.FileIcon,
}

type FolderProps = { t: T; name: string; path: FolderPath; itemCount: number; durationSeconds: number }

export function FolderRow({ t, name, path, itemCount, durationSeconds }: FolderProps) {
  return (
    <li className={styles.row}>
      <a className={styles.main} href={folderHref(path)}>
        <span className={styles.icon} data-kind="folder">
          <playerIcons.FolderIcon />
        </span>
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>
          <span>{t('folder.items', { count: itemCount })}</span>
          {durationSeconds > 0 && <span>{formatTime(durationSeconds)}</span>}
        </span>
      </a>
    </li>
  )
}

type FileProps = {
  t: T
  file: TrackFile
  /** It is the player's track, sounding or not. */
  isCurrent: boolean
  isPlaying: boolean
  onPlay: (file: TrackFile) => void
}

/** Audio plays, texts and images open beside the page, anything else is saved. */
export const FileRow = memo(function FileRow({ t, file, isCurrent, isPlaying, onPlay }: FileProps) {
  const content = (
    <>
      <FileMark kind={file.type} isCurrent={isCurrent} isPlaying={isPlaying} />
      <span className={styles.name}>{file.title}</span>
      <span className={styles.facts}>
        <span>{formatSize(file.size)}</span>
        {file.duration !== undefined && <span>{formatTime(file.duration)}</span>}
      </span>
    </>
  )
  return (
    <li className={styles.row}>
      {file.type === 'audio' ? (
        <a
          className={styles.main}
          href={file.mediaStreamUrl}
          {...earlyTap}
          aria-current={isCurrent ? 'true' : undefined}
          onClick={(event) => {
            if (isModified(event)) return
            event.preventDefault()
            onPlay(file)
          }}
        >
          {content}
        </a>
      ) : file.type === 'other' ? (
        <a className={styles.main} href={file.mediaDownloadUrl} download>
          {content}
        </a>
      ) : (
        <a className={styles.main} href={file.mediaStreamUrl} target="_blank" rel="noreferrer" title={t('newTab')}>
          {content}
        </a>
      )}
      <a
        className={styles.download}
        href={file.mediaDownloadUrl}
        download
        aria-label={t('download', { name: file.title })}
      >
        <playerIcons.DownloadIcon />
      </a>
    </li>
  )
})

function FileMark({ kind, isCurrent, isPlaying }: { kind: TrackFile['type']; isCurrent: boolean; isPlaying: boolean }) {
  const Icon = fileIcons[kind]
  return (
    <span className={styles.icon} data-kind={kind}>
      {isCurrent ? (
        <Equaliser isMoving={isPlaying} />
      ) : (
        <>
          <Icon />
          {kind === 'audio' && <playerIcons.PlayIcon />}
        </>
      )}
    </span>
  )
}

/** Opened elsewhere (a new tab or window, saved): the browser's to do. */
function isModified(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
