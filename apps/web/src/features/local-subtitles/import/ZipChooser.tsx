import { useRef, useState, type DragEvent, type RefObject } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { ImportIcon } from '#ui/icons/deferred-icons.ts'

import css from './ZipChooser.module.css'

type Props = {
  /** The button to which a dialog returns the focus. */
  chooser: RefObject<HTMLButtonElement | null>
  onFiles: (files: readonly File[]) => void
}

/** Accepts files by drop or file dialog. Whether they are zip files is determined from their content. */
export function ZipChooser({ chooser, onFiles }: Props) {
  const { t } = useTranslation('local-subtitles')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function give(list: FileList | null) {
    const files = [...(list ?? [])]
    if (files.length > 0) onFiles(files)
  }

  function handleOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    give(event.dataTransfer.files)
  }

  return (
    <div
      className={css.chooser}
      data-over={isOver ? '' : undefined}
      onDragEnter={handleOver}
      onDragOver={handleOver}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <ImportIcon size="1.75em" />
      <p className={css.hint}>{t('drop')}</p>
      <button ref={chooser} type="button" className={controls.primary} onClick={() => input.current?.click()}>
        {t('choose')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".zip,application/zip,application/x-zip-compressed"
        aria-label={t('choose')}
        onChange={({ target }) => {
          give(target.files)
          // So that choosing the same file again fires an event.
          target.value = ''
        }}
      />
    </div>
  )
}
