import { realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'

import type { Config } from '#config.ts'
import type { FolderRefusal } from '#settings/library-roots.ts'
import { createPatientReads, type PatientReads } from '#storage/patient-reads.ts'

import { isJunk, isWithin } from '../files/file-system.ts'

/** Folders that hold no files of people, even if they may be listed. */
const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev']
/** An ordinary file system, though it is below one of them. */
const MEMORY = '/dev/shm'

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
  const { find } = realPaths

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

export type RealPaths = PatientReads<string>

/** With all links resolved; shared, because a mount that does not answer holds a thread for each that asks. */
export const realPaths: RealPaths = createPatientReads((path) => realpath(path))
