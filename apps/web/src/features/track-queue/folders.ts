import {
  contentOf,
  distinctRecordings,
  type FolderPath,
  nameWithoutExtension,
  type TrackFile,
  type TrackFolder,
  type TrackNode,
} from '@otodana/contract'

/** A listed file; a companion belongs to the track above it. */
export type ListedFile = { file: TrackFile; isCompanion: boolean; hasCompanion: boolean }

/** A language tag between name and extension. */
const LANGUAGE = /[._ -][a-z]{2,3}(?:[-_][a-z]{2,4})?$/i

/**
 * Lists the files of a folder in its order, except that texts named like a track (`01.lrc`, `01.mp3.vtt`,
 * `01.zh-CN.srt`) follow that track and its versions.
 */
export function listFiles(files: readonly TrackFile[]): ListedFile[] {
  const tracks = new Map<string, TrackFile>()
  for (const file of files) {
    if (file.type === 'audio') tracks.set(file.title, file).set(nameWithoutExtension(file.title), file)
  }
  const trackOf = (file: TrackFile) => {
    if (file.type !== 'text') return undefined
    const name = nameWithoutExtension(file.title)
    return tracks.get(name) ?? tracks.get(name.replace(LANGUAGE, ''))
  }
  const companions = new Map<TrackFile, TrackFile[]>()
  const others = files.filter((file) => {
    const track = trackOf(file)
    if (track) companions.set(track, [...(companions.get(track) ?? []), file])
    return !track
  })
  return others.flatMap((file) => {
    const own = companions.get(file) ?? []
    return [
      { file, isCompanion: false, hasCompanion: own.length > 0 },
      ...own.map((each) => ({ file: each, isCompanion: true, hasCompanion: false })),
    ]
  })
}

/** Returns the nodes of a folder by its path from the root, or null if there is none. */
export function openFolder(tree: readonly TrackNode[], path: FolderPath): readonly TrackNode[] | null {
  let nodes = tree
  for (const name of path) {
    const folder = nodes.find((node): node is TrackFolder => node.type === 'folder' && node.title === name)
    if (!folder) return null
    nodes = folder.children
  }
  return nodes
}

/** The duration of all audio in a folder and below, in seconds; versions of one recording in one folder count once. */
export function totalSeconds(nodes: readonly TrackNode[]): number {
  const { folders, files } = contentOf(nodes)
  const recordings = distinctRecordings(files, { audioTypePreference: [] })
  const here = recordings.reduce((sum, file) => sum + (file.duration ?? 0), 0)
  return folders.reduce((sum, folder) => sum + totalSeconds(folder.children), here)
}

/** Whether a folder contains audio at any depth. */
export function hasAudio(nodes: readonly TrackNode[]): boolean {
  return nodes.some((node) => (node.type === 'folder' ? hasAudio(node.children) : node.type === 'audio'))
}
