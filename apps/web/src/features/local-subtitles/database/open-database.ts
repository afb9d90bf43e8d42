import { type OpenOptions, openDatabase as open } from './database.ts'
import { sweepOrphans } from '../run-in-worker.ts'
import { endedOrphans } from './orphans.ts'

let isSwept = false

/**
 * Opens the database, creating or upgrading it if necessary. Clears remains of interrupted imports in the background.
 *
 * @throws {LocalSubtitleError} `unavailable`, `newerDatabase`, `upgradeFailed`
 */
export async function openDatabase(options: OpenOptions = {}): Promise<void> {
  const db = await open(options)
  if (isSwept) return
  isSwept = true
  const ended = await endedOrphans(db, Date.now())
  // In the background; retried on the next visit.
  if (ended.length > 0) sweepOrphans().catch(() => (isSwept = false))
}
