import type { S3Object } from '#storage/s3-list.ts'
import { isPlainKey } from '#storage/s3-settings.ts'

import { type Entry, type FileSystem, isJunk, joinName } from './file-system.ts'

type Folder = { names: Map<string, Entry>; changedMs: number }

const file = { isFile: () => true, isDirectory: () => false, isSymbolicLink: () => false }
const folder = { isFile: () => false, isDirectory: () => true, isSymbolicLink: () => false }

/**
 * A bucket's objects as the folder tree that their keys describe. A key that is also a prefix of others counts as a
 * folder, because some tools create an object for each folder.
 */
export class ObjectTree implements Pick<FileSystem, 'list' | 'holdsAnything' | 'stat' | 'realpath'> {
  readonly #root: string
  readonly #objects = new Map<string, S3Object>()
  readonly #folders = new Map<string, Folder>()

  /** @param root  the library folder: the prefix of every path */
  constructor(root: string) {
    this.#root = root
    this.#folders.set(root, { names: new Map(), changedMs: 0 })
  }

  /** @param path  below the root; with a trailing slash it is only a folder */
  add(path: string, object: S3Object): void {
    if (!isPlainKey(path)) return
    const names = path.split('/')
    const last = names.pop() ?? ''
    let at = this.#root
    let inside = this.#touch(at, object)
    for (const name of names) {
      if (!inside.names.get(name)?.isDirectory()) inside.names.set(name, { name, ...folder })
      at = joinName(at, name)
      inside = this.#touch(at, object)
    }
    if (!inside.names.has(last)) inside.names.set(last, { name: last, ...file })
    this.#objects.set(joinName(at, last), object)
  }

  list(dir: string): Entry[] {
    return [...(this.#folders.get(dir) ?? absent(dir)).names.values()]
  }

  holdsAnything(dir: string): boolean {
    return this.list(dir).some(({ name }) => !isJunk(name))
  }

  /** A folder's time is that of its latest object. */
  stat(path: string) {
    const found = this.#folders.get(path)
    if (found) return { isFile: false, isDirectory: true, sizeBytes: 0, mtimeMs: found.changedMs }
    const { sizeBytes, modifiedMs } = this.object(path)
    return { isFile: true, isDirectory: false, sizeBytes, mtimeMs: modifiedMs }
  }

  /** There are no links. */
  realpath(path: string): string {
    this.stat(path)
    return path
  }

  /** @throws {Error} no such object */
  object(path: string): S3Object {
    return this.#objects.get(path) ?? absent(path)
  }

  #touch(path: string, { modifiedMs }: S3Object): Folder {
    const known = this.#folders.get(path) ?? { names: new Map<string, Entry>(), changedMs: 0 }
    this.#folders.set(path, known)
    known.changedMs = Math.max(known.changedMs, modifiedMs)
    return known
  }
}

function absent(path: string): never {
  throw new Error(`${path} is not there`)
}
