import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

import { type SqliteDatabase, SqliteDialect } from 'kysely'

import { isDiskFull, isWriteConflict } from './dialect.ts'

const PREPARED_STATEMENTS = 256
const WAL_ATTEMPTS = 100
const WAL_PAUSE_MS = 20

type OpenOptions = {
  path: string
  readOnly: boolean
  /** Called if the file could be opened although the disk is full: writes fail for now. */
  onNoRoom?: () => void
  /** Called if the file could be opened although nothing can be written to it. */
  onReadOnly?: () => void
}

/** Opens a connection with our settings. */
function openSqlite({ path, readOnly, onNoRoom, onReadOnly }: OpenOptions): DatabaseSync {
  const isSealed = !isWritable(path) && !isWritable(dirname(path)) && !existsSync(`${path}-wal`)
  if (readOnly) return connect(isSealed ? asImmutable(path) : path, true)
  try {
    const connection = connect(isSealed ? asImmutable(path) : path, false)
    if (!isWritable(path)) onReadOnly?.()
    return connection
  } catch (error) {
    if (!isDiskFull(error)) throw error
    const connection = connect(withoutSharedFile(path), false)
    onNoRoom?.()
    return connection
  }
}

function connect(path: string | URL, readOnly: boolean): DatabaseSync {
  const connection = new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true, timeout: 5_000 })
  try {
    if (!readOnly) {
      switchToWriteAheadLog(connection)
      connection.exec('PRAGMA synchronous = FULL')
    }
    connection.exec('PRAGMA cache_size = -65536; PRAGMA mmap_size = 268435456; PRAGMA temp_store = MEMORY;')
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** SQLite opens a file that cannot be written as well, and says so with the first write. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * After a clean stop there is no log beside the file. Where none can be made, SQLite opens the file only with this mode,
 * which promises that nothing changes it.
 */
function asImmutable(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}

/**
 * On a full disk there is no room for the shared-memory file of the WAL index. This mode keeps the index in this
 * process's memory, shared by its connections, and locks out other programs until the database is closed.
 */
function withoutSharedFile(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('vfs', 'unix-excl')
  return url
}

/** If two programs open a new file at once, one fails here immediately: SQLite ignores its timeout in this case. */
function switchToWriteAheadLog(connection: DatabaseSync): void {
  for (let attempt = 1; ; attempt++) {
    try {
      connection.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (attempt === WAL_ATTEMPTS || !isWriteConflict(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_PAUSE_MS)
    }
  }
}

function toSqlValue(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue
}

type Row = Record<string, unknown>

/** A statement after `setReturnArrays(true)`, which its type does not know. */
type ArrayStatement = Omit<StatementSync, 'all' | 'iterate'> & {
  all(...parameters: SQLInputValue[]): (readonly unknown[])[]
  iterate(...parameters: SQLInputValue[]): Iterable<readonly unknown[]>
}

type Prepared = {
  statement: ArrayStatement
  /** null for `select *`: a migration may change its columns, so they are read after each run. */
  columns: readonly string[] | null
  returnsRows: boolean
}

/**
 * Rows are read as arrays and made objects here: those that `node:sqlite` makes are hash tables, which take three times
 * the memory of objects with a shared shape.
 */
function prepareIn(connection: DatabaseSync, text: string): Prepared {
  const statement = connection.prepare(text) as unknown as ArrayStatement
  statement.setReturnArrays(true)
  const names = namesOf(statement)
  const isStar = text.replaceAll('count(*)', '').includes('*')
  return { statement, columns: isStar ? null : names, returnsRows: names.length > 0 }
}

function namesOf(statement: ArrayStatement): string[] {
  return statement.columns().map(({ name }) => name)
}

function toObject(values: readonly unknown[], names: readonly string[]): Row {
  const row: Row = {}
  for (let at = 0; at < names.length; at++) row[names[at]!] = values[at]
  return row
}

function* toObjects(rows: Iterable<readonly unknown[]>, names: readonly string[]): Generator<Row, undefined> {
  for (const row of rows) yield toObject(row, names)
}

/**
 * Adapts `node:sqlite` to Kysely's SQLite dialect, and caches prepared statements. Opens the connection on first use,
 * because Kysely does not close one that was never used.
 */
export function nodeSqliteDialect(options: OpenOptions): SqliteDialect {
  const onBegin = options.readOnly ? 'begin' : 'begin immediate'
  return new SqliteDialect({ database: () => Promise.resolve(withPreparedStatements(openSqlite(options), onBegin)) })
}

/** SQLite rejects a second `rollback`, and that error would hide the original one. */
const nothingToDo: ReturnType<SqliteDatabase['prepare']> = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
}

/**
 * @param onBegin  the statement that begins a transaction. Writers must take the lock at the start and wait for it:
 * after a
 *   read, a write fails at once if another program has written meanwhile, regardless of the timeout.
 */
function withPreparedStatements(connection: DatabaseSync, onBegin: string): SqliteDatabase {
  const prepared = new Map<string, Prepared>()
  let hasBegun = false

  /**
   * SQLite rolls back by itself when the disk is full or fails: later statements would then be outside of a
   * transaction.
   */
  function isUndone(): boolean {
    return hasBegun && !connection.isTransaction
  }

  function prepare(text: string): Prepared {
    const known = prepared.get(text)
    if (known) {
      prepared.delete(text)
      prepared.set(text, known)
      return known
    }
    const made = prepareIn(connection, text)
    prepared.set(text, made)
    if (prepared.size > PREPARED_STATEMENTS) {
      const [oldest] = prepared.keys()
      if (oldest !== undefined) prepared.delete(oldest)
    }
    return made
  }

  return {
    close() {
      prepared.clear()
      connection.close()
    },
    prepare(given) {
      const text = given === 'begin' ? onBegin : given
      if (text === 'rollback' && isUndone()) {
        hasBegun = false
        return nothingToDo
      }
      if (text === onBegin || text === 'rollback') hasBegun = false
      if (isUndone()) throw new Error('The database has undone this transaction already')
      const { statement, columns, returnsRows } = prepare(text)
      return {
        reader: returnsRows,
        all: (parameters) => {
          const rows = statement.all(...parameters.map(toSqlValue))
          const names = columns ?? namesOf(statement)
          return rows.map((row) => toObject(row, names))
        },
        run: (parameters) => {
          const { changes, lastInsertRowid } = statement.run(...parameters.map(toSqlValue))
          if (text === onBegin) hasBegun = true
          else if (text === 'commit') hasBegun = false
          return { changes, lastInsertRowid }
        },
        // Not cached: reusing a shared statement would reset a running iteration.
        iterate: (parameters) => {
          const own = prepareIn(connection, text).statement
          return toObjects(own.iterate(...parameters.map(toSqlValue)), namesOf(own))
        },
      }
    },
  }
}
