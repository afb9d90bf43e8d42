import { isSidecarName } from '@otodana/contract'
import { findWorkCode } from '@otodana/work-code'

import { codesOfFolder } from '#features/metadata/index.ts'

import type { LibraryRoot } from '#settings/library-roots.ts'

import {
  BROKEN_NAME,
  describeError,
  type FileSystem,
  foldersAbove,
  isJunk,
  isWithin,
  joinName,
} from '../files/file-system.ts'
import type { CodelessFolder } from '../folders/codeless-folders.ts'
import type { IdentityOf, Place } from '../folders/identities.ts'
import { limits } from '../limits.ts'
import type { FoundWork, NewProblem } from '../scan-types.ts'
import type { Scope } from '../scan/scope.ts'
import { createOrphans } from './orphans.ts'

/** `empty`: available but empty, as the mount point of an unmounted disk. */
type RootState = 'ok' | 'empty' | 'unavailable'

/** A sidecar in a work's folder, or in one that is none. */
export type SidecarPlace = Place & { absolutePath: string; name: string; workId: number | null }

export type Walk = {
  /** In order of roots, then paths; codes may repeat. */
  works: FoundWork[]
  problems: NewProblem[]
  /** Unreadable folders: nothing in them may be marked as missing. */
  unreadable: { root: string; path: string }[]
  roots: Map<string, RootState>
  sidecars: SidecarPlace[]
  /** Folders with audio in no work. */
  codeless: CodelessFolder[]
  /** The real paths that may contain files. */
  realRoots: string[]
}

type Folder = {
  root: string
  path: string
  absolutePath: string
  realPath: string
  depth: number
  /** The innermost work that contains it. */
  workId: number | null
}
type Options = {
  scanDepth: number
  files: FileSystem
  /** Which works folders are, where their names do not say so. */
  identityOf?: IdentityOf
  /** Walks these folders alone. */
  scope?: Scope | null
}

/**
 * Finds every work folder: one whose name contains a code, at most `scanDepth` folders deep. A folder inside another
 * work is a separate work if its code differs (a series in one folder). Yields the count after each folder, so that the
 * caller can stop it or let other work run.
 *
 * Symlinks are followed if they lead into a library folder that is not walked under its own name. They are walked last,
 * so that folders are known by their real paths, and no loop is entered twice. With a scope they are not followed, since
 * it is not known what is walked under its own name; what lies behind them counts as unreadable.
 */
export function* walkRoots(roots: readonly LibraryRoot[], options: Options): Generator<number, Walk> {
  const walk: Walk = {
    works: [],
    problems: [],
    unreadable: [],
    roots: new Map(),
    sidecars: [],
    codeless: [],
    realRoots: [],
  }
  const { identityOf = () => undefined, scope = null } = options
  const walked = new Set<string>()
  const workPlaces = new Set<string>()
  /** Folders that contain works, at any depth. */
  const aboveWorks = new Set<string>()
  const links: Folder[] = []
  const starts: Folder[] = []
  const orphans = createOrphans()
  /** Further works of folders with several codes. */
  const also: FoundWork[] = []

  for (const { path: root } of roots) {
    if (scope?.touches(root) === false) {
      noteRealRoot(root, walk, options.files)
      continue
    }
    const start = openRoot(root, walk, options.files)
    if (start) starts.push(start)
  }
  for (const start of starts) yield* walkFolder(start)
  // Grows during the loop: followed links may contain further links.
  for (const link of links) {
    const target = scope === null ? followLink(link) : leaveLink(link)
    if (target) yield* walkFolder(target)
  }
  // A folder with a code alone is the better place for its work.
  const withFolder = new Set(walk.works.map(({ code }) => code.id))
  walk.works.push(...also.filter(({ code }) => !withFolder.has(code.id)))
  walk.works.sort(
    (a, b) =>
      Number(a.isNested) - Number(b.isNested) || rootIndex(a.root) - rootIndex(b.root) || (a.path < b.path ? -1 : 1),
  )
  const placesOf = Map.groupBy(walk.works, ({ root }) => root)
  for (const { path: root } of roots) {
    const places = placesOf.get(root)?.map(({ path }) => path) ?? []
    walk.problems.push(...orphans.problems(root, places))
    walk.codeless.push(...orphans.codeless(root, places))
  }
  return walk

  function* walkFolder(start: Folder): Generator<number, void> {
    const open = [start]
    for (let folder = open.pop(); folder; folder = open.pop()) {
      if (folder.workId === null) {
        if (walked.has(folder.realPath)) continue
        walked.add(folder.realPath)
      }
      open.push(...lookInto(folder))
      yield walk.works.length
    }
  }

  /** Records the works in a folder, and returns the folders to visit next. */
  function lookInto(folder: Folder): Folder[] {
    let entries
    try {
      entries = options.files.list(folder.absolutePath)
    } catch (error) {
      // Within a work, reading the work reports it.
      if (folder.workId === null) unreadable(folder, `The folder cannot be read: ${describeError(error)}`)
      else walk.unreadable.push({ root: folder.root, path: folder.path })
      return []
    }
    const inner: Folder[] = []
    for (const entry of entries) {
      if (isJunk(entry.name)) continue
      if (scope?.leavesOut(folder, entry.name)) continue
      const isLink = entry.isSymbolicLink()
      if (entry.isFile()) noteFile(folder, entry.name)
      if (!isLink && !entry.isDirectory()) continue
      const child = childOf(folder, entry.name)
      // Links within a work belong to that work.
      if (isLink && folder.workId !== null) continue
      if (child.path.length > limits.pathLength) {
        if (folder.workId === null) report('tooDeep', child, `Its path is longer than ${limits.pathLength} characters`)
      } else if (folder.depth >= options.scanDepth) {
        if (findWorkCode(entry.name) || identityOf(child)) {
          report('tooDeep', child, `It lies deeper than ${options.scanDepth} folders (SCAN_DEPTH)`)
        }
      } else if (isLink) {
        links.push(child)
      } else if (entry.name.includes('\uFFFD')) {
        if (folder.workId === null) unreadable(child, BROKEN_NAME)
      } else {
        inner.push(noteWork(child) ?? child)
      }
    }
    return inner
  }

  /** Records a work folder, and returns it as part of a work: itself. */
  function noteWork(folder: Folder): Folder | null {
    const name = folder.path.slice(folder.path.lastIndexOf('/') + 1)
    const given = identityOf(folder)
    const [code, ...others] = given ? [given] : codesOfFolder(name)
    if (!code || code.id === folder.workId) return null
    const inside = { ...folder, workId: code.id }
    if (walked.has(folder.realPath)) return inside
    walked.add(folder.realPath)
    const { root, path, absolutePath, realPath } = folder
    const place = { root, path, name, absolutePath, realPath, isNested: folder.workId !== null }
    walk.works.push({ ...place, code })
    also.push(...others.filter(({ id }) => id !== folder.workId).map((other) => ({ ...place, code: other })))
    workPlaces.add(realPath)
    for (const above of foldersAbove(realPath)) aboveWorks.add(above)
    return inside
  }

  function noteFile(folder: Folder, name: string): void {
    const { root, path, absolutePath, realPath, workId } = folder
    if (workId === null) {
      orphans.note(folder, name, () => options.files.stat(joinName(absolutePath, name)).sizeBytes)
    }
    if (path !== '' && isSidecarName(name) && (workId === null || workPlaces.has(realPath))) {
      walk.sidecars.push({ root, path, absolutePath, name, workId })
    }
  }

  function followLink(link: Folder): Folder | null {
    const hasCode =
      findWorkCode(link.path.slice(link.path.lastIndexOf('/') + 1)) !== null || identityOf(link) !== undefined
    let realPath
    try {
      realPath = options.files.realpath(link.absolutePath)
      if (!options.files.stat(realPath).isDirectory) return null
    } catch (error) {
      // Without a code the link may lead to anything; known content is kept either way.
      if (hasCode) unreadable(link, `The link leads nowhere: ${describeError(error)}`)
      else walk.unreadable.push({ root: link.root, path: link.path })
      return null
    }
    if (!walk.realRoots.some((root) => isWithin(root, realPath))) {
      report('outsideLibrary', link, 'The link leads out of the library folders and is not followed')
      return null
    }
    if (isWithin(realPath, link.realPath)) {
      if (hasCode) report('tooDeep', link, 'The link leads back to a folder above it and is not followed')
      return null
    }
    const target = { ...link, realPath }
    if (!hasCode) return target
    // Another name of the same work adds nothing; a folder with other works would be read twice.
    if (workPlaces.has(realPath) || aboveWorks.has(realPath)) {
      if (!workPlaces.has(realPath))
        report('tooDeep', link, 'The link leads to a folder that holds other works and is not followed')
      return null
    }
    // The folder may have been walked as a plain one; the link's name makes it a work.
    walked.delete(realPath)
    orphans.forget(realPath)
    noteWork(target)
    return null
  }

  function leaveLink({ root, path }: Folder): null {
    walk.unreadable.push({ root, path })
    return null
  }

  function unreadable(folder: Folder, message: string) {
    walk.unreadable.push({ root: folder.root, path: folder.path })
    report('unreadableFolder', folder, message)
  }

  function report(kind: NewProblem['kind'], { root, path }: Folder, message: string) {
    walk.problems.push({ kind, root, path, workId: null, message })
  }

  function rootIndex(root: string): number {
    return roots.findIndex(({ path }) => path === root)
  }
}

/** For links that lead into a library folder that is not walked. */
function noteRealRoot(root: string, walk: Walk, files: FileSystem): void {
  try {
    walk.realRoots.push(files.realpath(root))
  } catch {
    // Unavailable, or in a store, into which no link leads.
  }
}

function openRoot(root: string, walk: Walk, files: FileSystem): Folder | null {
  try {
    const realPath = files.realpath(root)
    const entries = files.list(root)
    walk.roots.set(root, entries.some((entry) => !isJunk(entry.name)) ? 'ok' : 'empty')
    walk.realRoots.push(realPath)
    return { root, path: '', absolutePath: root, realPath, depth: 0, workId: null }
  } catch (error) {
    walk.roots.set(root, 'unavailable')
    walk.problems.push({
      kind: 'rootUnavailable',
      root,
      path: '',
      workId: null,
      message: `The library folder cannot be read; its works stay as they are: ${describeError(error)}`,
    })
    return null
  }
}

function childOf(folder: Folder, name: string): Folder {
  return {
    root: folder.root,
    path: joinName(folder.path, name),
    absolutePath: joinName(folder.absolutePath, name),
    realPath: joinName(folder.realPath, name),
    depth: folder.depth + 1,
    workId: folder.workId,
  }
}
