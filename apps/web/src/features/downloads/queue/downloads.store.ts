import type { TrackNode, Work } from '@otodana/contract'
import { create } from 'zustand'

import type { DownloadQueue, QueueState } from './download-queue.ts'

export type DownloadedWork = Pick<Work, 'id' | 'title' | 'source_id'>

/** The download that runs, or has ended and not been put away yet. */
export type Download = {
  work: DownloadedWork
  tree: readonly TrackNode[]
  /** The name of the folder in which that of the work lies. */
  folderName: string
  queue: DownloadQueue
}

type Downloads = {
  download: Download | null
  /** As it was a moment ago: bytes arrive more often than a screen can show. */
  progress: QueueState | null
  /** Whether a dialog shows it. */
  isShown: boolean
}

export const useDownloads = create<Downloads>()(() => ({ download: null, progress: null, isShown: false }))
