import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { isDiskFull } from './dialect.ts'

/**
 * Checks an SQLite database that was not closed, as after a crash or in a copy of a running server's data folder: such a
 * copy can hold a database and a log that do not belong together. A database that was closed is not checked.
 *
 * @throws {Error} damaged; it stays as it is
 */
export function checkAfterCrash(path: string): void {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (log === undefined || log.size === 0) return
  const problem = findProblem(path)
  if (problem === null) return
  throw new Error(
    `the database is damaged: ${problem}. If this is a copy of a data folder, it was made while a server was writing: ` +
      'make one with "npm run otodana -- backup FILE" instead, or copy the folder while the server is stopped. ' +
      'Otherwise restore a backup. Nothing was changed.',
  )
}

function findProblem(path: string): string | null {
  // A connection that can write would merge the log into the database when it is closed.
  const connection = new DatabaseSync(path, { readOnly: true })
  try {
    const row = connection.prepare('pragma integrity_check(1)').get()
    return row?.integrity_check === 'ok' ? null : String(row?.integrity_check).replaceAll('\n', ' ')
  } catch (error) {
    // Without room it cannot be checked; the server shows what it has.
    if (isDiskFull(error)) return null
    // SQLITE_CORRUPT, SQLITE_NOTADB
    if (error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff))
      return error.message
    throw error
  } finally {
    connection.close()
  }
}
