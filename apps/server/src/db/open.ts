import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { callbackify, isDeepStrictEqual } from 'node:util'

import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration'
import pg from 'pg'

import { makeFolder } from '#data-dir/make-folder.ts'

import { answeringPool, type Patience } from './answering-pool.ts'
import type { DialectName } from './dialect.ts'
import { migrationsFor } from './migrations/index.ts'
import { nodeSqliteDialect } from './node-sqlite.ts'
import { keepRestoresAway } from './restore-lock.ts'
import type { Tables } from './tables.ts'

/** By which PostgreSQL's owner knows the sessions of servers and commands. */
export const APPLICATION_NAME = 'otodana'

export type Db = Kysely<Tables>

/**
 * The open database. On SQLite `write` and `read` are two connections, so that reads never wait for a transaction; on
 * PostgreSQL they are one pool.
 */
export type Database = {
  dialect: DialectName
  write: Db
  read: Db
  close(): Promise<void>
}

/** What another thread needs to open the same database. */
export type DatabaseLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

// count(*) and bigint columns contain sizes, times and counts, all below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

type OpenOptions = {
  /** Called when an idle PostgreSQL connection breaks; the pool replaces it. */
  onPoolError?: (error: Error) => void
  /** Maximum number of PostgreSQL connections. */
  connections?: number
  /** How long calls wait for a frozen PostgreSQL; by default forever, as long tasks may. */
  patience?: Patience
  /** Called if the SQLite file could be opened although the disk is full: writes fail for now. */
  onNoRoom?: () => void
  /** Called if the SQLite file could be opened although it cannot be written: writes fail. */
  onReadOnly?: () => void
  /** Called before the first table is created. */
  onEmpty?: () => void
  /** Called before a database of an older version is changed; if it fails, the database stays as it is. */
  beforeUpdate?: (db: Db) => Promise<void>
}

/**
 * Opens the database and migrates it.
 *
 * @throws {Error} unreachable, newer than this program, or a migration failed
 */
export async function openDatabase(location: DatabaseLocation, options: OpenOptions = {}): Promise<Database> {
  const database =
    location.kind === 'sqlite' ? await openSqliteFile(location.path, options) : openPostgres(location.url, options)
  try {
    await migrate(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

async function openSqliteFile(path: string, { onNoRoom, onReadOnly }: OpenOptions): Promise<Database> {
  await makeFolder(dirname(path))
  makePrivateFile(path)
  const write = new Kysely<Tables>({
    dialect: nodeSqliteDialect({
      path,
      readOnly: false,
      ...(onNoRoom && { onNoRoom }),
      ...(onReadOnly && { onReadOnly }),
    }),
  })
  // First used after the migrations: a read-only connection requires the file to exist in WAL mode.
  const read = new Kysely<Tables>({ dialect: nodeSqliteDialect({ path, readOnly: true }) })
  return {
    dialect: 'sqlite',
    write,
    read,
    async close() {
      await read.destroy()
      await write.destroy()
    },
  }
}

/** It contains password hashes. SQLite creates the other files with the database's mode. */
function makePrivateFile(path: string): void {
  // Never open an existing file: closing it would release this process's locks on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

function openPostgres(url: string, { onPoolError, connections = 10, patience }: OpenOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // One stays when nothing is asked, so that no restore begins under a server.
    min: 1,
    connectionTimeoutMillis: 10_000,
    application_name: APPLICATION_NAME,
    verify: callbackify(keepRestoresAway),
  })
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', (error) => onPoolError?.(error))
  // The same for a connection that breaks between two statements; the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: patience ? answeringPool(pool, url, patience) : pool }),
  })
  return { dialect: 'postgres', write: db, read: db, close: () => db.destroy() }
}

/** Brings a PostgreSQL database up to date within a transaction, or makes its tables. @throws {Error} it is newer */
export async function migrateWithin(transaction: Transaction<Tables>): Promise<void> {
  const provider = migrationsFor('postgres')
  refuseNewer(await readApplied(transaction, 'postgres'), Object.keys(await provider.getMigrations()))
  await runMigrations(new Migrator({ db: transaction, provider }))
}

async function migrate({ dialect, write }: Database, { onEmpty, beforeUpdate }: OpenOptions): Promise<void> {
  const migrator = new Migrator({ db: write, provider: migrationsFor(dialect) })
  const known = Object.keys(await migrationsFor(dialect).getMigrations())
  const applied = await readApplied(write, dialect)
  refuseNewer(applied, known)
  // The migrator asks several times for all columns of all tables before it finds nothing to do, in each thread's database.
  if (isDeepStrictEqual(applied, known)) return
  const migrations = await migrator.getMigrations()
  const isComplete = migrations.every(({ executedAt }) => executedAt !== undefined)
  if (migrations.every(({ executedAt }) => executedAt === undefined)) onEmpty?.()
  else if (!isComplete) await beforeUpdate?.(write)
  if (dialect === 'sqlite' && !isComplete) await migrateSqlite(write)
  else await runMigrations(migrator)
}

/** The names of the migrations that a database has had, in their order; none if it has no tables. */
async function readApplied(db: Db, dialect: DialectName): Promise<string[]> {
  const asked =
    dialect === 'sqlite'
      ? sql<{
          found: string | null
        }>`select name as found from sqlite_master where type = 'table' and name = ${DEFAULT_MIGRATION_TABLE}`
      : sql<{ found: string | null }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) as found`
  if (!(await asked.execute(db)).rows[0]?.found) return []
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows } = await sql<{ name: string }>`select name from ${table} order by timestamp, name`.execute(db)
  return rows.map(({ name }) => name)
}

/** A newer program has changed the tables in unknown ways, which cannot be reverted. */
function refuseNewer(applied: readonly string[], known: readonly string[]): void {
  const last = known.toSorted().at(-1) ?? ''
  const newer = applied.find((name) => name > last)
  if (newer === undefined) return
  throw new Error(
    `This database was written by a newer Otodana: it has the change ${newer}, and this version knows those up to ${last}. ` +
      'Start that version or a later one, or put back a copy of the database from before the update. Nothing was changed.',
  )
}

/**
 * On SQLite Kysely's migrator neither locks nor rolls back: two programs starting at once would create the same tables,
 * and one killed half-way would leave a database that cannot be opened.
 */
async function migrateSqlite(write: Db): Promise<void> {
  await write.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      await runMigrations(new Migrator({ db: connection, provider: migrationsFor('sqlite') }))
      await sql`commit`.execute(connection)
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}

async function runMigrations(migrator: Migrator): Promise<void> {
  const { error } = await migrator.migrateToLatest()
  if (error)
    throw error instanceof Error ? error : new Error(`The database could not be brought up to date`, { cause: error })
}
