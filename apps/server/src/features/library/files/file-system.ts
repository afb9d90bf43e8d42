import {
  closeSync,
  constants,
  fstatSync,
  opendirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  type Dirent,
} from 'node:fs'

import type { MediaFile } from '#features/metadata/index.ts'

export type Entry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>

/**
 * The scanner's access to the disk. Synchronous, because a scan has its own thread, where synchronous calls are several
 * times faster than promises. An interface, so that tests can simulate a failing disk.
 */
export type FileSystem = {
  /** @throws {NodeJS.ErrnoException} */
  list(dir: string): Entry[]
  /** Whether a folder contains anything but junk, without listing all of it. @throws {NodeJS.ErrnoException} */
  holdsAnything(dir: string): boolean
  /** Follows symlinks. @throws {NodeJS.ErrnoException} */
  stat(path: string): { isFile: boolean; isDirectory: boolean; sizeBytes: number; mtimeMs: number }
  /** @throws {NodeJS.ErrnoException} */
  realpath(path: string): string
  /** Reads blocks at offsets; shorter at the end of the file. @throws {NodeJS.ErrnoException} */
  readBlocks(path: string, offsets: readonly number[], length: number): Uint8Array[]
  /** Returns the store for files that are not on disk; null for those that are. */
  storeOf?(path: string): ObjectStore | null
}

/** Access to remote files, which is asynchronous. */
export type ObjectStore = {
  /** Asks the store whether a library folder contains anything now. @throws {StorageError} if it cannot be reached */
  holdsAnything(root: string, signal: AbortSignal): Promise<boolean>
  /** Returns a digest that survives moves and renames, from the listing alone. @throws {Error} no such object */
  fingerprint(path: string): string
  /** @throws {StorageError} */
  openMedia(path: string, signal: AbortSignal | undefined): Promise<MediaFile>
  /** Reads at most the first `length` bytes. @throws {StorageError} unreadable @throws {Error} aborted */
  readHead(path: string, length: number): Promise<Uint8Array>
}

/** Reads at most the first `length` bytes, from disk or from a store. */
export async function readHead(files: FileSystem, path: string, length: number): Promise<Uint8Array> {
  const store = files.storeOf?.(path)
  return store ? store.readHead(path, length) : (files.readBlocks(path, [0], length)[0] ?? new Uint8Array())
}

// The limit of Date; some disks have times from broken clocks.
const LAST_TIME_MS = 8.64e15

export const diskFileSystem: FileSystem = {
  list: (dir) => readdirSync(dir, { withFileTypes: true }),
  holdsAnything(dir) {
    const folder = opendirSync(dir)
    try {
      for (let entry = folder.readSync(); entry; entry = folder.readSync()) if (!isJunk(entry.name)) return true
      return false
    } finally {
      folder.closeSync()
    }
  },
  stat(path) {
    const stats = statSync(path)
    return {
      isFile: stats.isFile(),
      isDirectory: stats.isDirectory(),
      sizeBytes: stats.size,
      mtimeMs: Math.trunc(Math.min(LAST_TIME_MS, Math.max(-LAST_TIME_MS, stats.mtimeMs))),
    }
  },
  realpath: (path) => realpathSync.native(path),
  readBlocks(path, offsets, length) {
    // Non-blocking: a file replaced by a pipe since listing must not block the scan.
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      if (!fstatSync(descriptor).isFile()) throw new Error('is not a regular file')
      return offsets.map((offset) => {
        const block = new Uint8Array(length)
        return block.subarray(0, readSync(descriptor, block, 0, length, offset))
      })
    } finally {
      closeSync(descriptor)
    }
  },
}

const junkNames = new Set(['@eadir', '#recycle', '$recycle.bin', 'system volume information', '__macosx', 'lost+found'])
const junkFiles = new Set(['thumbs.db', 'desktop.ini', 'ehthumbs.db'])

/** Whether a file was left by file systems, sync tools or NAS boxes; such files are never part of a work. */
export function isJunk(name: string): boolean {
  if (name.startsWith('.')) return true
  const folded = name.toLowerCase()
  return junkNames.has(folded) || junkFiles.has(folded)
}

/** Whether a path is a folder or inside it; both absolute or both relative. */
export function isWithin(folder: string, path: string): boolean {
  if (path === folder || folder === '') return true
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** `a/b/c` → ``, `a`, `a/b` */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))]
}

/** Appends a name to a path; an empty folder starts a relative path. */
export function joinName(folder: string, name: string): string {
  return folder === '' || folder.endsWith('/') ? folder + name : `${folder}/${name}`
}

/** Describes an error for an administrator, without stack. */
export function describeError(error: unknown): string {
  return cleanText(error instanceof Error ? error.message : String(error))
}

/** Removes NUL, which PostgreSQL cannot store, and shortens the message. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, 1_000)
}

/** Other encodings cannot be detected by name, and Node could not open the file. */
export const BROKEN_NAME = 'Its name is not valid UTF-8; rename it'
