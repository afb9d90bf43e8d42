import { type ColumnDataType, type CreateTableBuilder, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

export type DialectName = 'sqlite' | 'postgres'

/** Everything in which the two databases differ stands in this file. */
export type DialectTypes = {
  /** A 64-bit whole number: byte sizes and milliseconds. */
  bigint: ColumnDataType
  double: ColumnDataType
  /** Bytes. */
  blob: ColumnDataType
}

export function dialectTypes(dialect: DialectName): DialectTypes {
  return dialect === 'sqlite'
    ? { bigint: 'integer', double: 'real', blob: 'blob' }
    : { bigint: 'bigint', double: 'double precision', blob: 'bytea' }
}

/** Adds the primary key `id`, given by the database and never used twice. */
export function withGeneratedId<T extends string>(
  dialect: DialectName,
  table: CreateTableBuilder<T>,
): CreateTableBuilder<T, 'id'> {
  return table.addColumn('id', 'integer', (column) =>
    dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity(),
  )
}

/** Whether the database refused a value, rather than failed: a full disk or a lost connection concerns every row. */
export function isDataError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // PostgreSQL: data exceptions and broken constraints. SQLite: too big, constraint, mismatch.
  if ('code' in error && typeof error.code === 'string' && /^2[23]...$/.test(error.code)) return true
  return 'errcode' in error && typeof error.errcode === 'number' && [18, 19, 20].includes(error.errcode & 0xff)
}

/** Whether a transaction only met another one, and will succeed when it is run again. */
export function isWriteConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && (error.code === '40P01' || error.code === '40001')) return true
  return 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5
}

/** What the system and PostgreSQL say when the database cannot be reached for now: down, starting, full of visitors. */
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', '53300', '57P01', '57P02', '57P03'])

/** Whether the database is away for now, rather than unwilling: the same call may succeed in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && (AWAY.has(error.code) || error.code.startsWith('08')))
    return true
  // The driver's own errors have no code.
  return /^Connection terminated|^timeout exceeded when trying to connect|not queryable/.test(error.message)
}

/** What the system and PostgreSQL say when there is no room for what is to be stored. */
const NO_ROOM = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])
/** What SQLite says: `SQLITE_FULL`, and `SQLITE_IOERR_SHMSIZE` where its index of the log has no room. */
const SQLITE_NO_ROOM = new Set<unknown>([13, 4874])

/** Whether the disk is full: nothing was stored, and nothing will be until space is freed. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && NO_ROOM.has(error.code)) || ('errcode' in error && SQLITE_NO_ROOM.has(error.errcode))
}

/**
 * Writes what is good to have, but not worth failing for when there is no room on the disk.
 *
 * @returns false when there was none, and nothing was stored
 */
export async function storeIfRoom(store: () => Promise<unknown>): Promise<boolean> {
  try {
    await store()
    return true
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return false
  }
}

/** Milliseconds since 1970 by the database's own clock, for what several processes order by time. */
export function databaseNowMs(dialect: DialectName): RawBuilder<number> {
  return dialect === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`
}

/**
 * Keeps other transactions from writing a table until this one ends, for rules that look at several rows. On SQLite one
 * transaction writes at a time anyway.
 */
export async function holdTable(
  transaction: QueryExecutorProvider,
  dialect: DialectName,
  table: string,
): Promise<void> {
  if (dialect === 'postgres') await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction)
}

/**
 * Keeps other transactions from changing a row until this one ends, for rules that look at more than the row. On SQLite
 * one transaction writes at a time anyway, and this one has to have written already.
 *
 * @param purpose  `toDelete` also keeps others from adding rows that refer to it
 */
export async function holdRow(
  transaction: QueryExecutorProvider,
  dialect: DialectName,
  table: string,
  id: number,
  purpose: 'toCount' | 'toDelete',
): Promise<void> {
  if (dialect !== 'postgres') return
  const lock = purpose === 'toDelete' ? sql`for update` : sql`for no key update`
  await sql`select id from ${sql.table(table)} where id = ${id} ${lock}`.execute(transaction)
}

/**
 * The same for several rows, to count what refers to them; in one order, so that two who hold some of the same do not wait
 * for each other.
 *
 * @param ids  a number, or a query for some
 */
export async function holdRows(
  transaction: QueryExecutorProvider,
  dialect: DialectName,
  table: string,
  ids: RawBuilder<unknown>,
): Promise<void> {
  if (dialect !== 'postgres') return
  await sql`select id from ${sql.table(table)} where id in (${ids}) order by id for no key update`.execute(transaction)
}
