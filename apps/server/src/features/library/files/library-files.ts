import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import { createS3Client } from '#storage/s3-client.ts'
import { listObjects } from '#storage/s3-list.ts'
import { isS3Path, parseS3Root, type S3Settings } from '#storage/s3-settings.ts'
import { createS3Storage } from '#storage/s3.ts'
import type { LibraryRoot } from '#settings/library-roots.ts'
import type { Storage } from '#storage/storage.ts'

import { openStoredMedia } from '#features/metadata/index.ts'
import { diskFileSystem, type FileSystem, isJunk, isWithin, type ObjectStore } from './file-system.ts'
import { ObjectTree } from './object-tree.ts'

/**
 * The files of a scan: the disk and, for library folders in buckets, a listing of all objects. A bucket that cannot be
 * listed to its end is unavailable as a whole, because a partial listing would look like lost works.
 *
 * @throws the signal's reason
 */
export async function openLibraryFiles(
  roots: readonly LibraryRoot[],
  s3: S3Settings | null,
  signal: AbortSignal,
): Promise<FileSystem> {
  const buckets = roots.map(({ path }) => path).filter(isS3Path)
  if (buckets.length === 0) return diskFileSystem
  if (!s3) throw new Error('A library folder is in a bucket, but its store is not configured')
  const trees = new Map<string, ObjectTree | Error>()
  for (const root of buckets) trees.set(root, await listTree(root, s3, signal))
  const storage = createS3Storage(buckets, s3)

  function rootOf(path: string): string {
    // The longest match: roots may be nested.
    const [root] = buckets.filter((bucket) => isWithin(bucket, path)).sort((a, b) => b.length - a.length)
    if (root === undefined) throw new Error(`${path} lies in no library folder`)
    return root
  }
  function treeOf(path: string): ObjectTree {
    const tree = trees.get(rootOf(path))
    if (!(tree instanceof ObjectTree)) throw tree ?? new Error(`${path} was not listed`)
    return tree
  }

  const store: ObjectStore = {
    ...objectStore(storage, treeOf, (path) => {
      const root = rootOf(path)
      return { root, path: path.slice(root.length + 1) }
    }),
    holdsAnything: (root, stop) => holdsObjects(root, s3, stop),
  }
  return {
    list: (dir) => (isS3Path(dir) ? treeOf(dir) : diskFileSystem).list(dir),
    holdsAnything: (dir) => (isS3Path(dir) ? treeOf(dir) : diskFileSystem).holdsAnything(dir),
    stat: (path) => (isS3Path(path) ? treeOf(path) : diskFileSystem).stat(path),
    realpath: (path) => (isS3Path(path) ? treeOf(path) : diskFileSystem).realpath(path),
    readBlocks: diskFileSystem.readBlocks,
    storeOf: (path) => (isS3Path(path) ? store : null),
  }
}

async function listTree(root: string, s3: S3Settings, signal: AbortSignal): Promise<ObjectTree | Error> {
  const place = parseS3Root(root)
  if (!place) return new Error(`${root} is no address of a bucket`)
  const tree = new ObjectTree(root)
  try {
    for await (const objects of listObjects(createS3Client(s3), place, signal)) {
      for (const object of objects) {
        if (object.key.startsWith(place.keyPrefix)) tree.add(object.key.slice(place.keyPrefix.length), object)
      }
    }
    return tree
  } catch (error) {
    signal.throwIfAborted()
    return error as Error
  }
}

/** Stops at the first object that is not junk. */
async function holdsObjects(root: string, s3: S3Settings, signal: AbortSignal): Promise<boolean> {
  const place = parseS3Root(root)
  if (!place) return false
  for await (const objects of listObjects(createS3Client(s3), place, signal)) {
    const names = objects.map(({ key }) => key.slice(place.keyPrefix.length).split('/')[0] ?? '')
    if (names.some((name) => name !== '' && !isJunk(name))) return true
  }
  return false
}

type Place = { root: string; path: string }

function objectStore(
  storage: Storage,
  treeOf: (path: string) => ObjectTree,
  placeOf: (path: string) => Place,
): Omit<ObjectStore, 'holdsAnything'> {
  return {
    fingerprint(path) {
      const { sizeBytes, etag } = treeOf(path).object(path)
      return hash('sha256', `${sizeBytes}\0${etag}`, 'base64url').slice(0, 24)
    },
    openMedia: async (path, signal) => openStoredMedia(storage, await storage.stat(placeOf(path)), signal),
    async readHead(path, length) {
      const found = await storage.stat(placeOf(path))
      const end = Math.min(length, found.sizeBytes) - 1
      return end < 0 ? new Uint8Array() : buffer(await storage.openRange(found, { start: 0, end }))
    },
  }
}
