import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { isKeptFile } from '#data-dir/kept-files.ts'

import {
  APPLICATION_ID,
  checkIntegrity,
  createStatement,
  FILE_TABLE,
  FORMAT_VERSION,
  isBackedUp,
  Manifest,
  MANIFEST_TABLE,
  oneValue,
  quoted,
} from './format.ts'
import { checkSeal } from './seal.ts'
import { knownMigrations, schemaAt, type Table } from './schema-at.ts'

const MAX_MANIFEST_LENGTH = 1_000_000
/** Far above the limit of an uploaded cover. */
const MAX_FILE_BYTES = 100_000_000

const NEWER = 'This backup was made by a newer Otodana: restore it with that version or a later one.'

export type Backup = {
  path: string
  manifest: Manifest
  /** Those with rows to be restored. */
  tables: Table[]
  files(): Iterable<{ path: string; bytes: Uint8Array }>
  close(): void
}

/**
 * Opens a backup and checks all that it contains: it may come from anywhere.
 *
 * @throws {Error} no backup, damaged, or made by a newer program
 */
export async function openBackup(path: string): Promise<Backup> {
  const file = statSync(path, { throwIfNoEntry: false })
  if (file === undefined) throw new Error(`${path} does not exist.`)
  // A folder is an I/O error for SQLite.
  if (!file.isFile()) throw new Error(`${path} is not a backup made by Otodana.`)
  const backup = new DatabaseSync(path, { readOnly: true, defensive: true })
  try {
    checkHeader(backup, path)
    await checkSeal(path)
    // First, because even a check of the file would evaluate expressions in its schema.
    const manifest = readManifest(backup)
    const tables = await readTables(backup, manifest)
    checkIntegrity(backup)
    checkRows(backup, tables, manifest)
    checkFiles(backup, manifest)
    return {
      path,
      manifest,
      tables,
      *files() {
        for (const { path: file, bytes } of backup.prepare(`select path, bytes from ${FILE_TABLE.name}`).iterate())
          yield { path: String(file), bytes: bytes as Uint8Array }
      },
      close: () => backup.close(),
    }
  } catch (error) {
    backup.close()
    throw isDamage(error) ? new Error(`${path} is damaged: ${error.message}.`, { cause: error }) : error
  }
}

/** SQLite: the file is malformed. */
function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 11
}

function refuse(reason: string): never {
  throw new Error(`This is not a backup as Otodana makes it: ${reason}.`)
}

function checkHeader(backup: DatabaseSync, path: string): void {
  let id: unknown
  try {
    backup.exec('pragma trusted_schema = off')
    id = oneValue(backup, 'pragma application_id')
  } catch (error) {
    throw isDamage(error) ? error : new Error(`${path} is not a backup made by Otodana.`, { cause: error })
  }
  if (id !== APPLICATION_ID) throw new Error(`${path} is not a backup made by Otodana.`)
  if (Number(oneValue(backup, 'pragma user_version')) > FORMAT_VERSION) throw new Error(NEWER)
}

type SchemaEntry = { type: string; name: string; sql: string }

function readSchema(backup: DatabaseSync): SchemaEntry[] {
  return backup.prepare('select type, name, sql from sqlite_schema').all() as SchemaEntry[]
}

function isMadeAs(entry: SchemaEntry, table: Table | undefined): boolean {
  return table !== undefined && entry.type === 'table' && entry.sql === createStatement(table)
}

function readManifest(backup: DatabaseSync): Manifest {
  if (!readSchema(backup).some((entry) => isMadeAs(entry, MANIFEST_TABLE))) refuse('it has no manifest')
  const row = backup
    .prepare(`select manifest from ${MANIFEST_TABLE.name} where length(manifest) <= ${MAX_MANIFEST_LENGTH}`)
    .get()
  try {
    return Manifest.parse(JSON.parse(String(row?.manifest)))
  } catch (error) {
    throw new Error('This is not a backup as Otodana makes it: its manifest cannot be read.', { cause: error })
  }
}

async function readTables(backup: DatabaseSync, { migration }: Manifest): Promise<Table[]> {
  const known = await knownMigrations()
  if (!known.includes(migration)) {
    if (migration > (known.at(-1) ?? '')) throw new Error(NEWER)
    refuse(`it has an unknown state of the database, ${migration}`)
  }
  const tables = (await schemaAt(migration)).filter(isBackedUp)
  const expected = new Map([...tables, MANIFEST_TABLE, FILE_TABLE].map((table) => [table.name, table]))
  for (const entry of readSchema(backup)) {
    if (!isMadeAs(entry, expected.get(entry.name))) refuse(`its ${entry.type} ${entry.name} is unknown`)
    expected.delete(entry.name)
  }
  for (const name of expected.keys()) refuse(`it lacks the table ${name}`)
  return tables
}

function checkRows(backup: DatabaseSync, tables: readonly Table[], { rows }: Manifest): void {
  for (const { name } of tables) {
    const count = oneValue(backup, `select count(*) from ${quoted(name)}`)
    if (count !== rows[name]) refuse(`it has ${String(count)} rows of ${name} instead of ${rows[name]}`)
  }
}

/** Paths of files are used only if they are those of files that a backup holds. */
function checkFiles(backup: DatabaseSync, { files }: Manifest): void {
  const found = backup
    .prepare(`select path, typeof(bytes) as kind, length(bytes) as size from ${FILE_TABLE.name}`)
    .all()
  if (found.length !== files) refuse(`it has ${found.length} files instead of ${files}`)
  const paths = new Set<string>()
  for (const { path, kind, size } of found) {
    const name = String(path)
    if (!isKeptFile(name) || paths.has(name)) refuse(`it has a file ${JSON.stringify(name.slice(0, 100))}`)
    if (kind !== 'blob' || Number(size) > MAX_FILE_BYTES) refuse(`its file ${name} is not as expected`)
    paths.add(name)
  }
}
