import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { inject, vi } from 'vitest'

import type { DialectName } from '../src/db/dialect.ts'
import { migrationsFor } from '../src/db/migrations/index.ts'
import { nodeSqliteDialect } from '../src/db/node-sqlite.ts'
import { type Database, type DatabaseLocation, type Db, openDatabase } from '../src/db/open.ts'
import type { Tables } from '../src/db/tables.ts'
import { copiedPostgres, newPostgres, type Place } from './postgres-databases.ts'

/** Repository tests run on each: `describe.each(dialects)('works on %s', (dialect) => …)`. */
export const dialects: readonly DialectName[] = ['sqlite', 'postgres']

export type TestDatabase = Database & {
  location: DatabaseLocation
  /** Closes it and removes every trace of it. */
  remove(): Promise<void>
}

/**
 * Makes an empty database of its own, migrated, on a real server or in a real file: as one that is made once a run.
 *
 * @param connections  to PostgreSQL. With one, code that asks for a second inside a transaction hangs here, and not only
 * in a busy pool. Tests that hold a transaction open beside other calls need more.
 */
export async function openTestDatabase(dialect: DialectName, connections = 1): Promise<TestDatabase> {
  const { location, drop } = dialect === 'sqlite' ? sqliteFile(inject('sqliteTemplate')) : await copiedPostgres()
  return removable(await openDatabase(location, { connections }), location, drop)
}

function removable(database: Database, location: DatabaseLocation, drop: Place['drop']): TestDatabase {
  return {
    ...database,
    location,
    async remove() {
      await database.close()
      await drop()
    },
  }
}

/**
 * A database as an older program left it, opened with this one.
 *
 * @param lastMigration  the last that the older program knew
 * @param fill  what it wrote; its tables may have had other columns than `Tables` says
 */
export async function openOldDatabase(
  dialect: DialectName,
  lastMigration: string,
  fill: (db: Kysely<Tables>) => Promise<void>,
): Promise<TestDatabase> {
  const { location, drop } = await makeOldDatabase(dialect, lastMigration, fill)
  return removable(await openDatabase(location, { connections: 1 }), location, drop)
}

/** The same, not opened yet. */
export async function makeOldDatabase(
  dialect: DialectName,
  lastMigration: string,
  fill: (db: Kysely<Tables>) => Promise<void>,
): Promise<Place> {
  const place = dialect === 'sqlite' ? sqliteFile() : await newPostgres()
  const old = openAsItIs(place.location)
  try {
    const { error } = await new Migrator({ db: old, provider: migrationsFor(dialect) }).migrateTo(lastMigration)
    if (error) throw error as Error
    await fill(old)
  } finally {
    await old.destroy()
  }
  return place
}

/** Opens a database without bringing it up to date. */
export function openAsItIs(location: DatabaseLocation): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect:
      location.kind === 'sqlite'
        ? nodeSqliteDialect({ path: location.path, readOnly: false })
        : new PostgresDialect({ pool: onePostgresConnection(location.url) }),
  })
}

function onePostgresConnection(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // Dropping the database may end a connection that is closing.
  pool.on('error', () => {})
  return pool
}

function sqliteFile(template?: string): Place {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-db-'))
  const path = join(dir, 'otodana.db')
  if (template !== undefined) copyFileSync(template, path)
  return {
    location: { kind: 'sqlite', path },
    drop: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/**
 * PostgreSQL numbers the transactions of all its databases together, including those of parallel tests: a running one
 * keeps newer ones out of the snapshots. Waits for those that have started by now.
 */
export async function untilAllHaveEnded(db: Db): Promise<void> {
  const { rows } = await sql<{ last: string }>`select pg_current_xact_id()::text as last`.execute(db)
  const allHaveEnded = async () => {
    const answer = await sql<{ is: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]!.last}::xid8 as is`.execute(db)
    return answer.rows[0]!.is
  }
  await vi.waitUntil(allHaveEnded, { timeout: 30_000 })
}
