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

/** A file as it is listed: a companion goes along with the track above it. */
export type ListedFile = { file: TrackFile; isCompanion: boolean; hasCompanion: boolean }

/** What translators put between the name and the extension. */
const LANGUAGE = /[._ -][a-z]{2,3}(?:[-_][a-z]{2,4})?$/i

/**
 * The files of a folder, in its order, but texts that are named like a track (`01.lrc`, `01.mp3.vtt`, `01.zh-CN.srt`) right
 * after it, and after its versions in other formats.
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
