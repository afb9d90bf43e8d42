import { closeSync, openSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { Kysely } from 'kysely'

import { PROVIDER_COVERS, PROVIDER_SAMPLES } from '#data-dir/kept-files.ts'

import { nodeSqliteDialect } from '../node-sqlite.ts'
import { checkIntegrity, type Manifest, oneValue, quoted } from './format.ts'
import type { Backup } from './read-backup.ts'
import { knownMigrations, migrateTo } from './schema-at.ts'
import { copyWithin, readOnlyAddress } from './source.ts'
import type { BackupProgress } from './write-backup.ts'

/**
 * Ids that were given out after the backup must not be given out again: logins, links and cached files would then belong
 * to something else. A restored database continues this far above.
 */
const ID_GAP = 1_000_000

type BuildOptions = {
  /** Where the database will be; pictures from providers are there or not. */
  dataDir: string
  signal?: AbortSignal | undefined
  onProgress?: BackupProgress | undefined
}

/**
 * Makes an SQLite database of a backup: the tables as its migrations made them, its rows, and then the later migrations.
 *
 * @param path  a new file
 * @throws {Error} the rows contradict each other, no room, or the signal's reason
 */
export async function buildDatabase(backup: Backup, path: string, options: BuildOptions): Promise<void> {
  closeSync(openSync(path, 'wx', 0o600))
  await migrateFile(path, backup.manifest.migration)
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: true })
  try {
    connection.exec('pragma trusted_schema = off; pragma journal_mode = off; pragma synchronous = off')
    await load(connection, backup, options)
  } finally {
    connection.close()
  }
  await migrateFile(path, (await knownMigrations()).at(-1) ?? '')
  await finish(path, options.dataDir)
}

async function migrateFile(path: string, migration: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect({ path, readOnly: false }) })
  try {
    await migrateTo(db, migration)
  } finally {
    await db.destroy()
  }
}

async function load(connection: DatabaseSync, backup: Backup, { signal, onProgress }: BuildOptions): Promise<void> {
  const { manifest, tables } = backup
  const total = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  let done = 0
  connection.prepare('attach ? as backup').run(readOnlyAddress(backup.path))
  connection.exec('begin')
  // Rows come as they are, without triggers; indexes are faster to make of all rows at once.
  const attachments = connection
    .prepare(`select type, name, sql from main.sqlite_schema where type in ('trigger', 'index') and sql is not null`)
    .all()
  for (const { type, name } of attachments) connection.exec(`drop ${String(type)} main.${quoted(String(name))}`)
  for (const table of tables) {
    connection.exec(`delete from main.${quoted(table.name)}`)
    for await (const copied of copyWithin(connection, { table, from: 'backup', condition: 'true' })) {
      signal?.throwIfAborted()
      done += copied
      onProgress?.({ done, total })
    }
    if (table.hasGeneratedId) raiseIds(connection, table.name, manifest)
  }
  for (const { sql } of attachments) connection.exec(String(sql))
  connection.exec('commit')
  connection.exec('detach backup')
}

function raiseIds(connection: DatabaseSync, table: string, { highestIds }: Manifest): void {
  const highest = Math.max(
    highestIds[table] ?? 0,
    Number(oneValue(connection, `select coalesce(max(id), 0) from main.${quoted(table)}`)),
  )
  connection.prepare('delete from main.sqlite_sequence where name = ?').run(table)
  if (highest === 0) return
  connection.prepare('insert into main.sqlite_sequence (name, seq) values (?, ?)').run(table, highest + ID_GAP)
}

async function finish(path: string, dataDir: string): Promise<void> {
  const pictures = await namesIn([join(dataDir, PROVIDER_COVERS), join(dataDir, PROVIDER_SAMPLES)])
  const connection = new DatabaseSync(path)
  try {
    forgetLostPictures(connection, pictures)
    const lost = connection.prepare('pragma foreign_key_check').get()
    if (lost)
      throw new Error(`The backup contradicts itself: a row of ${String(lost.table)} names no ${String(lost.parent)}.`)
    checkIntegrity(connection)
    // One file: nothing stays in a log beside it.
    connection.exec('pragma journal_mode = delete')
  } finally {
    connection.close()
  }
}

/** Pictures from providers are not part of a backup. Those that are not there are downloaded again when next looked up. */
function forgetLostPictures(connection: DatabaseSync, pictures: readonly string[]): void {
  connection.exec('create temp table picture (name text primary key); begin')
  const insert = connection.prepare('insert or ignore into picture values (?)')
  for (const name of pictures) insert.run(name)
  connection.exec(`
    update provided_metadata set cover_name = null
      where cover_name not like 'upload-%' and cover_name not in (select name from picture);
    update provided_metadata set sample_names = null
      where exists (select 1 from json_each(sample_names) where value not in (select name from picture));
    update work set downloaded_cover = null
      where downloaded_cover not like 'upload-%' and downloaded_cover not in (select name from picture);
    commit`)
}

async function namesIn(folders: readonly string[]): Promise<string[]> {
  const names = await Promise.all(
    folders.map((folder) =>
      readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      }),
    ),
  )
  return names.flat()
}
