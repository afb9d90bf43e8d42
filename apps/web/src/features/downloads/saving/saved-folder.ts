import { PARTIAL_SUFFIX } from '@otodana/contract'

import { DownloadError, whyNotWritten } from '../queue/failure-kind.ts'

/** What of the browser's interface the language's own types do not know yet. */
type Movable = FileSystemFileHandle & { move?: (name: string) => Promise<void> }

/** The folder of a work on the visitor's device. What it throws are download errors. */
export type SavedFolder = {
  /** The bytes of a file that was saved before; null: there is none. */
  findSize(path: readonly string[]): Promise<number | null>
  openPart(path: readonly string[]): Promise<PartFile>
}

/** What there is of a file that is not whole yet: `NAME.part`, which becomes `NAME`. */
export type PartFile = {
  /** What has been kept of it, and when that was; nothing is 0 bytes. */
  kept(): { sizeBytes: number; modifiedMs: number }
  /** Bytes that a crash would lose. */
  unkeptBytes(): number
  /** The bytes go on behind so many; what is there beyond them goes. */
  goOnAt(sizeBytes: number): void
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Makes what has been written last. */
  keep(): Promise<void>
  /** It is whole. */
  finish(): Promise<void>
  /** What has been kept stays, and nothing else. */
  leave(): Promise<void>
  /** Nothing of it stays. */
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
        // Its folder may be missing as well, which is made then; that the whole folder has gone shows when it is.
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

  /** Writes into a copy of what has been kept, which takes its place when it is closed. */
  async function begin(): Promise<FileSystemWritableFileStream> {
    // What another tab has written into it meanwhile would be cut, or filled up with nothing.
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
    // Where the disk is full, or the folder gone, the browser has given it up already.
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

/** @returns false where the browser cannot do it: not all can everywhere */
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
