import type { TrackFile, Work } from '@otodana/contract'
import { workPath } from '@otodana/work-code'

import type { QueueTrack } from '#features/player/index.ts'
import { shownName } from '#lib/format/shown-name.ts'

import { trackTitles } from './track-names.ts'
import type { ListedTrack } from './use-main-tracks.ts'

/** The fields of a work that a queued track needs. */
export type QueuedWork = Pick<
  Work,
  'id' | 'title' | 'name' | 'source_id' | 'source_type' | 'thumbnailCoverUrl' | 'mainCoverUrl'
>

/** Converts files of one folder of a work to queued tracks, whose titles are those of the work's page. */
export function toQueueTracks(work: QueuedWork, files: readonly TrackFile[]): QueueTrack[] {
  const titles = trackTitles(files)
  return files.map((file, index) => toQueueTrack(work, file, titles[index]!))
}

/** Converts a work's listed tracks; their file names stand for titles that are empty. */
export function queueOfListed(work: QueuedWork, tracks: readonly ListedTrack[]): QueueTrack[] {
  return tracks.map(({ file, title }) => toQueueTrack(work, file, title || trackTitles([file])[0]!))
}

function toQueueTrack(work: QueuedWork, file: TrackFile, title: string): QueueTrack {
  return {
    hash: file.hash,
    title,
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
