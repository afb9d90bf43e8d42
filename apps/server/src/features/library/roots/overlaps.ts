import type { FolderListing } from '@otodana/contract'

import { isS3Path } from '#storage/s3-settings.ts'

import { isWithin } from '../files/file-system.ts'
import type { RealPaths } from './allowed-folders.ts'

export type Overlap = NonNullable<FolderListing['overlap']>
/** A folder that a library folder may not overlap, and its path with all links resolved. */
export type TakenFolder = { path: string; realPath: string }

/** @param paths  the library folders, and the server's data folder */
export async function takenFolders(paths: readonly string[], realPaths: RealPaths): Promise<TakenFolder[]> {
  const onDisk = paths.filter((path) => !isS3Path(path))
  // One that is away is compared by its name.
  return Promise.all(onDisk.map(async (path) => ({ path, realPath: (await realPaths.find(path)) ?? path })))
}

/** Returns how a folder overlaps others; the closest first: the same, one that holds it, one in it. */
export function findOverlap(realPath: string, taken: readonly TakenFolder[]): Overlap | null {
  const same = taken.find((other) => other.realPath === realPath)
  if (same) return { kind: 'same', path: same.path }
  const around = taken.find((other) => isWithin(other.realPath, realPath))
  if (around) return { kind: 'inside', path: around.path }
  const within = taken.find((other) => isWithin(realPath, other.realPath))
  return within ? { kind: 'holds', path: within.path } : null
}
