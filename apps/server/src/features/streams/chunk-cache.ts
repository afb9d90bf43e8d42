import { randomUUID } from 'node:crypto'
import { link, open, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { makeFolder } from '#data-dir/make-folder.ts'

/** Files read this recently, by this or another process with the same folder, are not removed. */
const IN_USE_MS = 60_000
/** Removes a little more than necessary, so that not every chunk triggers a cleanup. */
const CLEAN_TO = 0.9
const NOTE_USE_MS = 10_000
/** Longer than ffmpeg takes between two pieces of a file that it makes. */
const ABANDONED_MS = 15 * 60_000
/** After writing this share of the limit, a process looks at what others have written. */
const LOOK_AFTER = 0.05
/** How old what is known of others may be when room is reserved. */
const LISTED_MS = 60_000
/** Files being written, and notes about them for other processes. */
const TEMPORARY = /\.(?:tmp|wanted|progress)$/

type Entry = { chunks: Map<number, number>; usedAtMs: number; notedAtMs: number }

/**
 * Generated chunks on disk, a folder per stream and a file per chunk, limited in bytes: removes the least recently read
 * streams, but never one in use. A folder's modification time is its last read, so that the order survives restarts and
 * is shared with other processes.
 *
 * @param dir       may be emptied at any time
 * @param isShared  whether other processes may write to it
 */
export async function openChunkCache(dir: string, maxBytes: number, isShared = false) {
  await makeFolder(dir)
  const id = await identify(dir)
  await removeTemporary(dir, isShared ? ABANDONED_MS : IN_USE_MS)
  await removeEmpty(dir)
  let streams = new Map<string, Entry>()
  let sizeBytes = 0
  let reservedBytes = 0
  let writtenBytes = 0
  let listing: Promise<void> | null = null
  let listedAtMs = 0
  /** Counted while listing. */
  let meanwhile: [key: string, chunk: number, bytes: number][] = []
  await list()
  let cleaning: Promise<void> | null = null

  const folderOf = (key: string) => join(dir, key)
  const fileOf = (key: string, chunk: number) => join(dir, key, String(chunk))

  async function noteUse(key: string): Promise<void> {
    const entry = streams.get(key)
    if (!entry) return
    const now = Date.now()
    entry.usedAtMs = now
    if (now - entry.notedAtMs < NOTE_USE_MS) return
    entry.notedAtMs = now
    // If another process has just removed it, it is created again.
    await utimes(folderOf(key), new Date(now), new Date(now)).catch(() => {})
  }

  /** Learns what the folder holds, also of other processes. */
  function list(): Promise<void> {
    listing ??= listAll().finally(() => (listing = null))
    return listing
  }

  async function listAll(): Promise<void> {
    meanwhile = []
    writtenBytes = 0
    listedAtMs = performance.now()
    const found = await listExisting(dir)
    for (const [key, entry] of found) {
      const known = streams.get(key)
      if (known) {
        entry.usedAtMs = Math.max(known.usedAtMs, entry.usedAtMs)
        entry.notedAtMs = Math.max(known.notedAtMs, entry.notedAtMs)
      }
    }
    streams = found
    sizeBytes = 0
    for (const { chunks } of streams.values()) for (const bytes of chunks.values()) sizeBytes += bytes
    // Counting adds to the list again.
    for (const each of meanwhile.splice(0)) count(...each)
  }

  function count(key: string, chunk: number, bytes: number): void {
    if (listing) meanwhile.push([key, chunk, bytes])
    const entry = streams.get(key) ?? { chunks: new Map<number, number>(), usedAtMs: Date.now(), notedAtMs: 0 }
    sizeBytes += bytes - (entry.chunks.get(chunk) ?? 0)
    entry.chunks.set(chunk, bytes)
    streams.set(key, entry)
  }

  function forget(key: string): void {
    for (const bytes of streams.get(key)?.chunks.values() ?? []) sizeBytes -= bytes
    streams.delete(key)
  }

  async function clean(): Promise<void> {
    const byUse = [...streams].toSorted(([, a], [, b]) => a.usedAtMs - b.usedAtMs)
    for (const [key, entry] of byUse) {
      if (sizeBytes + reservedBytes <= maxBytes * CLEAN_TO) return
      const noted = await stat(folderOf(key)).catch(() => null)
      const usedAtMs = Math.max(entry.usedAtMs, noted?.mtimeMs ?? 0)
      entry.usedAtMs = usedAtMs
      if (Date.now() - usedAtMs < IN_USE_MS) continue
      await rm(folderOf(key), { recursive: true, force: true, maxRetries: 3 })
      forget(key)
    }
  }

  function cleanOnce(): Promise<void> {
    cleaning ??= clean().finally(() => (cleaning = null))
    return cleaning
  }

  /** Not awaited, because a large folder takes seconds. */
  async function lookAtOthers(): Promise<void> {
    await list()
    // If it fails, so does the next write that finds the cache full, which is reported.
    if (sizeBytes > maxBytes) await cleanOnce().catch(() => {})
  }

  async function temporaryPath(): Promise<string> {
    await makeFolder(dir)
    return join(dir, `${randomUUID()}.tmp`)
  }

  async function take(key: string, chunk: number, temporary: string, bytes: number): Promise<void> {
    const move = async () => {
      await makeFolder(folderOf(key))
      await rename(temporary, fileOf(key, chunk))
    }
    await move().catch((error: NodeJS.ErrnoException) => {
      // Another process may just have removed the folder.
      if (error.code !== 'ENOENT') throw error
      return move()
    })
    count(key, chunk, bytes)
    await noteUse(key)
    writtenBytes += bytes
    if (isShared && writtenBytes > maxBytes * LOOK_AFTER) void lookAtOthers()
    if (sizeBytes > maxBytes) void cleanOnce()
    await cleaning
  }

  return {
    /** Identifies the folder: equal in all processes that use it. */
    id,

    /** Total size, as far as this process knows. */
    sizeBytes: () => sizeBytes,

    /**
     * @param bytes  expected size; a file of another size is ignored
     * @returns null if it does not exist
     */
    async read(key: string, chunk: number, bytes: number): Promise<Buffer | null> {
      try {
        const content = await readFile(fileOf(key, chunk))
        if (content.length !== bytes) return null
        count(key, chunk, bytes)
        await noteUse(key)
        return content
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },

    /**
     * Stores a chunk atomically.
     *
     * @throws on a full or read-only disk
     */
    async write(key: string, chunk: number, content: Buffer): Promise<void> {
      const temporary = await temporaryPath()
      try {
        const handle = await open(temporary, 'wx')
        try {
          await handle.writeFile(content)
          // After a power failure the final name must not refer to incomplete data.
          await handle.datasync()
        } finally {
          await handle.close()
        }
        await take(key, chunk, temporary, content.length)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    /** Returns where to write a file for `adopt`. */
    temporaryPath,

    /**
     * Makes room for a file of this size by removing what is not in use, also what a killed process has left behind.
     *
     * @returns a function that gives the room back, to be called before `adopt`; null if there is not enough room
     */
    async reserve(bytes: number): Promise<(() => void) | null> {
      await removeTemporary(dir, ABANDONED_MS)
      reservedBytes += bytes
      let isHeld = true
      const giveBack = () => {
        if (isHeld) reservedBytes -= bytes
        isHeld = false
      }
      const fits = () => sizeBytes + reservedBytes <= maxBytes
      if (isShared && performance.now() - listedAtMs > LISTED_MS) await list()
      // One that runs already may have looked at the sizes before.
      await cleaning
      if (!fits()) await cleanOnce()
      if (fits()) return giveBack
      giveBack()
      return null
    },

    /** Says how much of a file is written (0 to 1), for {@link progress} in other processes. */
    tellProgress: (key: string, progress: number) => writeFile(join(dir, `${key}.progress`), String(progress)),

    /** Returns how much of a file another process has written; null if unknown. */
    async progress(key: string): Promise<number | null> {
      const text = await readFile(join(dir, `${key}.progress`), 'utf8').catch(() => '')
      return text === '' ? null : Number(text)
    },

    /** Says that a file is wanted, for {@link wantedAtMs} in the process that makes it. */
    tellWanted: (key: string) => writeFile(join(dir, `${key}.wanted`), ''),

    /** Returns when another process last wanted a file, by its clock; 0: never. */
    async wantedAtMs(key: string): Promise<number> {
      return (await stat(join(dir, `${key}.wanted`)).catch(() => null))?.mtimeMs ?? 0
    },

    /** Removes what was said about a file while it was made. */
    async removeNotes(key: string): Promise<void> {
      for (const note of ['progress', 'wanted']) await rm(join(dir, `${key}.${note}`), { force: true })
    },

    /** Keeps a stream from being removed for the next minute. */
    noteUse,

    /**
     * Moves a finished file into the cache, as a chunk too large to be held in memory.
     *
     * @throws on a read-only disk
     */
    async adopt(key: string, chunk: number, path: string): Promise<CachedFile> {
      const { size } = await stat(path)
      await take(key, chunk, path, size)
      return { path: fileOf(key, chunk), sizeBytes: size }
    },

    /** Returns the file of a chunk; null if it does not exist. */
    async find(key: string, chunk: number): Promise<CachedFile | null> {
      const path = fileOf(key, chunk)
      const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (!found) return null
      count(key, chunk, found.size)
      await noteUse(key)
      return { path, sizeBytes: found.size }
    },
  }
}

export type CachedFile = { path: string; sizeBytes: number }
export type ChunkCache = Awaited<ReturnType<typeof openChunkCache>>

async function identify(dir: string): Promise<string> {
  const path = join(dir, 'id')
  const id = randomUUID()
  const own = join(dir, `${id}.tmp`)
  const unlessThere = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  }
  await writeFile(own, id)
  // Whole at once: another process may be reading it. Some file systems, such as exFAT, have no links.
  await link(own, path)
    .catch(unlessThere)
    .catch(() => writeFile(path, id, { flag: 'wx' }).catch(unlessThere))
  await rm(own, { force: true })
  return (await readFile(path, 'utf8')).trim()
}

/** Deletes incomplete files of dead processes. A recent one may belong to a live one. */
async function removeTemporary(dir: string, olderThanMs: number): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    if (!TEMPORARY.test(name)) continue
    const path = join(dir, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > olderThanMs) await rm(path, { force: true })
  }
}

async function removeEmpty(dir: string): Promise<void> {
  for (const found of await readdir(dir, { withFileTypes: true })) {
    // Fails if it is not empty.
    if (found.isDirectory()) await rmdir(join(dir, found.name)).catch(() => {})
  }
}

/** Lists existing chunks. */
async function listExisting(dir: string): Promise<Map<string, Entry>> {
  const streams = new Map<string, Entry>()
  for (const found of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
    if (!found.isDirectory()) continue
    const path = join(dir, found.name)
    const chunks = new Map<number, number>()
    for (const name of await readdir(path).catch(() => [])) {
      const file = /^\d+$/.test(name) ? await statOf(join(path, name)) : null
      if (file) chunks.set(Number(name), file.size)
    }
    const folder = await statOf(path)
    if (folder && chunks.size > 0) {
      streams.set(found.name, { chunks, usedAtMs: folder.mtimeMs, notedAtMs: folder.mtimeMs })
    }
  }
  return streams
}

/** Returns null for what another process has just removed. */
function statOf(path: string) {
  return stat(path).catch(() => null)
}
