import type { TrackFile, TrackNode } from '@otodana/contract'
import { createMatcher, fileFormat, MAX_SUBTITLE_BYTES, nameSimilarity, type Belonging } from '@otodana/subtitles'

import type { LocalSubtitle } from '#features/local-subtitles/index.ts'

/** A subtitle in a work's folders or on this device, before it is read. */
export type SubtitleFile = {
  /** Of one in a work's folders `{workId}/{fileId}`, of one on this device `local/…`. */
  id: string
  name: string
  /** Names of the folders that it lies in, from the work's root. */
  folder: readonly string[]
  source: { url: string } | { local: LocalSubtitle }
  /** Whether it is the track's own, by its name and place. */
  belonging: Belonging
  /** Of its name and the track's, 0 to 1. */
  similarity: number
}

/** The track, as its file in the work's folders tells it. */
export type AudioFile = { name: string; durationSeconds: number | null }

/** More are neither listed nor fetched, nor more bytes in all. */
export const MAX_FILES = 200
export const MAX_TOTAL_BYTES = 4 * MAX_SUBTITLE_BYTES

/**
 * The subtitles of a track's work: its own first, those of other tracks last, others by how like their names are. Of equals
 * those on this device come first, then those in the track's own folder.
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
  const texts: { file: TrackFile; folder: readonly string[] }[] = []
  const sounds: { path: string; durationSeconds: number | null }[] = []
  let track: { file: TrackFile; folder: readonly string[] } | undefined

  function visit(nodes: readonly TrackNode[], folder: readonly string[]) {
    for (const node of nodes) {
      if (node.type === 'folder') visit(node.children, [...folder, node.title])
      else if (node.type === 'audio' || node.hash === trackHash) {
        if (node.hash === trackHash) track = { file: node, folder }
        sounds.push({ path: pathOf(folder, node.title), durationSeconds: node.duration ?? null })
      } else if (fileFormat(node.title)) texts.push({ file: node, folder })
    }
  }
  visit(tree, [])

  const audioName = track?.file.title ?? trackTitle
  const audioPath = pathOf(track?.folder ?? [], audioName)
  if (!track) sounds.push({ path: audioPath, durationSeconds: null })
  const beside = track?.folder.join('/')
  const ofWork = texts.map(({ file, folder }) => ({
    id: file.hash,
    name: file.title,
    folder,
    path: pathOf(folder, file.title),
    source: { url: file.mediaStreamUrl },
    size: file.size,
    nearness: folder.join('/') === beside ? 1 : 0,
  }))
  const ofDevice = onDevice.map((local) => ({
    id: `local/${local.id}`,
    name: local.name,
    folder: local.path.split('/').slice(0, -1),
    // Packages are translations of their own, each with its numbers.
    path: `package${local.packageId}/${local.path}`,
    source: { local },
    size: local.content.length,
    // Whoever has brought them along wants them.
    nearness: 2,
  }))
  const all = [...ofWork, ...ofDevice]
  const matcher = createMatcher(
    sounds,
    all.map(({ path }) => path),
  )
  const sorted = all
    .map((file) => ({
      ...file,
      belonging: matcher.belonging(audioPath, file.path),
      similarity: nameSimilarity(audioName, file.name),
    }))
    .sort((a, b) => {
      if (a.belonging !== b.belonging) return belongings[a.belonging] - belongings[b.belonging]
      // They stay as they lie in the work.
      if (a.belonging === 'another') return 0
      // All of its own are as sure.
      const isOwn = a.belonging === 'own'
      return (
        (isOwn ? Number(b.nearness === 2) - Number(a.nearness === 2) : 0) ||
        b.similarity - a.similarity ||
        b.nearness - a.nearness
      )
    })
  const files: SubtitleFile[] = []
  let bytes = 0
  for (const { size, nearness: _, path: __, ...file } of sorted) {
    // What is too large is listed, and found to be so without being fetched to its end.
    bytes += Math.min(size, MAX_SUBTITLE_BYTES)
    if (files.length >= MAX_FILES || bytes > MAX_TOTAL_BYTES) break
    files.push(file)
  }
  return { audio: track ? { name: audioName, durationSeconds: track.file.duration ?? null } : null, files }
}

const belongings: Record<Belonging, number> = { own: 0, open: 1, another: 2 }

function pathOf(folder: readonly string[], name: string): string {
  return [...folder, name].join('/')
}
