import type { FileKind, TrackFile, TrackFolder, TrackNode, TrackProblem } from '@otodana/contract'
import { createMatcher } from '@otodana/subtitles'

import { playsInBrowsers } from '#features/media/index.ts'

import { naturallySorted } from './natural-order.ts'

export type ListedFile = {
  id: number
  /** Relative to the work's folder, separated by `/`. */
  path: string
  kind: FileKind
  size_bytes: number
  duration_seconds: number | null
  /** Empty if the file was unreadable. */
  fingerprint: string
  /** What the scan found wrong with it, or null. */
  problem: string | null
}

/** What only those get who ask for it. */
type Extras = {
  /** Whether a file is named as a video. */
  hasVideo?: (file: ListedFile) => boolean
  withVersions?: boolean
}

/** Enough to tell the versions of one file apart. */
const VERSION_CHARACTERS = 8

export type TreeWork = { id: number; source_id: string; source_type: string; title: string }

/**
 * Returns a work's files as a tree: folders before files, each in natural order.
 *
 * @param hasLowQuality  whether a file has a smaller stream
 */
export function trackTree(
  work: TreeWork,
  files: readonly ListedFile[],
  siteUrl: string,
  hasLowQuality: (file: ListedFile) => boolean,
  { hasVideo = () => false, withVersions = false }: Extras = {},
): TrackNode[] {
  const root: TrackFolder = { type: 'folder', title: '', children: [] }
  const folders = new Map<string, TrackFolder>([['', root]])

  function folderAt(path: string): TrackFolder {
    const known = folders.get(path)
    if (known) return known
    const cut = path.lastIndexOf('/')
    const folder: TrackFolder = { type: 'folder', title: path.slice(cut + 1), children: [] }
    folders.set(path, folder)
    folderAt(cut === -1 ? '' : path.slice(0, cut)).children.push(folder)
    return folder
  }

  const subtitled = findSubtitled(files)
  for (const file of files) {
    const cut = file.path.lastIndexOf('/')
    const track = toTrack(work, file, siteUrl, hasLowQuality(file))
    if (subtitled.has(file.path)) track.hasSubtitles = true
    if (hasVideo(file)) track.videoUrl = `${siteUrl}/api/media/video/${track.hash}`
    if (withVersions && file.fingerprint !== '') track.version = file.fingerprint.slice(0, VERSION_CHARACTERS)
    folderAt(cut === -1 ? '' : file.path.slice(0, cut)).children.push(track)
  }
  for (const folder of folders.values()) folder.children = foldersFirst(folder.children)
  return root.children
}

/** Returns the paths of audio that has subtitles. */
function findSubtitled(files: readonly ListedFile[]): Set<string> {
  const audio = files
    .filter(({ kind }) => kind === 'audio')
    .map(({ path, duration_seconds }) => ({ path, durationSeconds: duration_seconds }))
  const texts = files.flatMap(({ kind, path }) => (kind === 'text' ? [path] : []))
  return new Set([...createMatcher(audio, texts).subtitled()].map(({ path }) => path))
}

function problemOf({ kind, size_bytes, duration_seconds, fingerprint, problem }: ListedFile): TrackProblem | null {
  if (kind !== 'audio') return null
  if (size_bytes === 0) return 'empty'
  if (problem === null) return null
  if (fingerprint === '') return 'unreadable'
  return duration_seconds === null ? 'damaged' : 'incomplete'
}

function toTrack(work: TreeWork, file: ListedFile, siteUrl: string, hasLowQuality: boolean): TrackFile {
  const hash = `${work.id}/${file.id}`
  const problem = problemOf(file)
  return {
    type: file.kind,
    hash,
    title: file.path.slice(file.path.lastIndexOf('/') + 1),
    work: { id: work.id, source_id: work.source_id, source_type: work.source_type },
    workTitle: work.title,
    mediaStreamUrl: `${siteUrl}/api/media/stream/${hash}`,
    mediaDownloadUrl: `${siteUrl}/api/media/download/${hash}`,
    streamLowQualityUrl: hasLowQuality ? `${siteUrl}/api/media/streamLowQuality/${hash}` : '',
    ...(file.duration_seconds === null ? {} : { duration: file.duration_seconds }),
    size: file.size_bytes,
    ...(problem === null ? {} : { problem }),
    ...(hasLowQuality && !playsInBrowsers(file.path) && { streamOnly: true as const }),
  }
}

function foldersFirst(nodes: readonly TrackNode[]): TrackNode[] {
  const sorted = naturallySorted(nodes, ({ title }) => title)
  return [...sorted.filter(({ type }) => type === 'folder'), ...sorted.filter(({ type }) => type !== 'folder')]
}
