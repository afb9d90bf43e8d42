import '#i18n/file-texts.ts'
import '#i18n/player-texts.ts'

import type { TrackFile, TrackNode, Work } from '@otodana/contract'
import { useLayoutEffect, useRef, useState } from 'react'

import { playerIcons } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { mediaAddress } from '#lib/media-address.ts'
import { shownName } from '#lib/shown-name.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useBackCloses } from '#ui/use-back-closes.ts'

import { ImageView } from './ImageView.tsx'
import css from './FilePreview.module.css'
import { playAt } from './play-at.ts'
import { TextView } from './TextView.tsx'

type Props = {
  /** A picture or a text. */
  file: TrackFile
  /** What is in it, where no address leads to it. */
  content?: Uint8Array | undefined
  /** What lies beside it: its pictures can be turned over to. */
  folder: readonly TrackNode[]
  work: Work
  tree: readonly TrackNode[]
  onClose: () => void
}

/** What is in a file, over the page: on the browser's own dialog, and on a phone left by Back. */
export function FilePreview({ file, content, folder, work, tree, onClose }: Props) {
  const { t } = useTranslation('file-preview')
  const dialog = useRef<HTMLDialogElement>(null)
  const closer = useRef<HTMLButtonElement>(null)
  const close = () => dialog.current?.close()
  useBackCloses(close)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Of its buttons the one that leads back, rather than the first.
    closer.current?.focus()
    return () => element?.close()
  }, [])

  const images = folder.filter((node): node is TrackFile => node.type === 'image')
  const [shown, setShown] = useState(file)
  const index = images.indexOf(shown)
  const name = shownName(shown.title)

  return (
    <dialog ref={dialog} className={css.dialog} data-kind={shown.type} aria-label={name} onClose={onClose}>
      <header className={css.header}>
        <h2 className={css.title}>
          <bdi dir="ltr">{name}</bdi>
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
            <playerIcons.DownloadIcon />
          </a>
        )}
        <IconButton ref={closer} label={t('close')} onClick={close}>
          <playerIcons.CloseIcon />
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
    </dialog>
  )
}
