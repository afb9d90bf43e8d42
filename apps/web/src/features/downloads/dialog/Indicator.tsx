import '#i18n/on-demand/downloads-texts.ts'

import { useState } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { DownloadIcon } from '#ui/icons/core-icons.ts'
import { InNoticePlace } from '#ui/Notice.tsx'

import css from './Indicator.module.css'
import { useDownloads } from '../queue/downloads.store.ts'
import { DownloadDialog } from '../later-dialog.ts'

/** Shows a running download while its dialog is closed, and reopens it. */
export default function Indicator() {
  const { t } = useTranslation('downloads')
  const { download, progress, isShown } = useDownloads()
  const [isReopened, setReopened] = useState(false)
  if (!download || !progress) return null
  if (isReopened) return <DownloadDialog {...download} onClose={() => setReopened(false)} />
  if (isShown) return null
  const { status, totalBytes, receivedBytes, failedCount } = progress
  const percent = totalBytes === 0 ? 100 : Math.floor((100 * receivedBytes) / totalBytes)
  const shown = status === 'ended' && failedCount > 0 ? 'incomplete' : status
  return (
    <InNoticePlace>
      <button
        type="button"
        className={css.indicator}
        aria-haspopup="dialog"
        data-status={shown}
        onClick={() => setReopened(true)}
      >
        <DownloadIcon size="1.25em" />
        <span className={css.title} lang={langOfText(download.work.title)}>
          {download.work.title}
        </span>
        <span className={css.state}>{shown === 'running' ? `${percent}%` : t(`indicator.${shown}`)}</span>
      </button>
      {/* Announces the end or a failure, but not every percent. */}
      <span className={controls.hidden} role="status">
        {shown === 'running' ? '' : `${download.work.title}: ${t(`indicator.${shown}`)}`}
      </span>
    </InNoticePlace>
  )
}
