import { savedPaths } from '@otodana/contract'
import { LRUCache } from 'lru-cache'

import { sortedAsTree } from '#features/tracks/index.ts'

import { widened } from './names.ts'
import type { DavFile, FoundWork, WebdavRepository } from './webdav.repository.ts'

export type Folder = {
  kind: 'folder'
  /** In natural order, folders first. */
  members: Map<string, Folder | NamedFile>
  /** When a file in it or below was last changed, in milliseconds since 1970. */
  modifiedMs: number
}
export type NamedFile = { kind: 'file'; file: DavFile }

/** A thousand works of a hundred files. */
const MAX_KNOWN_FILES = 100_000

/** Works' files in folders, under names that all systems accept. A player that jumps asks for the same work again and again. */
export function createWorkFiles({ files }: Pick<WebdavRepository, 'files'>) {
  const known = new LRUCache<string, { folder: Folder }>({ maxSize: MAX_KNOWN_FILES })

  return async function filesOf(work: FoundWork): Promise<Folder> {
    const key = `${work.id} ${work.updatedAtMs} ${work.signature}`
    const found = known.get(key)
    if (found) return found.folder
    const rows = await files([work.id])
    const folder = toFolders(rows)
    known.set(key, { folder }, { size: rows.length + 1 })
    return folder
  }
}

/** Returns the path of each of a work's files below its folder, by id and in natural order. Takes all of them, because names depend on the others. */
export function pathsIn(files: readonly DavFile[]): Map<number, string[]> {
  const inOrder = sortedAsTree(files, ({ path }) => path)
  const paths = savedPaths(inOrder.map(({ path }) => path.split('/').map(widened)))
  return new Map(inOrder.map(({ id }, at) => [id, paths[at]!]))
}

function toFolders(files: readonly DavFile[]): Folder {
  const root = aFolder()
  const byId = new Map(files.map((file) => [file.id, file]))
  for (const [id, path] of pathsIn(files)) {
    const file = byId.get(id)!
    let folder = root
    root.modifiedMs = Math.max(root.modifiedMs, file.mtime_ms)
    for (const name of path.slice(0, -1)) {
      const next = folder.members.get(name)
      const below = next?.kind === 'folder' ? next : aFolder()
      if (below !== next) folder.members.set(name, below)
      folder = below
      folder.modifiedMs = Math.max(folder.modifiedMs, file.mtime_ms)
    }
    folder.members.set(path.at(-1)!, { kind: 'file', file })
  }
  return root
}

function aFolder(): Folder {
  return { kind: 'folder', members: new Map(), modifiedMs: 0 }
}

/** Returns what is at a path below a work's folder; null: nothing. */
export function findBelow(folder: Folder, path: readonly string[]): Folder | NamedFile | null {
  let found: Folder | NamedFile = folder
  for (const name of path) {
    const next: Folder | NamedFile | undefined = found.kind === 'folder' ? found.members.get(name) : undefined
    if (next === undefined) return null
    found = next
  }
  return found
}
