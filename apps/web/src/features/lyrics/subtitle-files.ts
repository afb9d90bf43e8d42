import type { TrackFile, TrackNode } from '@otodana/contract'
import { fileFormat, MAX_SUBTITLE_BYTES, nameSimilarity } from '@otodana/subtitles'

import type { LocalSubtitle } from '#features/local-subtitles/index.ts'

/** A subtitle in a work's folders or on this device, before it is read. */
export type SubtitleFile = {
  /** Of one in a work's folders `{workId}/{fileId}`, of one on this device `local/…`. */
  id: string
  name: string
  /** Names of the folders that it lies in, from the work's root. */
  folder: readonly string[]
  source: { url: string } | { local: LocalSubtitle }
  /** Of its name and the track's, 0 to 1. */
  similarity: number
}

/** The track, as its file in the work's folders tells it. */
export type AudioFile = { name: string; durationSeconds: number | null }

/** More are neither listed nor fetched, nor more bytes in all. */
export const MAX_FILES = 200
export const MAX_TOTAL_BYTES = 4 * MAX_SUBTITLE_BYTES

/**
 * The subtitles of a track's work, those with the likest names first, of them those on this device, then those in the
 * track's own folder.
 *
 * @param tree  the work's folders, empty where they are not known: what is on this device is found all the same
 *
 * @returns also the track's file, null when it is not in the tree
 */
export function subtitleFiles(
  tree: readonly TrackNode[],
  trackHash: string,
  trackTitle: string,
  onDevice: readonly LocalSubtitle[] = [],
): { audio: AudioFile | null; files: SubtitleFile[] } {
  const found: { file: TrackFile; folder: readonly string[]; siblings: readonly TrackNode[] }[] = []
  let track: TrackFile | undefined
  let beside: readonly TrackNode[] | undefined

  function visit(nodes: readonly TrackNode[], folder: readonly string[]) {
    for (const node of nodes) {
      if (node.type === 'folder') visit(node.children, [...folder, node.title])
      else if (node.hash === trackHash) [track, beside] = [node, nodes]
      else if (node.type !== 'audio' && fileFormat(node.title)) found.push({ file: node, folder, siblings: nodes })
    }
  }
  visit(tree, [])

  const audioName = track?.title ?? trackTitle
  const ofWork = found.map(({ file, folder, siblings }) => ({
    id: file.hash,
    name: file.title,
    folder,
    source: { url: file.mediaStreamUrl },
    size: file.size,
    nearness: siblings === beside ? 1 : 0,
  }))
  const ofDevice = onDevice.map((local) => ({
    id: `local/${local.id}`,
    name: local.name,
    folder: local.path.split('/').slice(0, -1),
    source: { local },
    size: local.content.length,
    // Whoever has brought them along wants them.
    nearness: 2,
  }))
  const sorted = [...ofWork, ...ofDevice]
    .map((file) => ({ ...file, similarity: nameSimilarity(audioName, file.name) }))
    .sort((a, b) => b.similarity - a.similarity || b.nearness - a.nearness)
  const files: SubtitleFile[] = []
  let bytes = 0
  for (const { size, nearness: _, ...file } of sorted) {
    // What is too large is listed, and found to be so without being fetched to its end.
    bytes += Math.min(size, MAX_SUBTITLE_BYTES)
    if (files.length >= MAX_FILES || bytes > MAX_TOTAL_BYTES) break
    files.push(file)
  }
  return { audio: track ? { name: track.title, durationSeconds: track.duration ?? null } : null, files }
}
