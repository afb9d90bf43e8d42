import type { TrackFile, TrackNode } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { fetchBytes } from '#lib/api/fetch-bytes.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'
import skeleton from '#ui/Skeleton.module.css'

import { PlainText } from './PlainText.tsx'
import { MAX_TEXT_BYTES, readLines } from './read-text.ts'
import { SubtitleView } from './SubtitleView.tsx'
import css from './TextView.module.css'

type Props = {
  file: TrackFile
  /** Its content, if it must not be fetched. */
  content: Uint8Array | undefined
  tree: readonly TrackNode[]
  onPlayAt: (file: TrackFile, seconds: number) => void
}

/** A text, or a subtitle's lines with times and a button for the raw text. */
export function TextView({ file, content, tree, onPlayAt }: Props) {
  const { t } = useTranslation('file-preview')
  const { data, error, refetch } = useQuery({
    queryKey: ['file-text', file.hash],
    // One byte more shows that the file continues.
    queryFn: ({ signal }) => content ?? fetchBytes(file.mediaStreamUrl, MAX_TEXT_BYTES + 1, signal),
    structuralSharing: false,
  })
  const reason = useErrorText(error)
  const lines = useMemo(() => (data ? readLines(data, file.title) : null), [data, file.title])
  const [isPlain, setPlain] = useState(false)

  if (error && !data)
    return (
      <div className={css.problem}>
        <Message title={t('text.failed')} text={reason} isUrgent>
          <button type="button" className={controls.button} onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </Message>
      </div>
    )
  if (!data) return <Pending />

  const isBroken = lines === 'broken'
  const modes = lines && !isBroken && (
    <div role="group" aria-label={t('text.view')} className={css.modes}>
      {[false, true].map((plain) => (
        <button
          key={String(plain)}
          type="button"
          className={controls.button}
          aria-pressed={isPlain === plain}
          onClick={() => setPlain(plain)}
        >
          {plain ? t('text.plain') : t('text.lines')}
        </button>
      ))}
    </div>
  )
  return lines && !isBroken && !isPlain ? (
    <SubtitleView file={file} tree={tree} lines={lines} modes={modes} onPlayAt={onPlayAt} />
  ) : (
    <PlainText file={file} bytes={data} modes={modes} isBroken={isBroken} />
  )
}

function Pending() {
  const { t } = useTranslation('file-preview')
  return (
    <div className={css.pending}>
      <p className={controls.hidden} role="status">
        {t('loading')}
      </p>
      {[90, 75, 82, 60, 88, 40].map((width) => (
        <div key={width} className={`${skeleton.skeleton} ${css.line}`} style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  )
}
