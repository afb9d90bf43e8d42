import { realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Config } from '#config.ts'
import type { FolderRefusal } from '#settings/library-roots.ts'

import { isJunk, isWithin } from '../files/file-system.ts'

/** Folders that hold no files of people, even if they may be listed. */
const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev']
/** An ordinary file system, though it is below one of them. */
const MEMORY = '/dev/shm'
const PATIENCE_MS = 1_000

/** Whether a path names a folder below one of these places that is not hidden. Links are not resolved. */
export function isNamedBelow(places: readonly string[], path: string): boolean {
  if (!isAbsolute(path) || path.split(sep).includes('..')) return false
  const start = places.find((place) => isWithin(place, resolve(path)))
  return start !== undefined && !isHidden(start, resolve(path))
}

/** Whether a folder lies below one of these places and is not hidden; all with links resolved. */
export function isReallyBelow(places: readonly string[], realPath: string): boolean {
  return !isOfSystem(realPath) && places.some((place) => isWithin(place, realPath) && !isHidden(place, realPath))
}

function isOfSystem(realPath: string): boolean {
  return SYSTEM_FOLDERS.some((folder) => isWithin(folder, realPath)) && !isWithin(MEMORY, realPath)
}

function isHidden(start: string, path: string): boolean {
  return path
    .slice(start.length)
    .split(sep)
    .some((name) => name !== '' && isJunk(name))
}

/**
 * Returns a function that says why a folder of the database may not be used, or null: its row may come from a backup, or
 * from a time when `LIBRARY_BROWSE` was another. One that is away now is judged by its name.
 */
export function createFolderCheck({ libraryBrowse, dataDir }: Pick<Config, 'libraryBrowse' | 'dataDir'>) {
  const { find } = createRealPaths()

  return async (path: string): Promise<FolderRefusal | null> => {
    if (!isNamedBelow(libraryBrowse, path)) return 'outside'
    const [found, data = dataDir, ...places] = await Promise.all([
      find(path),
      ...[dataDir, ...libraryBrowse].map(async (other) => (await find(other)) ?? other),
    ])
    const realPath = found ?? path
    if (!isReallyBelow(found === null ? libraryBrowse : places, realPath)) return 'outside'
    return isWithin(data, realPath) || isWithin(realPath, data) ? 'data' : null
  }
}

export type RealPaths = ReturnType<typeof createRealPaths>

/** Resolves links. A mount that does not answer holds one thread, and delays callers once. */
export function createRealPaths(resolveLinks: (path: string) => Promise<string> = realpath, patience = wait) {
  const asked = new Map<string, Promise<string>>()

  /** @throws {NodeJS.ErrnoException} not there, or it does not answer */
  function get(path: string): Promise<string> {
    const known = asked.get(path)
    if (known) return known
    const found = resolveLinks(path).finally(() => asked.delete(path))
    const answer = Promise.race([found, patience(path).then(() => refuse(path))])
    asked.set(path, answer)
    return answer
  }

  return {
    get,
    /** null: not there, or it does not answer. */
    find: (path: string): Promise<string | null> => get(path).catch(() => null),
  }
}

const wait = (_path: string): Promise<unknown> => sleep(PATIENCE_MS, null, { ref: false })

function refuse(path: string): never {
  throw Object.assign(new Error(`${path} does not answer`), { code: 'ETIMEDOUT' })
}
