import type { TrackFile, TrackFolder, TrackNode } from '@otodana/contract'
import { memo } from 'react'
import type { MouseEvent } from 'react'

import { formatTime } from '#lib/format/format-time.ts'
import { Equaliser } from '#features/player/index.ts'
import type { Translate } from '#i18n/translations.ts'
import { earlyTap } from '#lib/head-scripts/early-tap.ts'
import { useMediaAddress } from '#lib/api/media-address.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'

import { folderHref } from './folder-href.ts'
import { hasAudio, totalSeconds, type FolderPath } from '#features/track-queue/index.ts'
import { formatSize } from '#lib/format/format-size.ts'
import { DownloadIcon } from '#ui/icons/core-icons.ts'
import { AudioIcon, DotsIcon, FileIcon, FolderIcon, ImageIcon, PlayIcon, TextIcon } from '#ui/icons/work-icons.tsx'
import { FileName } from '#ui/FileName.tsx'
import { isSecondClick } from '#ui/is-second-click.ts'
import styles from './rows.module.css'

/** Passed down, because a folder may contain thousands of files, and each call of the hook subscribes. */
type T = Translate<'file-tree'>

const kindIcons = {
  audio: AudioIcon,
  text: TextIcon,
  image: ImageIcon,
  other: FileIcon,
}

type FolderProps = {
  t: T
  folder: TrackFolder
  path: FolderPath
  onMore: (node: TrackNode, opener: HTMLElement) => void
}

export function FolderRow({ t, folder, path, onMore }: FolderProps) {
  const durationSeconds = totalSeconds(folder.children)
  return (
    <li className={styles.row}>
      <a className={styles.main} href={folderHref(path)}>
        <span className={styles.icon} data-kind="folder">
          <FolderIcon />
        </span>
        <FileName className={styles.name} name={folder.title} />
        <span className={styles.facts}>
          <span>{t('folder.items', { count: folder.children.length })}</span>
          {durationSeconds > 0 && <span>{formatTime(durationSeconds)}</span>}
        </span>
      </a>
      {hasAudio(folder.children) && <MoreButton t={t} node={folder} onMore={onMore} />}
    </li>
  )
}

type FileProps = {
  t: T
  file: TrackFile
  /** Belongs to the track above it. */
  isCompanion: boolean
  hasCompanion: boolean
  /** The current track, playing or not. */
  isCurrent: boolean
  isPlaying: boolean
  onPlay: (file: TrackFile) => void
  onPreview: (file: TrackFile) => void
  onMore: (node: TrackNode, opener: HTMLElement) => void
}

/** Audio plays, texts and images are previewed, PDF opens in the browser; other files are saved. */
export const FileRow = memo(function FileRow(props: FileProps) {
  const { t, file, isCompanion, hasCompanion, isCurrent, isPlaying, onPlay, onPreview, onMore } = props
  const mediaAddress = useMediaAddress()
  const name = shownName(file.title)
  const open = file.type === 'audio' ? onPlay : onPreview
  const content = (
    <>
      <FileMark kind={file.type} isCurrent={isCurrent} isPlaying={isPlaying} />
      <span className={styles.name}>
        <FileName name={name} />
        {file.videoUrl && <span className={styles.mark}>{t('video')}</span>}
        {/* Only for screen readers; the rows below show it. */}
        {file.hasSubtitles && <span className={hasCompanion ? controls.hidden : styles.mark}>{t('subtitles')}</span>}
        {file.problem && <span className={styles.problem}>{t(`problem.${file.problem}`)}</span>}
      </span>
      <span className={styles.facts}>
        <span>{formatSize(file.size)}</span>
        {file.duration !== undefined && <span>{formatTime(file.duration)}</span>}
      </span>
    </>
  )
  return (
    <li className={styles.row} data-companion={isCompanion || undefined}>
      {file.type === 'other' ? (
        <a
          className={styles.main}
          // The browser displays PDF. Other files with this name are sent with the same type and cannot run.
          {...(name.toLowerCase().endsWith('.pdf')
            ? { href: mediaAddress(file.mediaStreamUrl), target: '_blank', rel: 'noopener' }
            : { href: mediaAddress(file.mediaDownloadUrl), download: true })}
        >
          {content}
        </a>
      ) : (
        <a
          className={styles.main}
          href={mediaAddress(file.mediaStreamUrl)}
          {...earlyTap}
          aria-current={isCurrent ? 'true' : undefined}
          onClick={(event) => {
            if (isModified(event)) return
            event.preventDefault()
            if (!isSecondClick(event)) open(file)
          }}
        >
          {content}
        </a>
      )}
      <a
        className={styles.download}
        href={mediaAddress(file.mediaDownloadUrl)}
        download
        aria-label={t('download', { name })}
      >
        <DownloadIcon />
      </a>
      {file.type === 'audio' && <MoreButton t={t} node={file} onMore={onMore} />}
    </li>
  )
})

type MoreProps = { t: T; node: TrackNode; onMore: (node: TrackNode, opener: HTMLElement) => void }

export function MoreButton({ t, node, onMore }: MoreProps) {
  return (
    <button
      type="button"
      className={styles.more}
      {...earlyTap}
      aria-label={t('more', { name: shownName(node.title) })}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => onMore(node, currentTarget)}
    >
      <DotsIcon />
    </button>
  )
}

function FileMark({ kind, isCurrent, isPlaying }: { kind: TrackFile['type']; isCurrent: boolean; isPlaying: boolean }) {
  const Icon = kindIcons[kind]
  return (
    <span className={styles.icon} data-kind={kind}>
      {isCurrent ? (
        <Equaliser isMoving={isPlaying} />
      ) : (
        <>
          <Icon />
          {kind === 'audio' && <PlayIcon />}
        </>
      )}
    </span>
  )
}

/** Opened in a new tab or window, or saved, by the browser. */
export function isModified(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
