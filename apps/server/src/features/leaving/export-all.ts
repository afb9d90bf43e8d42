import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { makeFolder } from '#data-dir/make-folder.ts'
import type { Database } from '#db/open.ts'
import { atOneMoment } from '#db/snapshot.ts'
import { sync } from '#db/backup/sync.ts'
import { VERSION } from '#version.ts'

import { FORMAT_VERSION, type Manifest, MANIFEST_FILE } from './manifest.ts'
import { subjects } from './subjects.ts'

const FILE_BUFFER_BYTES = 64 * 1024

type ExportTask = {
  database: Database
  /** A folder that does not exist, or is empty. */
  dir: string
  signal?: AbortSignal
  onProgress?: (file: string, lines: number) => void
}

/**
 * Writes everything of the library and of all members, as it is at one moment, as files of JSON Lines. The folder appears
 * under its name when it is complete and on the disk.
 *
 * @throws {Error} the folder is not empty, no room, the database is away, or the signal's reason
 */
export async function exportAll({ database, dir, signal, onProgress }: ExportTask): Promise<Manifest> {
  if (!(await isFree(dir))) throw new Error(`${dir} is not an empty folder.`)
  await makeFolder(dirname(dir))
  const partial = `${dir}.partial-${randomBytes(6).toString('hex')}`
  // It holds what members wrote, and their mail addresses.
  await mkdir(partial, { mode: 0o700 })
  try {
    const manifest = await atOneMoment(database, async (snapshot) => {
      const madeAt = new Date().toISOString()
      const lines: Manifest['lines'] = {}
      for (const { file, read } of subjects) {
        const noteLines = (count: number) => onProgress?.(file, count)
        lines[file] = await writeLines(join(partial, file), read(snapshot), { signal, noteLines })
      }
      return { format: FORMAT_VERSION, program: VERSION, madeAt, lines }
    })
    await writeFile(join(partial, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    await sync(partial)
    signal?.throwIfAborted()
    // Replaces an empty folder only.
    await rename(partial, dir)
    await sync(dirname(dir))
    return manifest
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

async function isFree(dir: string): Promise<boolean> {
  try {
    return (await readdir(dir)).length === 0
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return true
    if (code === 'ENOTDIR') return false
    throw error
  }
}

type WriteOptions = { signal: AbortSignal | undefined; noteLines: (count: number) => void }

/** @returns how many lines */
async function writeLines(
  path: string,
  pages: AsyncIterable<readonly object[]>,
  { signal, noteLines }: WriteOptions,
): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    let count = 0
    let text = ''
    for await (const page of pages) {
      signal?.throwIfAborted()
      for (const line of page) {
        text += `${JSON.stringify(line)}\n`
        if (text.length < FILE_BUFFER_BYTES) continue
        await file.writeFile(text)
        text = ''
      }
      count += page.length
      noteLines(count)
    }
    await file.writeFile(text)
    await file.sync()
    return count
  } finally {
    await file.close()
  }
}
