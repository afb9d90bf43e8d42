import type { Readable } from 'node:stream'

import type { ByteRange } from '@otodana/contract'

/** The path of a library file, as stored by the scan. */
export type FilePlace = {
  /** One of the configured library folders. */
  root: string
  /** Relative to the root, separated by `/`. */
  path: string
}

/** The library's folders; a function where they may change. */
export type StorageRoots = readonly string[] | (() => Promise<readonly string[]>)

export async function currentRoots(roots: StorageRoots): Promise<readonly string[]> {
  return typeof roots === 'function' ? roots() : roots
}

/** @param folder  the work's folder, which may be the root itself */
export function placeBelow({ root, path: folder }: FilePlace, path: string): FilePlace {
  return { root, path: folder === '' ? path : `${folder}/${path}` }
}

/** One state of a file, when it was found. */
export type StoredFile = {
  sizeBytes: number
  /** Milliseconds since 1970. */
  modifiedMs: number
  /** Letters, digits and dashes; changes with the file's content. */
  version: string
  /** Identifies the file regardless of its name. */
  identity: string
  /** Its real path, with all links resolved. */
  realPath: string
  /** The library folder that really contains it, and the path below, separated by `/`. */
  root: string
  pathInRoot: string
}

/** Access to the library's files, wherever they are stored. Every failure is a {@link StorageError}. */
export type Storage = {
  /** Finds a file. Only regular files inside a library folder, following links. */
  stat(place: FilePlace): Promise<StoredFile>
  /**
   * Opens a range of a file found by {@link stat}; it is never empty and never of another file. The stream fails if the
   * file is truncated meanwhile. Destroying it releases its resources.
   */
  openRange(file: StoredFile, range: ByteRange): Promise<Readable>
  /**
   * Checks that a library folder is available. An empty one counts as unavailable, like the mount point of an unmounted
   * disk.
   *
   * @throws {StorageError} `away`
   */
  checkRoot(root: string): Promise<void>
}

/**
 * - `away`: the whole library folder is unavailable, which says nothing about the file
 * - `missing`: no such file, or not a regular one
 * - `outside`: a link leads out of the library
 * - `unreadable`: it exists but cannot be read
 * - `changed`: it is no longer the file that was found
 * - `exhausted`: this process has too many open files
 */
export type StorageFailure = 'away' | 'missing' | 'outside' | 'unreadable' | 'changed' | 'exhausted'

export class StorageError extends Error {
  readonly failure: StorageFailure

  constructor(failure: StorageFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'StorageError'
    this.failure = failure
  }
}
