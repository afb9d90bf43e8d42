import '#i18n/on-demand/file-texts.ts'
import '#i18n/on-demand/player-texts.ts'

import type { TrackFile, TrackNode, Work } from '@otodana/contract'
import { useRef, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { mediaAddress } from '#lib/api/media-address.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon, DownloadIcon } from '#ui/icons/core-icons.ts'
import { Modal } from '#ui/Modal.tsx'
import { FileName } from '#ui/FileName.tsx'

import { ImageView } from './ImageView.tsx'
import css from './FilePreview.module.css'
import { playAt } from './play-at.ts'
import { TextView } from './TextView.tsx'

type Props = {
  /** An image or a text. */
  file: TrackFile
  /** Its content, if it has no URL. */
  content?: Uint8Array | undefined
  /** Files of its folder, for browsing its images. */
  folder: readonly TrackNode[]
  work: Work
  tree: readonly TrackNode[]
  onClose: () => void
}

/** Shows a file over the page. */
export function FilePreview({ file, content, folder, work, tree, onClose }: Props) {
  const { t } = useTranslation('file-preview')
  const dialog = useRef<HTMLDialogElement>(null)

  const images = folder.filter((node): node is TrackFile => node.type === 'image')
  const [shown, setShown] = useState(file)
  const index = images.indexOf(shown)
  const name = shownName(shown.title)

  return (
    <Modal ref={dialog} className={css.dialog} data-kind={shown.type} aria-label={name} closesOnBack onClose={onClose}>
      <header className={css.header}>
        <h2 className={css.title}>
          <FileName name={name} />
        </h2>
        {images.length > 1 && index >= 0 && (
          <p className={css.count}>
            {index + 1} / {images.length}
          </p>
        )}
        {content ? null : (
          <a
            className={css.download}
            href={mediaAddress(shown.mediaDownloadUrl)}
            download
            aria-label={t('download', { name })}
            title={t('download', { name })}
          >
            <DownloadIcon />
          </a>
        )}
        <IconButton data-first="" label={t('close')} onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </IconButton>
      </header>
      {shown.type === 'image' ? (
        <ImageView file={shown} previous={images[index - 1]} next={images[index + 1]} onTurn={setShown} />
      ) : (
        <TextView
          file={shown}
          content={content}
          tree={tree}
          onPlayAt={(audio, seconds) => playAt(work, tree, audio, seconds)}
        />
      )}
    </Modal>
  )
}
