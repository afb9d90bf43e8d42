import type { TrackFile, TrackNode } from '@otodana/contract'

import { addressOf } from '#features/player/index.ts'
import type { Quality } from '#lib/kept/kept-path.ts'
import type { KeptFile } from '#lib/kept/schema.ts'

/** Texts and pictures up to this size are kept with the sound. */
export const MAX_EXTRA_BYTES = 5_000_000

/** Bytes per second of the small streams, which have packets of one size, and a little for what is around them. */
const SMALL_RATE = { opus: 10_100, mp3: 12_050 }
const GUESSED_SECONDS = 1_800

export type KeepChoice = {
  quality: Quality
  /** Hashes of the sound files. */
  tracks: ReadonlySet<string>
  hasExtras: boolean
}

/** A file before it is kept. */
export type PlannedFile = Pick<
  KeptFile,
  'fileId' | 'quality' | 'kind' | 'title' | 'address' | 'place' | 'expectedBytes' | 'version'
>

/**
 * Returns what to fetch of a work, in its order: the chosen sound, and all texts and small pictures. A track without a
 * small stream is kept as it is; one that no browser can play only as a stream.
 *
 * @param playsOpus  this browser plays Opus in WebM
 */
export function planFiles(tree: readonly TrackNode[], choice: KeepChoice, playsOpus: boolean): PlannedFile[] {
  return filesOf(tree).flatMap((file, place): PlannedFile[] => {
    const isSound = file.type === 'audio'
    if (isSound ? !choice.tracks.has(file.hash) : !choice.hasExtras || !isExtra(file)) return []
    const quality = isSound ? qualityOf(file, choice.quality) : 'original'
    return [
      {
        fileId: Number(file.hash.split('/')[1]),
        quality,
        kind: file.type,
        title: file.title,
        // As the player will ask for it.
        address: addressOf(
          { streamUrl: file.mediaStreamUrl, lowQualityUrl: file.streamLowQualityUrl },
          quality === 'small' ? 'smooth' : 'original',
          playsOpus,
        ),
        place,
        expectedBytes: bytesOf(file, quality, playsOpus),
        ...(file.version !== undefined && { version: file.version }),
      },
    ]
  })
}

export function isExtra({ type, size }: TrackFile): boolean {
  return (type === 'text' || type === 'image') && size <= MAX_EXTRA_BYTES
}

/** Returns the quality in which a track would be kept. */
export function qualityOf({ streamLowQualityUrl, streamOnly }: TrackFile, wanted: Quality): Quality {
  return streamLowQualityUrl !== '' && (wanted === 'small' || streamOnly === true) ? 'small' : 'original'
}

/** Returns the qualities between which there is a choice, or the only one. Without tracks, all. */
export function offeredQualities(tracks: readonly TrackFile[]): readonly [Quality, ...Quality[]] {
  const hasChoice = tracks.some((track) => qualityOf(track, 'small') !== qualityOf(track, 'original'))
  if (hasChoice || tracks.length === 0) return ['small', 'original']
  return tracks.some((track) => qualityOf(track, 'original') === 'original') ? ['original'] : ['small']
}

/** Returns a file's size in a quality, of the small stream nearly. */
export function bytesOf({ size, duration }: TrackFile, quality: Quality, playsOpus: boolean): number {
  if (quality === 'original') return size
  return Math.ceil((duration ?? GUESSED_SECONDS) * SMALL_RATE[playsOpus ? 'opus' : 'mp3'])
}

export function filesOf(tree: readonly TrackNode[]): TrackFile[] {
  return tree.flatMap((node) => (node.type === 'folder' ? filesOf(node.children) : [node]))
}
