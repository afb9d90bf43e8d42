import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { basename, join } from 'node:path'

import { findWorkCode } from '@otodana/work-code'

import type { Database, Db } from '#db/open.ts'
import { isS3Path } from '#storage/s3-settings.ts'

import { readImported } from './import/imported.ts'
import type { EmbeddedTags } from './media/probe.ts'
import { createNameCache } from './store/name-cache.ts'
import { readProvided } from './store/provided.ts'
import { resolveMetadata } from './resolve.ts'
import { readCirclesAround } from './store/library-circles.ts'
import { saveWorkMetadata, type WorkToSave } from './store/save.ts'
import { readLeftFiles } from './left/left-files.ts'
import { readSidecar } from './sources/sidecar.ts'

const WORKS_AT_ONCE = 50

/**
 * Merges the metadata of works in the library again, from all sources. Uses small
 * transactions, so that a running server can write in between.
 *
 * @returns the number of works updated; works whose folder is unavailable are updated by the scan that finds it
 */
export async function refreshWorks(
  database: Database,
  workIds: readonly number[],
  now: () => number,
  retrying: <T>(run: () => Promise<T>) => Promise<T>,
): Promise<number> {
  const cache = createNameCache()
  let applied = 0
  for (let from = 0; from < workIds.length; from += WORKS_AT_ONCE) {
    const works = await resolveWorks(database.write, workIds.slice(from, from + WORKS_AT_ONCE))
    await retrying(() =>
      database.write.transaction().execute(async (tx) => {
        for (const work of works) await saveWorkMetadata(tx, work, { cache, now })
      }),
    )
    applied += works.length
  }
  return applied
}

async function resolveWorks(db: Db, ids: readonly number[]): Promise<WorkToSave[]> {
  const works = await db
    .selectFrom('work')
    .select(['id', 'source_id', 'root', 'path', 'create_date'])
    .where('id', 'in', ids)
    .where('state', '=', 'present')
    .execute()
  const embedded = await readEmbeddedTags(db, ids)
  const cueSheets = await readCueSheets(db, ids)
  const circles = await readCirclesAround(
    db,
    works.flatMap(({ root, path, source_id: sourceId }) => {
      const code = findWorkCode(sourceId)
      return code ? { root, path, code } : []
    }),
  )
  const resolved: WorkToSave[] = []
  for (const { id, source_id: sourceId, root, path, create_date: addedOn } of works) {
    const workDir = join(root, path)
    // Works in buckets are left to the next scan, which downloads the sidecar.
    const fileNames = isS3Path(root) ? null : listFolder(workDir)
    const code = findWorkCode(sourceId)
    // The sidecar is unknown without the folder; the scan that finds it merges both.
    if (!fileNames || !code) continue
    const sidecar = readSidecar(workDir, fileNames)
    // As in a scan, an error in it must not remove a known work's title.
    if (sidecar && 'problem' in sidecar) continue
    const paths = [...new Set([...fileNames, ...(cueSheets.get(id) ?? [])])].sort()
    const left = await readLeftFiles({ name: basename(workDir), code }, paths, (name, length) =>
      readHead(join(workDir, name), length),
    )
    const metadata = resolveMetadata({
      code,
      folderName: basename(workDir),
      sidecar: sidecar?.metadata ?? null,
      imported: await readImported(db, id),
      left: left.metadata,
      provided: await readProvided(db, id),
      embedded: embedded.get(id) ?? [],
      addedOn,
      circleFolder: circles.folderOf({ root, path }),
      isCircle: circles.isKnown,
    })
    resolved.push({ id, sourceId, root, path, metadata })
  }
  return resolved
}

async function readEmbeddedTags(db: Db, workIds: readonly number[]): Promise<Map<number, EmbeddedTags[]>> {
  const rows = await db
    .selectFrom('file')
    .select(['work_id', 'tags'])
    .where('work_id', 'in', workIds)
    .where('state', '=', 'present')
    .where('tags', 'is not', null)
    .orderBy('id')
    .execute()
  const tags = new Map<number, EmbeddedTags[]>()
  for (const row of rows) {
    const known = tags.get(row.work_id) ?? []
    tags.set(row.work_id, known)
    if (row.tags !== null) known.push(JSON.parse(row.tags) as EmbeddedTags)
  }
  return tags
}

/** Returns the paths of works' cue sheets, which may be in folders below. */
async function readCueSheets(db: Db, workIds: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('file')
    .select(['work_id', 'path'])
    .where('work_id', 'in', workIds)
    .where('state', '=', 'present')
    .where((row) => row.fn<string>('lower', ['path']), 'like', '%.cue')
    .execute()
  return new Map([...Map.groupBy(rows, (row) => row.work_id)].map(([id, files]) => [id, files.map(({ path }) => path)]))
}

/** A link, and a file that cannot be read, say nothing here; the next scan follows the one and reports the other. */
function readHead(path: string, length: number): Uint8Array {
  try {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
    const descriptor = openSync(path, flags)
    try {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, fstatSync(descriptor).isFile() ? readSync(descriptor, bytes, 0, length, 0) : 0)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return new Uint8Array()
  }
}

function listFolder(path: string): string[] | null {
  try {
    return readdirSync(path)
  } catch {
    return null
  }
}
