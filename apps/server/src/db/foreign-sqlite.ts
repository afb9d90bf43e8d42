import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'

import { isDiskFull } from './dialect.ts'

/** Longer texts are cut to one character more, so that memory is bounded and readers can tell. */
export const MAX_FOREIGN_TEXT = 100_000

/** Blobs are read as null, and integers that a number cannot hold as text. */
export type ForeignValue = string | number | null
export type ForeignRow = Record<string, ForeignValue>

/** Another program's SQLite file, of which nothing is known for certain. */
export type ForeignDatabase = {
  /** The names of a table's columns in lower case; empty if there is no such table. */
  columns(table: string): ReadonlySet<string>
  /**
   * Yields the rows of a query, whose columns are read by {@link foreignValue}.
   *
   * @throws {ForeignDatabaseError} the file is damaged
   */
  rows(query: string, ...parameters: (string | number)[]): Generator<ForeignRow>
  close(): void
}

/** The file cannot be read; the message says why. */
export class ForeignDatabaseError extends Error {
  override readonly name = 'ForeignDatabaseError'
}

/** Returns the SQL that reads a column. */
export function foreignValue(column: string, name = column): string {
  return `case typeof(${column}) when 'text' then substr(${column}, 1, ${MAX_FOREIGN_TEXT + 1}) when 'blob' then null else ${column} end as "${name}"`
}

/** How the folders with copies begin; a killed process leaves them. */
export const FOREIGN_COPY = '.foreign-'

/**
 * Opens a copy of a file: the program it belongs to may be running, and nothing of it is written.
 *
 * @param folder  for the copy, which is removed when the database is closed
 * @throws {ForeignDatabaseError} no SQLite database, or a damaged one
 * @throws {Error} no room for the copy
 */
export async function openForeignSqlite(path: string, folder: string): Promise<ForeignDatabase & AsyncDisposable> {
  const copies = await mkdtemp(join(folder, FOREIGN_COPY))
  try {
    await copyFile(path, join(copies, 'copy.db')).catch((error: unknown) => {
      if (isDiskFull(error)) throw error
      throw new ForeignDatabaseError(`${path} cannot be read (${codeOf(error)})`, { cause: error })
    })
    // What a running program has written last is in one of these.
    for (const suffix of ['-wal', '-journal']) {
      await copyFile(path + suffix, join(copies, `copy.db${suffix}`)).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
      })
    }
    const database = openCopy(join(copies, 'copy.db'))
    return {
      ...database,
      async [Symbol.asyncDispose]() {
        database.close()
        await rm(copies, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(copies, { recursive: true, force: true })
    throw error
  }
}

function openCopy(path: string): ForeignDatabase {
  // Not read-only: a journal that was copied along is rolled back.
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  const tables = new Set<string>()
  try {
    // Views, triggers and virtual tables of the file are not run.
    connection.exec('PRAGMA trusted_schema = off; PRAGMA cell_size_check = on; PRAGMA mmap_size = 0')
    const check = connection.prepare('PRAGMA quick_check(1)').get()
    if (check?.['quick_check'] !== 'ok') throw new Error(String(check?.['quick_check']))
    const found = connection.prepare(
      `select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'`,
    )
    for (const { name } of found.all()) tables.add(String(name).toLowerCase())
  } catch (error) {
    connection.close()
    throw damaged(error)
  }
  return {
    columns(table) {
      if (!tables.has(table)) return new Set()
      const columns = connection.prepare(`select name from pragma_table_info(?)`).all(table)
      return new Set(columns.map(({ name }) => String(name).toLowerCase()))
    },

    *rows(query, ...parameters) {
      try {
        const statement = connection.prepare(query)
        statement.setReadBigInts(true)
        for (const row of statement.iterate(...(parameters satisfies SQLInputValue[]))) yield readRow(row)
      } catch (error) {
        throw damaged(error)
      }
    },

    close: () => connection.close(),
  }
}

function readRow(row: Record<string, SQLOutputValue>): ForeignRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readValue(value)]))
}

function readValue(value: SQLOutputValue): ForeignValue {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  return value instanceof Uint8Array ? null : value
}

function damaged(error: unknown): ForeignDatabaseError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ForeignDatabaseError(
    `The file is not a readable SQLite database (${reason}). If its program is running, stop it and try again`,
    { cause: error },
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
