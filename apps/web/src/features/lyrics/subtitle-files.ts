import type { TrackFile, TrackNode } from '@otodana/contract'
import { fileFormat, MAX_SUBTITLE_BYTES, nameSimilarity } from '@otodana/subtitles'

/** A subtitle in a work's folders, before it is read. */
export type SubtitleFile = {
  /** `{workId}/{fileId}` */
  id: string
  name: string
  /** Names of the folders that it lies in, from the work's root. */
  folder: readonly string[]
  url: string
  /** Of its name and the track's, 0 to 1. */
  similarity: number
}

/** The track, as its file in the work's folders tells it. */
export type AudioFile = { name: string; durationSeconds: number | null }

/** More are neither listed nor fetched, nor more bytes in all. */
export const MAX_FILES = 200
export const MAX_TOTAL_BYTES = 4 * MAX_SUBTITLE_BYTES

/**
 * The subtitles of a track's work, those with the likest names first, of them those in the track's own folder.
 *
 * @returns also the track's file, null when it is not in the tree
 */
export function subtitleFiles(
  tree: readonly TrackNode[],
  trackHash: string,
  trackTitle: string,
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
  const sorted = found
    .map((entry) => ({ ...entry, similarity: nameSimilarity(audioName, entry.file.title) }))
    .sort((a, b) => b.similarity - a.similarity || Number(b.siblings === beside) - Number(a.siblings === beside))
  const files: SubtitleFile[] = []
  let bytes = 0
  for (const { file, folder, similarity } of sorted) {
    // What is too large is listed, and found to be so without being fetched to its end.
    bytes += Math.min(file.size, MAX_SUBTITLE_BYTES)
    if (files.length >= MAX_FILES || bytes > MAX_TOTAL_BYTES) break
    files.push({ id: file.hash, name: file.title, folder, url: file.mediaStreamUrl, similarity })
  }
  return { audio: track ? { name: track.title, durationSeconds: track.duration ?? null } : null, files }
}
