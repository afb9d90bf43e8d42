import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { isWriteConflict } from './dialect.ts'

export type ServerLock = { release(): void }

/**
 * Takes the right to serve from an SQLite database, or to replace it. The system releases it when the process ends in any
 * way. Commands such as a scan do not need it: they share the database with a server.
 *
 * @returns null if another process has it
 */
export function takeServerLock(databasePath: string): ServerLock | null {
  const path = `${databasePath}.lock`
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  // An empty SQLite database, because SQLite's locks work on every system.
  const connection = new DatabaseSync(path, { timeout: 0 })
  try {
    // Nothing is written, so that a full disk does not matter.
    connection.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    connection.close()
    if (isWriteConflict(error)) return null
    throw error
  }
  return { release: () => connection.close() }
}
