import type { TrackFile, TrackFolder, TrackNode } from '@otodana/contract'

import type { Preferences } from '#features/track-queue/index.ts'

/** The defaults of a device. */
export const usual: Preferences = {
  initialPathBehavior: 'auto',
  sePreference: 'with',
  audioTypePreference: ['mp3', 'flac', 'wav', 'opus', 'm4a', 'aac', 'ogg'],
}

export function aFile(title: string, over: Partial<TrackFile> = {}): TrackFile {
  return {
    type: 'audio',
    hash: `1000001/${title}`,
    title,
    work: { id: 1_000_001, source_id: 'RJ01000001', source_type: 'DLSITE' },
    workTitle: 'Rain over the old pier',
    mediaStreamUrl: `/api/media/stream/1000001/${encodeURIComponent(title)}`,
    mediaDownloadUrl: `/api/media/download/1000001/${encodeURIComponent(title)}`,
    streamLowQualityUrl: '',
    size: 1_234_567,
    ...over,
  }
}

export function aFolder(title: string, children: TrackNode[]): TrackFolder {
  return { type: 'folder', title, children }
}
