import type { TrackFile, TrackFolder, TrackNode } from '../tracks.ts'

export type FolderPath = readonly string[]

/** The content of one folder. */
export type FolderContent = { folders: TrackFolder[]; files: TrackFile[] }

/** Which version of a work plays, where there are several. */
export type RecordingPreferences = {
  /** With or without sound effects. */
  sePreference: 'with' | 'without'
  /** Extensions of files, best first; others come last. */
  audioTypePreference: readonly string[]
}

type Formats = Pick<RecordingPreferences, 'audioTypePreference'>

/** Folders first; both keep the server's natural order. */
export function contentOf(nodes: readonly TrackNode[]): FolderContent {
  const content: FolderContent = { folders: [], files: [] }
  for (const node of nodes) {
    if (node.type === 'folder') content.folders.push(node)
    else content.files.push(node)
  }
  return content
}

/** The rank of a file's format in the preferences, 0 being the best. */
export function formatRank(fileName: string, { audioTypePreference }: Formats): number {
  const rank = audioTypePreference.indexOf(extensionOf(fileName))
  return rank < 0 ? audioTypePreference.length : rank
}

/**
 * Returns the audio files of a folder in its order, each recording (`01.mp3`, `01.wav`) once: `chosen` if it is one of
 * them, otherwise the preferred format.
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

/** `Track 1` for `Track 1.mp3`; names without an extension, or with nothing else, are unchanged. */
export function nameWithoutExtension(fileName: string): string {
  return fileName.replace(/^(.+)\.[a-z\d]{1,5}$/is, '$1')
}

export function extensionOf(fileName: string): string {
  return fileName.slice(nameWithoutExtension(fileName).length + 1).toLowerCase()
}
