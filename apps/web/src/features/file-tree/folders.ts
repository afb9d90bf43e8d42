import type { TrackFile, TrackFolder, TrackNode } from '@otodana/contract'

import type { Preferences } from './preferences.ts'

export type FolderPath = readonly string[]

/** What one folder shows. */
export type FolderContent = { folders: TrackFolder[]; files: TrackFile[] }

/** Folders first; within folders and within files the order is the server's, which is natural order. */
export function contentOf(nodes: readonly TrackNode[]): FolderContent {
  const content: FolderContent = { folders: [], files: [] }
  for (const node of nodes) {
    if (node.type === 'folder') content.folders.push(node)
    else content.files.push(node)
  }
  return content
}

/** The nodes of the folder that a path names, from the root; null when there is no such folder. */
export function openFolder(tree: readonly TrackNode[], path: FolderPath): readonly TrackNode[] | null {
  let nodes = tree
  for (const name of path) {
    const folder = nodes.find((node): node is TrackFolder => node.type === 'folder' && node.title === name)
    if (!folder) return null
    nodes = folder.children
  }
  return nodes
}

/** Seconds of sound in a folder and all below it; versions of one recording in one folder count once. */
export function totalSeconds(nodes: readonly TrackNode[]): number {
  const { folders, files } = contentOf(nodes)
  const recordings = distinctRecordings(files, { audioTypePreference: [] })
  const here = recordings.reduce((sum, file) => sum + (file.duration ?? 0), 0)
  return folders.reduce((sum, folder) => sum + totalSeconds(folder.children), here)
}

/** Whether there is anything to hear in a folder or below it. */
export function hasAudio(nodes: readonly TrackNode[]): boolean {
  return nodes.some((node) => (node.type === 'folder' ? hasAudio(node.children) : node.type === 'audio'))
}

/** How much a file's format is wanted for playing, 0 most. */
export function formatRank(fileName: string, { audioTypePreference }: Formats): number {
  const rank = (audioTypePreference as readonly string[]).indexOf(extensionOf(fileName))
  return rank < 0 ? audioTypePreference.length : rank
}

type Formats = Pick<Preferences, 'audioTypePreference'>

/**
 * The audio files of a folder, in its order; of a recording that lies there in several formats (`01.mp3`, `01.wav`) only
 * one: that of `chosen`, otherwise the preferred one.
 */
export function distinctRecordings(files: readonly TrackFile[], formats: Formats, chosen?: TrackFile): TrackFile[] {
  const rank = (file: TrackFile) =>
    chosen && extensionOf(file.title) === extensionOf(chosen.title) ? -1 : formatRank(file.title, formats)
  const best = new Map<string, TrackFile>()
  for (const file of files) {
    if (file.type !== 'audio') continue
    const recording = nameWithoutExtension(file.title)
    const other = best.get(recording)
    if (!other || rank(file) < rank(other)) best.set(recording, file)
  }
  return [...best.values()]
}

/** `Track 1` for `Track 1.mp3`; a name without an extension, or one that is nothing but that, stays as it is. */
export function nameWithoutExtension(fileName: string): string {
  return fileName.replace(/^(.+)\.[a-z\d]{1,5}$/is, '$1')
}

function extensionOf(fileName: string): string {
  return fileName.slice(nameWithoutExtension(fileName).length + 1).toLowerCase()
}
