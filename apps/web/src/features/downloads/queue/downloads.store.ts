import type { TrackNode, Work } from '@otodana/contract'
import { create } from 'zustand'

import type { DownloadQueue, QueueState } from './download-queue.ts'

export type DownloadedWork = Pick<Work, 'id' | 'title' | 'source_id'>

/** A download that is running, or was not dismissed yet. */
export type Download = {
  work: DownloadedWork
  tree: readonly TrackNode[]
  /** Name of the folder that contains the work's folder. */
  folderName: string
  queue: DownloadQueue
}

type Downloads = {
  download: Download | null
  /** Throttled, because bytes arrive more often than a screen can show. */
  progress: QueueState | null
  /** Whether a dialog shows it. */
  isShown: boolean
}

export const useDownloads = create<Downloads>()(() => ({ download: null, progress: null, isShown: false }))
