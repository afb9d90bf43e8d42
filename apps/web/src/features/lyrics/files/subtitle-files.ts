import type { TrackFile, TrackNode } from '@otodana/contract'
import { createMatcher, fileFormat, type Likelihood, likeliestFirst } from '@otodana/subtitles'

import type { LocalSubtitle } from '#features/local-subtitles/index.ts'

/** A subtitle in a work's folders or on this device, before it is read. */
export type SubtitleFile = Likelihood & {
  /** `{workId}/{fileId}` in a work's folders, `local/…` on this device. */
  id: string
  name: string
  /** Names of the folders that it lies in, from the work's root. */
  folder: readonly string[]
  source: { url: string } | { local: LocalSubtitle }
}

/** The track's file in the work's folders. */
export type AudioFile = { name: string; durationSeconds: number | null }

/**
 * Returns the subtitles of a track's work, including those on this device, most likely first.
 *
 * @param tree  the work's folders; empty if unknown: subtitles on this device are found all the same
 *
 * @returns also the track's file, null if it is not in the tree
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
  const ofWork = texts.map(({ file, folder }) => ({
    id: file.hash,
    name: file.title,
    folder,
    path: pathOf(folder, file.title),
    source: { url: file.mediaStreamUrl },
    sizeBytes: file.size,
    isOnDevice: false,
  }))
  const ofDevice = onDevice.map((local) => ({
    id: `local/${local.id}`,
    name: local.name,
    folder: local.path.split('/').slice(0, -1),
    // Packages are separate translations, each with its own numbering.
    path: `package${local.packageId}/${local.path}`,
    source: { local },
    sizeBytes: local.content.length,
    isOnDevice: true,
  }))
  const all = [...ofWork, ...ofDevice]
  const matcher = createMatcher(
    sounds,
    all.map(({ path }) => path),
  )
  const files = likeliestFirst(matcher, audioPath, all).map(
    ({ id, name, folder, source, belonging, similarity }): SubtitleFile => ({
      id,
      name,
      folder,
      source,
      belonging,
      similarity,
    }),
  )
  return { audio: track ? { name: audioName, durationSeconds: track.file.duration ?? null } : null, files }
}

function pathOf(folder: readonly string[], name: string): string {
  return [...folder, name].join('/')
}
