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
 * What the scanner asks of the disk. Synchronous, because a scan has a thread of its own, where one call after another
 * is several times faster than promises; a port, so that tests can answer with the errors of a failing disk.
 */
export type FileSystem = {
  /** @throws {NodeJS.ErrnoException} */
  list(dir: string): Entry[]
  /** Whether a folder holds anything but junk, without listing all of it. @throws {NodeJS.ErrnoException} */
  holdsAnything(dir: string): boolean
  /** Follows symlinks. @throws {NodeJS.ErrnoException} */
  stat(path: string): { isFile: boolean; isDirectory: boolean; sizeBytes: number; mtimeMs: number }
  /** @throws {NodeJS.ErrnoException} */
  realpath(path: string): string
  /** The bytes at each offset, fewer at the file's end. @throws {NodeJS.ErrnoException} */
  readBlocks(path: string, offsets: readonly number[], length: number): Uint8Array[]
  /** What is asked for the content of files that are not on the disk; null or left out for those that are. */
  storeOf?(path: string): ObjectStore | null
}

/** Where to ask is far, so nothing that needs asking is synchronous. */
export type ObjectStore = {
  /** Asks the store itself whether anything lies below a library folder now. @throws {StorageError} when it cannot be asked */
  holdsAnything(root: string, signal: AbortSignal): Promise<boolean>
  /** The same after a move or a new name, from what the list of objects tells. @throws {Error} when it is not there */
  fingerprint(path: string): string
  /** @throws {StorageError} */
  openMedia(path: string, signal: AbortSignal | undefined): Promise<MediaFile>
  /** The first bytes, at most `length`. @throws {StorageError} when they cannot be had; {Error} when they break off */
  readHead(path: string, length: number): Promise<Uint8Array>
}

// Beyond this, a Date cannot hold the time; some disks give times from broken clocks.
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
    // Non-blocking: a file that became a pipe since it was listed must not stop the scan.
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

/** Names that file systems, sync tools and NAS boxes leave behind; never part of a work. */
export function isJunk(name: string): boolean {
  if (name.startsWith('.')) return true
  const folded = name.toLowerCase()
  return junkNames.has(folded) || junkFiles.has(folded)
}

/** Whether a path is a folder itself or lies beneath it; both as absolute or both as relative paths. */
export function isWithin(folder: string, path: string): boolean {
  if (path === folder || folder === '') return true
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** `a/b/c` → ``, `a`, `a/b` */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))]
}

/** One more name on a path; an empty folder is the start of a relative path. */
export function joinName(folder: string, name: string): string {
  return folder === '' || folder.endsWith('/') ? folder + name : `${folder}/${name}`
}

/** An error in words for an administrator, without stack. */
export function describeError(error: unknown): string {
  return cleanText(error instanceof Error ? error.message : String(error))
}

/** PostgreSQL stores no NUL, and no one reads a message longer than this. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, 1_000)
}

/** Other encodings cannot be told apart by their names alone, and Node would not find the file again. */
export const BROKEN_NAME = 'Its name is not valid UTF-8; rename it'
