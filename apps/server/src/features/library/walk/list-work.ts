import { hash } from 'node:crypto'

import { fileKind } from '../files/file-kinds.ts'
import { BROKEN_NAME, describeError, type FileSystem, isJunk, isWithin, joinName } from '../files/file-system.ts'
import { limits, type Limits } from '../limits.ts'
import type { FoundWork, NewProblem } from '../scan-types.ts'
import { isArchive } from './orphans.ts'

export type ListedFile = {
  /** Relative to the work's folder, separated by `/`. */
  path: string
  sizeBytes: number
  mtimeMs: number
}

/** The content of a work's folder on disk. */
export type Listing = {
  /** Sorted by path. */
  files: ListedFile[]
  /** A digest of every path, size and time: equal if nothing changed. */
  signature: string
  /** False if parts were unreadable, so that unlisted files may still exist. */
  isWhole: boolean
  /** Whether something failed that may succeed next time, and that the listing does not show. */
  mustRetry: boolean
  problems: NewProblem[]
}

// Increased when the scanner reads more from files, so that every work is read again.
const SIGNATURE_VERSION = 6

type Folder = { path: string; absolutePath: string; realPath: string; depth: number }
type Options = {
  realRoots: readonly string[]
  files: FileSystem
  limits?: Limits
  /** The folder that stands for the work's circle; it changes when works around it come and go. */
  circleFolder?: string | null
}

/**
 * Lists a work's folder recursively. Follows symlinks as the walk does: only within the library folders, and each
 * folder once.
 */
export function listWork(work: FoundWork, options: Options): Listing {
  const { files: disk, limits: limit = limits } = options
  const files: ListedFile[] = []
  const problems: NewProblem[] = []
  const listed = new Set<string>()
  const links: Folder[] = []
  let isWhole = true
  let mustRetry = false

  const top = { path: '', absolutePath: work.absolutePath, realPath: work.realPath, depth: 0 }
  listFolders(top)
  for (const link of links) {
    if (files.length >= limit.filesPerWork) break
    followLink(link)
  }
  if (files.length >= limit.filesPerWork) {
    isWhole = false
    report('tooManyFiles', '', `It holds more than ${limit.filesPerWork} files; the others are left out`)
  }
  const packed = files.filter(({ path }) => isArchive(path))
  if (packed.length > 0 && !files.some(({ path }) => fileKind(path) === 'audio')) {
    report('archive', packed[0]?.path ?? '', 'The work has no audio, except perhaps in this archive: unpack it')
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { files, signature: signatureOf(files, problems, options.circleFolder ?? ''), isWhole, mustRetry, problems }

  function listFolders(start: Folder) {
    const open = [start]
    for (let folder = open.pop(); folder; folder = open.pop()) {
      if (files.length >= limit.filesPerWork) return
      if (listed.has(folder.realPath)) continue
      listed.add(folder.realPath)
      open.push(...listFolder(folder))
    }
  }

  function listFolder(folder: Folder): Folder[] {
    let entries
    try {
      entries = disk.list(folder.absolutePath)
    } catch (error) {
      unseen('unreadableFolder', folder.path, `The folder cannot be read: ${describeError(error)}`)
      return []
    }
    const inner: Folder[] = []
    for (const entry of entries) {
      if (files.length >= limit.filesPerWork) break
      if (isJunk(entry.name)) continue
      const child = {
        path: joinName(folder.path, entry.name),
        absolutePath: joinName(folder.absolutePath, entry.name),
        realPath: joinName(folder.realPath, entry.name),
        depth: folder.depth + 1,
      }
      if (child.path.length > limit.pathLength) {
        report('tooDeep', child.path, `Its path is longer than ${limit.pathLength} characters`)
      } else if (entry.isDirectory() && entry.name.includes('\uFFFD')) {
        report('unreadableFolder', child.path, BROKEN_NAME)
      } else if (entry.isDirectory()) {
        if (folder.depth < limit.depthInWork) inner.push(child)
        else report('tooDeep', child.path, `It lies more than ${limit.depthInWork} folders deep in its work`)
      } else if (entry.isSymbolicLink()) {
        links.push(child)
      } else if (entry.isFile()) {
        noteFile(child.path, child.absolutePath)
      }
    }
    return inner
  }

  function noteFile(path: string, absolutePath: string) {
    if (path.includes('\uFFFD')) {
      report('unreadableFile', path, BROKEN_NAME)
      return
    }
    try {
      const { isFile, sizeBytes, mtimeMs } = disk.stat(absolutePath)
      if (isFile) files.push({ path, sizeBytes, mtimeMs })
    } catch (error) {
      unseen('unreadableFile', path, `The file cannot be read: ${describeError(error)}`)
    }
  }

  function followLink(link: Folder) {
    try {
      const realPath = disk.realpath(link.absolutePath)
      if (!options.realRoots.some((root) => isWithin(root, realPath))) {
        report('outsideLibrary', link.path, 'The link leads out of the library folders and is not followed')
        return
      }
      if (!disk.stat(realPath).isDirectory) return noteFile(link.path, link.absolutePath)
      // A folder above the work leads back to it and to other works.
      if (isWithin(realPath, work.realPath)) return
      if (link.depth <= limit.depthInWork) listFolders({ ...link, realPath })
    } catch (error) {
      unseen('unreadableFile', link.path, `The link leads nowhere: ${describeError(error)}`)
    }
  }

  function unseen(kind: NewProblem['kind'], path: string, message: string) {
    isWhole = false
    mustRetry = true
    report(kind, path, message)
  }

  function report(kind: NewProblem['kind'], path: string, message: string) {
    const inRoot = path === '' ? work.path : joinName(work.path, path)
    problems.push({ kind, root: work.root, path: inRoot, workId: work.code.id, message })
  }
}

function signatureOf(files: readonly ListedFile[], problems: readonly NewProblem[], circleFolder: string): string {
  const lines = files.map(({ path, sizeBytes, mtimeMs }) => `${path}\0${sizeBytes}\0${mtimeMs}`)
  // Omitted files are part of the signature: a link that now leads outside changes no file.
  const omitted = problems.map(({ kind, path }) => `${kind}\0${path}`).sort()
  return hash('sha256', [SIGNATURE_VERSION, circleFolder, ...lines, '', ...omitted].join('\n'), 'base64url')
}
