import { PARTIAL_SUFFIX } from '@otodana/contract'

import { DownloadError, whyNotWritten } from '../queue/failure-kind.ts'

/** Parts of the API missing in TypeScript's types. */
type Movable = FileSystemFileHandle & { move?: (name: string) => Promise<void> }

/** A work's folder on the visitor's device. Throws download errors. */
export type SavedFolder = {
  /** Returns the size of a saved file; null if there is none. */
  findSize(path: readonly string[]): Promise<number | null>
  openPart(path: readonly string[]): Promise<PartFile>
}

/** An incomplete file: `NAME.part`, which becomes `NAME`. */
export type PartFile = {
  /** Saved size and time; 0 bytes if nothing. */
  kept(): { sizeBytes: number; modifiedMs: number }
  /** Number of bytes that a crash would lose. */
  unkeptBytes(): number
  /** Truncates to this size, and continues from there. */
  goOnAt(sizeBytes: number): void
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Saves what was written. */
  keep(): Promise<void>
  /** Completes the file. */
  finish(): Promise<void>
  /** Discards what was not saved. */
  leave(): Promise<void>
  /** Deletes the file. */
  drop(): Promise<void>
}

export function createSavedFolder(root: FileSystemDirectoryHandle): SavedFolder {
  async function folderOf(path: readonly string[], create: boolean): Promise<FileSystemDirectoryHandle> {
    let folder = root
    for (const name of path.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create })
    return folder
  }

  return {
    async findSize(path) {
      try {
        const folder = await folderOf(path, false)
        const handle = await folder.getFileHandle(path.at(-1) ?? '')
        return (await handle.getFile()).size
      } catch (error) {
        // Its folder may be missing too, and is created; a missing work folder fails there.
        if (error instanceof DOMException && error.name === 'NotFoundError') return null
        throw whyNotWritten(error)
      }
    },

    async openPart(path) {
      try {
        return await openPart(await folderOf(path, true), path.at(-1) ?? '')
      } catch (error) {
        throw whyNotWritten(error)
      }
    },
  }
}

async function openPart(folder: FileSystemDirectoryHandle, name: string): Promise<PartFile> {
  const handle: Movable = await folder.getFileHandle(name + PARTIAL_SUFFIX, { create: true })
  let kept = await stateOf(handle)
  let position = kept.sizeBytes
  let writer: FileSystemWritableFileStream | null = null

  /** Writes into a copy of the saved file, which replaces it when closed. */
  async function begin(): Promise<FileSystemWritableFileStream> {
    // Otherwise, what another tab has written meanwhile would be truncated or filled up.
    if (position > 0 && (await stateOf(handle)).sizeBytes !== kept.sizeBytes) throw new DownloadError('locked')
    const begun = await handle.createWritable({ keepExistingData: position > 0 })
    if (position > 0) {
      await begun.truncate(position)
      await begun.seek(position)
    }
    return begun
  }

  async function keep(): Promise<void> {
    if (writer === null && position === kept.sizeBytes) return
    const closing = writer ?? (await begin())
    writer = null
    await closing.close()
    kept = await stateOf(handle)
    if (kept.sizeBytes !== position) throw new DownloadError('locked')
  }

  async function leave(): Promise<void> {
    const left = writer
    writer = null
    // On a full disk or with a missing folder, the browser has aborted it already.
    await left?.abort().catch(() => undefined)
  }

  const told =
    <A extends unknown[], T>(act: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      try {
        return await act(...given)
      } catch (error) {
        throw whyNotWritten(error)
      }
    }

  return {
    kept: () => kept,
    unkeptBytes: () => position - kept.sizeBytes,
    goOnAt(sizeBytes) {
      position = sizeBytes
    },
    write: told(async (bytes) => {
      writer ??= await begin()
      await writer.write(bytes)
      position += bytes.length
    }),
    keep: told(keep),
    finish: told(async () => {
      await keep()
      if (!(await moved(handle, name))) await copyInto(folder, name, handle)
    }),
    leave,
    drop: told(async () => {
      await leave()
      await folder.removeEntry(name + PARTIAL_SUFFIX)
    }),
  }
}

async function stateOf(handle: FileSystemFileHandle) {
  const { size, lastModified } = await handle.getFile()
  return { sizeBytes: size, modifiedMs: lastModified }
}

/** @returns false if the browser does not support it */
async function moved(handle: Movable, name: string): Promise<boolean> {
  if (!handle.move) return false
  try {
    await handle.move(name)
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error
    return false
  }
}

async function copyInto(folder: FileSystemDirectoryHandle, name: string, part: FileSystemFileHandle): Promise<void> {
  const whole = await folder.getFileHandle(name, { create: true })
  const writer = await whole.createWritable()
  await (await part.getFile()).stream().pipeTo(writer)
  await folder.removeEntry(name + PARTIAL_SUFFIX)
}
