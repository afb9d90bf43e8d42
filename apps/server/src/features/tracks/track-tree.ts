import type { FileKind, TrackFile, TrackFolder, TrackNode } from '@otodana/contract'

import { naturallySorted } from './natural-order.ts'

export type ListedFile = {
  id: number
  /** Relative to the work's folder, `/` between names. */
  path: string
  kind: FileKind
  size_bytes: number
  duration_seconds: number | null
}

export type TreeWork = { id: number; source_id: string; source_type: string; title: string }

/**
 * A work's files as the tree they lie in: folders first, then files, each in natural order.
 *
 * @param hasLowQuality  whether there is a smaller stream of a file
 */
export function trackTree(
  work: TreeWork,
  files: readonly ListedFile[],
  origin: string,
  hasLowQuality: (file: ListedFile) => boolean,
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

  for (const file of files) {
    const cut = file.path.lastIndexOf('/')
    folderAt(cut === -1 ? '' : file.path.slice(0, cut)).children.push(toTrack(work, file, origin, hasLowQuality(file)))
  }
  for (const folder of folders.values()) folder.children = foldersFirst(folder.children)
  return root.children
}

function toTrack(work: TreeWork, file: ListedFile, origin: string, hasLowQuality: boolean): TrackFile {
  const hash = `${work.id}/${file.id}`
  return {
    type: file.kind,
    hash,
    title: file.path.slice(file.path.lastIndexOf('/') + 1),
    work: { id: work.id, source_id: work.source_id, source_type: work.source_type },
    workTitle: work.title,
    mediaStreamUrl: `${origin}/api/media/stream/${hash}`,
    mediaDownloadUrl: `${origin}/api/media/download/${hash}`,
    streamLowQualityUrl: hasLowQuality ? `${origin}/api/media/streamLowQuality/${hash}` : '',
    ...(file.duration_seconds === null ? {} : { duration: file.duration_seconds }),
    size: file.size_bytes,
  }
}

function foldersFirst(nodes: readonly TrackNode[]): TrackNode[] {
  const sorted = naturallySorted(nodes, ({ title }) => title)
  return [...sorted.filter(({ type }) => type === 'folder'), ...sorted.filter(({ type }) => type !== 'folder')]
}
