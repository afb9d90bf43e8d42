import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { listKeptFiles, UPLOADED_COVERS } from '#data-dir/kept-files.ts'
import { nameNewFile } from '#data-dir/name-new-file.ts'
import { VERSION } from '#version.ts'

import type { DatabaseLocation } from '../open.ts'
import {
  APPLICATION_ID,
  checkIntegrity,
  createStatement,
  FILE_TABLE,
  FORMAT_VERSION,
  isBackedUp,
  type Manifest,
  MANIFEST_TABLE,
  oneValue,
  quoted,
} from './format.ts'
import { knownMigrations, schemaAt, type Table } from './schema-at.ts'
import { seal } from './seal.ts'
import { openSource } from './source.ts'
import { sync } from './sync.ts'

export type BackupProgress = (rows: { done: number; total: number }) => void

type BackupTask = {
  location: DatabaseLocation
  dataDir: string
  /** The file to be written; must not exist. */
  path: string
  signal?: AbortSignal
  onProgress?: BackupProgress
}

export type BackupSummary = Manifest & {
  path: string
  sizeBytes: number
  /** Uploaded covers that works name and the data folder lacks, as when another server keeps them. */
  missingCovers: number
}

/**
 * Writes the database, as it is at one moment, and the data folder's secrets and uploaded covers into one file; servers
 * may go on writing. The file appears under its name when it is complete, checked and on the disk.
 *
 * @throws {Error} the file exists, no room, the database is away or newer than this program, or the signal's reason
 */
export async function writeBackup(task: BackupTask): Promise<BackupSummary> {
  const { path } = task
  if (existsSync(path)) throw new Error(`${path} exists already.`)
  const partial = `${path}.partial-${randomBytes(6).toString('hex')}`
  // It holds password hashes and secrets.
  closeSync(openSync(partial, 'wx', 0o600))
  try {
    const { manifest, tables, missingCovers } = await fill(partial, task)
    verify(partial, manifest, tables)
    await seal(partial)
    await sync(partial)
    await nameNewFile(partial, path)
    await sync(dirname(path))
    return { ...manifest, path, missingCovers, sizeBytes: (await stat(path)).size }
  } finally {
    await rm(partial, { force: true })
  }
}

async function fill(
  partial: string,
  { location, dataDir, signal, onProgress }: BackupTask,
): Promise<{ manifest: Manifest; tables: Table[]; missingCovers: number }> {
  const backup = new DatabaseSync(partial, { enableForeignKeyConstraints: false })
  try {
    backup.exec(`
      pragma journal_mode = off; pragma synchronous = off;
      pragma application_id = ${APPLICATION_ID}; pragma user_version = ${FORMAT_VERSION}`)
    const source = await openSource(location, backup)
    let manifest: Manifest
    let tables: Table[]
    let missingCovers: number
    try {
      const migration = await source.migration()
      if (migration === null) throw new Error('The database is empty: there is nothing to back up.')
      if (!(await knownMigrations()).includes(migration))
        throw new Error(`The database was written by a newer Otodana: back it up with that version.`)
      tables = (await schemaAt(migration)).filter(isBackedUp)
      const rows: Manifest['rows'] = {}
      for (const table of tables) rows[table.name] = await source.count(table)
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
      let done = 0
      const highestIds: Manifest['highestIds'] = {}
      for (const table of tables) {
        backup.exec(createStatement(table))
        for await (const copied of source.copy(table)) {
          signal?.throwIfAborted()
          done += copied
          onProgress?.({ done, total })
        }
        if (table.hasGeneratedId) highestIds[table.name] = await source.highestId(table)
      }
      // After the rows: a cover is stored before the row that names it.
      const files = await addFiles(backup, dataDir, signal)
      missingCovers = countMissingCovers(backup, tables)
      manifest = {
        program: VERSION,
        migration,
        madeAtMs: Date.now(),
        dialect: location.kind,
        rows,
        highestIds,
        files,
      }
      backup.exec(createStatement(MANIFEST_TABLE))
      backup.prepare(`insert into ${MANIFEST_TABLE.name} values (?)`).run(JSON.stringify(manifest))
      backup.exec('commit')
    } finally {
      await source.close()
    }
    return { manifest, tables, missingCovers }
  } finally {
    backup.close()
  }
}

async function addFiles(backup: DatabaseSync, dataDir: string, signal: AbortSignal | undefined): Promise<number> {
  backup.exec(createStatement(FILE_TABLE))
  const insert = backup.prepare(`insert into ${FILE_TABLE.name} values (?, ?)`)
  let added = 0
  for (const path of await listKeptFiles(dataDir)) {
    signal?.throwIfAborted()
    const bytes = await readIfThere(join(dataDir, path))
    if (bytes === null) continue
    insert.run(path, bytes)
    added += 1
  }
  return added
}

function countMissingCovers(backup: DatabaseSync, tables: readonly Table[]): number {
  const work = tables.find(({ name }) => name === 'work')
  // Older versions had none.
  if (!work?.columns.some(({ name }) => name === 'downloaded_cover')) return 0
  const text = `
    select count(*) from work where downloaded_cover like 'upload-%'
      and '${UPLOADED_COVERS}/' || downloaded_cover not in (select path from ${FILE_TABLE.name})`
  return Number(oneValue(backup, text))
}

/** A cover that nothing uses any more may be removed meanwhile. */
async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** @throws {Error} what was written is not what was read */
function verify(path: string, manifest: Manifest, tables: readonly Table[]): void {
  const backup = new DatabaseSync(path, { readOnly: true })
  try {
    checkIntegrity(backup)
    for (const table of tables) checkTable(backup, table, manifest, tables)
  } finally {
    backup.close()
  }
}

function checkTable(backup: DatabaseSync, table: Table, { rows }: Manifest, tables: readonly Table[]): void {
  const found = oneValue(backup, `select count(*) from ${quoted(table.name)}`)
  if (found !== rows[table.name])
    throw new Error(`The backup has ${String(found)} rows of ${table.name}, and the database ${rows[table.name]}.`)
  for (const { column, table: other, to } of table.references) {
    if (!tables.some(({ name }) => name === other)) continue
    const [from, target] = [quoted(column), quoted(to)]
    const lost = oneValue(
      backup,
      `select count(*) from ${quoted(table.name)} where ${from} is not null
        and ${from} not in (select ${target} from ${quoted(other)})`,
    )
    if (lost !== 0) throw new Error(`${String(lost)} rows of ${table.name} name no ${other}.`)
  }
}
