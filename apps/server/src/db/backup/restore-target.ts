import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import pg from 'pg'

import { isWriteConflict } from '../dialect.ts'
import { APPLICATION_NAME, type DatabaseLocation } from '../open.ts'
import { keepOthersAway } from '../restore-lock.ts'
import { takeServerLock } from '../server-lock.ts'
import { copyToPostgres, type CopyOptions } from './copy-to-postgres.ts'
import { DatabaseInUseError } from './database-in-use-error.ts'
import { sync } from './sync.ts'

/** The place of a restore, which no server uses until it is released. */
export type RestoreTarget = {
  /** The setting that says where it is. */
  place: string
  /** @throws {DatabaseInUseError} */
  isEmpty(): Promise<boolean>
  /**
   * Takes a restored SQLite file: PostgreSQL its rows, after which the file is removed. On SQLite the file itself only has to be
   * put in place.
   *
   * @throws {DatabaseInUseError}
   */
  take(built: string, options: CopyOptions): Promise<void>
  release(): Promise<void>
}

/** @throws {Error} a server uses it, or PostgreSQL does not answer */
export function takeTarget(location: DatabaseLocation, dataDir: string): Promise<RestoreTarget> {
  return location.kind === 'sqlite' ? takeSqlite(location.path, dataDir) : takePostgres(location.url)
}

async function takeSqlite(path: string, dataDir: string): Promise<RestoreTarget> {
  const lock = takeServerLock(path)
  if (lock === null) throw new Error('A server is running on this database: stop it first.')
  return {
    place: dataDir,
    async isEmpty() {
      if (isOpenElsewhere(path)) throw new DatabaseInUseError(dataDir)
      return isMissing(path)
    },
    async take(built) {
      await sync(built)
      // A command may have opened it meanwhile.
      if (isOpenElsewhere(path)) throw new DatabaseInUseError(dataDir)
    },
    release: async () => lock.release(),
  }
}

function isMissing(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
}

function isOpenElsewhere(path: string): boolean {
  if (isMissing(path)) return false
  const connection = new DatabaseSync(path, { timeout: 0 })
  try {
    // Only possible without other connections. Also leaves no log that would be taken for the restored database's.
    connection.exec('pragma journal_mode = delete')
    return false
  } catch (error) {
    // A damaged database can be replaced.
    return isWriteConflict(error)
  } finally {
    connection.close()
  }
}

/** The lock and the rows are of one session: if its connection breaks, nothing is changed. */
async function takePostgres(url: string): Promise<RestoreTarget> {
  const session = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    // It has nothing to do while the file is built.
    keepAlive: true,
    application_name: `${APPLICATION_NAME} restore`,
  })
  // The next statement reports a lost connection; without a listener it would end the process.
  session.on('error', () => {})
  await session.connect()
  const target: RestoreTarget = {
    place: 'DATABASE_URL',
    async isEmpty() {
      const { rows } = await session.query<{ isEmpty: boolean }>('select to_regclass($1) is null as "isEmpty"', [
        DEFAULT_MIGRATION_TABLE,
      ])
      return rows[0]?.isEmpty === true
    },
    async take(built, options) {
      await copyToPostgres(built, session, options)
      await rm(built)
    },
    // Rolls back what was not committed.
    release: () => session.end(),
  }
  try {
    if (!(await keepOthersAway(session))) throw new DatabaseInUseError(target.place)
  } catch (error) {
    await target.release()
    throw error
  }
  return target
}
