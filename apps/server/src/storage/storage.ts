import type { Readable } from 'node:stream'

import type { ByteRange } from '#http/sending/byte-range.ts'

/** Where a library file should lie, as the scan wrote it down. */
export type FilePlace = {
  /** One of the configured library folders. */
  root: string
  /** Below the root, `/` between names. */
  path: string
}

/** @param folder  a work's own, which may be the root itself */
export function placeBelow({ root, path: folder }: FilePlace, path: string): FilePlace {
  return { root, path: folder === '' ? path : `${folder}/${path}` }
}

/** One state of one file, as it was when asked for. */
export type StoredFile = {
  sizeBytes: number
  /** Milliseconds since 1970. */
  modifiedMs: number
  /** Letters, digits and dashes; another after any change of the file's content. */
  version: string
  /** Which file it is, whatever it is called. */
  identity: string
  /** Where it really lies, every link followed. */
  realPath: string
  /** The library folder it really lies in: its index among the configured ones, and the path below, `/` between names. */
  rootIndex: number
  pathInRoot: string
}

/** The library's files, wherever they are kept. Every failure is a {@link StorageError}. */
export type Storage = {
  /** Finds a file. Only regular files inside a library folder are found, links followed. */
  stat(place: FilePlace): Promise<StoredFile>
  /**
   * Opens a part of a file that {@link stat} found; it is never empty of bytes and never another file's.
   * The stream fails when the file becomes shorter meanwhile. Destroying it frees what it holds.
   */
  openRange(file: StoredFile, range: ByteRange): Promise<Readable>
  /**
   * Asks whether a library folder can be looked into now. One that is empty counts as away, as a mount point is whose
   * disk is not mounted.
   *
   * @throws {StorageError} `away`
   */
  checkRoot(root: string): Promise<void>
}

/**
 * - `away`: the whole library folder cannot be reached now, which says nothing of the file
 * - `missing`: nothing is there, or no regular file
 * - `outside`: a link leads out of the library
 * - `unreadable`: it is there and cannot be read
 * - `changed`: it is no longer the file that was found
 * - `exhausted`: this process has too many files open
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
