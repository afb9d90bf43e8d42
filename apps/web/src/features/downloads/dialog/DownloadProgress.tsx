import { workFolderName } from '@otodana/contract'
import { useEffect, useRef, useState } from 'react'

import { formatSize } from '#lib/format/format-size.ts'
import { formatTime } from '#lib/format/format-time.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import progressBar from '#ui/progress.module.css'
import { FileName } from '#ui/FileName.tsx'

import css from './DownloadDialog.module.css'
import type { FileProgress, QueueState } from '../queue/download-queue.ts'
import { type Download, useDownloads } from '../queue/downloads.store.ts'
import list from './FileList.module.css'
import { goOn, putAway } from '../queue/run-download.ts'
import { secondsLeft } from '#lib/format/speed.ts'
import { whyNotWritten } from '../queue/failure-kind.ts'

type Props = { download: Download; onClose: () => void }

/** The progress of a download, with actions. */
export function DownloadProgress({ download, onClose }: Props) {
  const { t } = useTranslation('downloads')
  const progress = useDownloads((state) => state.progress) ?? download.queue.state()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState('')
  const { status, trouble, failedCount } = progress
  const { queue } = download
  const values = { folder: download.folderName, name: workFolderName(download.work) }

  async function handleGoOn() {
    setFailure('')
    try {
      await goOn(download)
    } catch (error) {
      setFailure(t(`trouble.${whyNotWritten(error).trouble}`))
    }
  }

  return (
    <>
      <p className={css.about} lang={langOfText(download.work.title)}>
        {download.work.title}
      </p>
      <Bar progress={progress} />
      <p className={status === 'ended' && failedCount === 0 ? css.done : css.dim} role="status">
        {status === 'ended' && failedCount > 0
          ? t('status.incomplete', { ...values, count: failedCount })
          : t(`status.${status}`, values)}
      </p>
      {trouble === null && failure === '' ? null : (
        <p className={forms.failure} role="alert">
          {failure || (trouble && t(`trouble.${trouble}`))}
        </p>
      )}
      <Files files={progress.files} />
      {isAsking ? (
        <div className={css.question} role="group" aria-label={t('cancel.action')}>
          <p>{t('cancel.question')}</p>
          <div className={css.answers}>
            <button type="button" className={controls.button} onClick={() => setAsking(false)}>
              {t('cancel.no')}
            </button>
            <button
              type="button"
              className={`${controls.button} ${forms.danger}`}
              onClick={() => void putAway(download)}
            >
              {t('cancel.yes')}
            </button>
          </div>
        </div>
      ) : (
        <div className={css.actions}>
          {status === 'ended' ? null : (
            <button type="button" className={controls.button} onClick={() => setAsking(true)}>
              {t('cancel.action')}
            </button>
          )}
          {failedCount > 0 && (status === 'ended' || status === 'running') ? (
            <button type="button" className={controls.button} onClick={() => queue.retry()}>
              {t('retry', { count: failedCount })}
            </button>
          ) : null}
          {status === 'running' ? (
            <button type="button" className={controls.button} onClick={() => queue.pause()}>
              {t('pause')}
            </button>
          ) : null}
          {status === 'paused' || status === 'stopped' ? (
            <button type="button" className={controls.primary} onClick={() => void handleGoOn()}>
              {trouble === 'permission' ? t('allow') : trouble === 'folderGone' ? t('folder') : t('goOn')}
            </button>
          ) : null}
          {status === 'running' ? (
            <button type="button" className={controls.primary} data-first="" onClick={onClose}>
              {t('background')}
            </button>
          ) : null}
          {status === 'ended' ? (
            <button
              type="button"
              className={controls.primary}
              onClick={() => {
                onClose()
                void putAway(download)
              }}
            >
              {t('close')}
            </button>
          ) : null}
        </div>
      )}
    </>
  )
}

function Bar({ progress }: { progress: QueueState }) {
  const { t } = useTranslation('downloads')
  const { receivedBytes, totalBytes, bytesPerSecond, files } = progress
  // Unknown while every file waits for the connection or the server.
  const speed = files.some(({ status }) => status === 'running') ? bytesPerSecond : null
  const seconds = secondsLeft(totalBytes - receivedBytes, speed)
  const whole = files.filter(({ status }) => status === 'saved' || status === 'present').length
  return (
    <div className={css.progress}>
      <progress
        className={`${progressBar.bar} ${css.bar}`}
        max={Math.max(totalBytes, 1)}
        value={totalBytes === 0 ? 1 : receivedBytes}
        aria-label={t('bar')}
      />
      <p className={css.figures}>
        <span>{t('bytes', { received: formatSize(receivedBytes), total: formatSize(totalBytes) })}</span>
        <span>
          {t('files', { whole: formatCount(whole), count: files.length, formatted: formatCount(files.length) })}
        </span>
        {speed === null ? null : <span>{t('speed', { size: formatSize(Math.round(speed)) })}</span>}
        {seconds === null ? null : <span>{t('left', { time: formatTime(seconds) })}</span>}
      </p>
    </div>
  )
}

/** Keeps the current or failed file in view, except while the pointer is over the list. */
function Files({ files }: { files: readonly FileProgress[] }) {
  const box = useRef<HTMLUListElement>(null)
  const current = files.findIndex(({ status }) => status === 'running' || status === 'resting')
  useEffect(() => {
    const row = box.current?.children[current]
    if (!box.current || !row || box.current.matches(':hover')) return
    const below = row.getBoundingClientRect().top - box.current.getBoundingClientRect().top
    // Not scrollIntoView, which scrolls the dialog too.
    box.current.scrollTop += below - box.current.clientHeight / 3
  }, [current])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so the keyboard must reach it
    <ul ref={box} className={list.files} tabIndex={0}>
      {files.map((item, index) => {
        const folder = folderOf(item)
        // Files in two folders may have the same name.
        const isFirst = folder !== (index > 0 ? folderOf(files[index - 1]!) : '')
        return <FileRow key={item.file.hash} item={item} folder={isFirst ? folder : ''} />
      })}
    </ul>
  )
}

const folderOf = ({ file }: FileProgress) => file.path.slice(0, -1).join(' / ')

/** @param folder  shown above the name; empty if already shown */
function FileRow({ item, folder }: { item: FileProgress; folder: string }) {
  const { t } = useTranslation('downloads')
  const { file, status, receivedBytes, sizeBytes, trouble } = item
  const percent = sizeBytes === 0 ? 100 : Math.min(100, Math.floor((100 * receivedBytes) / sizeBytes))
  const isBegun = status === 'running' || status === 'resting' || (status === 'waiting' && receivedBytes > 0)
  return (
    <li className={list.file} data-status={status}>
      {folder === '' ? null : <FileName className={list.folder} name={folder} />}
      <FileName className={list.name} name={file.title} />
      <span className={list.state}>
        {isBegun ? `${percent}%` : status === 'waiting' ? formatSize(sizeBytes) : t(`file.${status}`)}
      </span>
      {isBegun ? (
        <span className={list.line} aria-hidden="true">
          <span style={{ inlineSize: `${percent}%` }} />
        </span>
      ) : null}
      {trouble === null ? null : <span className={list.why}>{t(`trouble.${trouble}`)}</span>}
    </li>
  )
}
