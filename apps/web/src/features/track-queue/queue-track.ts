import { nameWithoutExtension, type TrackFile, type Work } from '@otodana/contract'
import { workPath } from '@otodana/work-code'

import type { QueueTrack } from '#features/player/index.ts'
import { shownName } from '#lib/format/shown-name.ts'

/** The fields of a work that a queued track needs. */
export type QueuedWork = Pick<
  Work,
  'id' | 'title' | 'name' | 'source_id' | 'source_type' | 'thumbnailCoverUrl' | 'mainCoverUrl'
>

/** Converts a file of a work to a queued track. */
export function toQueueTrack(work: QueuedWork, file: TrackFile): QueueTrack {
  return {
    hash: file.hash,
    title: nameWithoutExtension(shownName(file.title)),
    workTitle: shownName(work.title),
    circle: shownName(work.name),
    workId: work.id,
    workPath: workPath(work),
    coverUrl: work.thumbnailCoverUrl,
    largeCoverUrl: work.mainCoverUrl,
    streamUrl: file.mediaStreamUrl,
    lowQualityUrl: file.streamLowQualityUrl,
    isStreamOnly: file.streamOnly,
    videoUrl: file.videoUrl,
    downloadUrl: file.mediaDownloadUrl,
    durationSeconds: file.duration ?? null,
  }
}
