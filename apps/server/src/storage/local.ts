import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, open, opendir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'

import type { ByteRange } from '@otodana/contract'

import { FileRangeStream } from './file-range-stream.ts'
import {
  currentRoots,
  type FilePlace,
  type Storage,
  StorageError,
  type StorageFailure,
  type StorageRoots,
  type StoredFile,
} from './storage.ts'

// A pipe in place of a file must not block a thread, and a real path contains no links to follow.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * The library in local folders.
 *
 * @param roots  absolute; nothing outside of them is found or opened
 */
export function createLocalStorage(roots: StorageRoots): Storage {
  const checks = new Map<string, Promise<void>>()

  /** One at a time for each folder: a mount that does not answer must not take every thread that reads files. */
  function checkRoot(root: string): Promise<void> {
    const running = checks.get(root) ?? checkNow(root).finally(() => checks.delete(root))
    checks.set(root, running)
    return running
  }

  async function checkNow(root: string): Promise<void> {
    try {
      for await (const { name } of await opendir(root)) if (!isLeftBehind(name)) return
    } catch (error) {
      throw new StorageError('away', `${root} cannot be read now: ${(error as Error).message}`, error)
    }
    throw new StorageError('away', `${root} is empty now`)
  }

  return {
    checkRoot,

    async stat(place: FilePlace): Promise<StoredFile> {
      const current = await currentRoots(roots)
      if (!current.includes(place.root)) throw new StorageError('missing', `${place.root} is no library folder`)
      try {
        const realPath = await realpath(join(place.root, place.path))
        const location = await locate(current, realPath)
        return describe(await stat(realPath, { bigint: true }), location)
      } catch (error) {
        const failure = toStorageError(error)
        if (failure.failure === 'missing' || failure.failure === 'unreadable') await checkRoot(place.root)
        throw failure
      }
    },

    async openRange(file: StoredFile, range: ByteRange): Promise<Readable> {
      return new FileRangeStream(await openChecked(file), range)
    },
  }
}

/**
 * Opens first and then checks what was opened: the file's identity shows whether a folder or the file was replaced
 * after it was found inside the library.
 */
async function openChecked(file: StoredFile): Promise<FileHandle> {
  try {
    const handle = await open(file.realPath, OPEN_FLAGS)
    try {
      const opened = describe(await handle.stat({ bigint: true }), file)
      if (opened.identity !== file.identity || opened.version !== file.version) {
        throw new StorageError('changed', `${file.realPath} changed between finding and opening it`)
      }
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  } catch (error) {
    throw toStorageError(error)
  }
}

/** Files found in an empty mount point or on a new disk, which are no part of a library. */
function isLeftBehind(name: string): boolean {
  return name.startsWith('.') || name === 'lost+found'
}

type Location = Pick<StoredFile, 'realPath' | 'root' | 'pathInRoot'>

/** Finds the library folder that contains a real path; the folders themselves may be links. */
async function locate(roots: readonly string[], realPath: string): Promise<Location> {
  for (const root of roots) {
    const realRoot = await realpath(root).catch(() => null)
    if (realRoot === null) continue
    const pathInRoot = relative(realRoot, realPath)
    if (pathInRoot !== '' && pathInRoot !== '..' && !pathInRoot.startsWith(`..${sep}`) && !isAbsolute(pathInRoot)) {
      return { realPath, root, pathInRoot: pathInRoot.split(sep).join('/') }
    }
  }
  throw new StorageError('outside', `${realPath} lies outside the library`)
}

function describe(stats: BigIntStats, location: Location): StoredFile {
  if (!stats.isFile()) throw new StorageError('missing', `${location.realPath} is no regular file`)
  return {
    sizeBytes: Number(stats.size),
    modifiedMs: Number(stats.mtimeMs),
    version: `${stats.size.toString(36)}-${stats.mtimeNs.toString(36)}`,
    identity: `${stats.dev}:${stats.ino}`,
    realPath: location.realPath,
    root: location.root,
    pathInRoot: location.pathInRoot,
  }
}

const failures: Record<string, StorageFailure> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EISDIR: 'missing',
  // An endless chain of links, or a link created after the check.
  ELOOP: 'missing',
  ENAMETOOLONG: 'missing',
  // The path contains NUL.
  ERR_INVALID_ARG_VALUE: 'missing',
  EMFILE: 'exhausted',
  ENFILE: 'exhausted',
}

function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  return new StorageError(failures[code] ?? 'unreadable', message, error)
}
