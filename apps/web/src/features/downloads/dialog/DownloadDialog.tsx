import '#i18n/on-demand/account-texts.ts'
import '#i18n/on-demand/downloads-texts.ts'
import '#i18n/on-demand/deferred-texts.ts'

import type { TrackNode } from '@otodana/contract'
import { useEffect } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { Dialog } from '#ui/Dialog.tsx'

import { ChooseFiles } from './ChooseFiles.tsx'
import { useDevice } from '../saving/device.store.ts'
import { mobileOf } from '../saving/support.ts'
import { DeviceQuestion } from './DeviceQuestion.tsx'
import { type DownloadedWork, useDownloads } from '../queue/downloads.store.ts'
import { DownloadProgress } from './DownloadProgress.tsx'

type Props = {
  work: DownloadedWork
  /** All files of the work. */
  tree: readonly TrackNode[]
  /** Initially selected; all by default. */
  chosen?: readonly TrackNode[]
  onClose: () => void
}

/** Downloads a work's files. While a download of any work is running, it shows that one. Closing does not stop it. */
export default function DownloadDialog({ work, tree, chosen = tree, onClose }: Props) {
  const { t } = useTranslation('downloads')
  const download = useDownloads((state) => state.download)
  const answer = useDevice((device) => device.isMobile)
  const isMobile = answer ?? mobileOf({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })

  useEffect(() => {
    useDownloads.setState({ isShown: true })
    return () => useDownloads.setState({ isShown: false })
  }, [])

  return (
    <Dialog title={download ? t('title.running') : t('title.choose')} variant="wide" onClose={onClose}>
      {download ? (
        <DownloadProgress download={download} onClose={onClose} />
      ) : isMobile === null ? (
        <DeviceQuestion />
      ) : (
        <ChooseFiles work={work} tree={tree} initial={chosen} isMobile={isMobile} />
      )}
    </Dialog>
  )
}
