import { openDB } from 'idb'

import { LocalSubtitleError } from '../problems.ts'
import { DATABASE, ensureStores, type LocalDatabase, type Schema, VERSION } from './schema.ts'
import type { UpgradeProgress } from '../types.ts'
import { upgradeRows } from './upgrade.ts'

export type OpenOptions = {
  /** Called while an older database is upgraded. */
  onUpgrade?: (progress: UpgradeProgress) => void
}

const listeners = new Set<(progress: UpgradeProgress) => void>()
let opened: Promise<LocalDatabase> | undefined

/**
 * Opens the database, creating or upgrading it if necessary. One connection per page or worker; it is closed when a
 * page of a newer build requires that, and reopened on the next use.
 *
 * @throws {LocalSubtitleError} `unavailable`, `newerDatabase`, `upgradeFailed`
 */
export async function openDatabase({ onUpgrade }: OpenOptions = {}): Promise<LocalDatabase> {
  if (onUpgrade) listeners.add(onUpgrade)
  try {
    opened ??= open()
    return await opened
  } finally {
    if (onUpgrade) listeners.delete(onUpgrade)
  }
}

async function open(): Promise<LocalDatabase> {
  const forget = () => (opened = undefined)
  const tell = (progress: UpgradeProgress) => {
    for (const listener of listeners) listener(progress)
  }
  let failure: { error: unknown } | undefined
  try {
    return await openDB<Schema>(DATABASE, VERSION, {
      upgrade(db, oldVersion, _, transaction) {
        // The request and the pending operations only report that they were aborted.
        const fail = (error: unknown) => {
          if (!failure || isAbort(failure.error)) failure = { error }
          abort(transaction)
        }
        transaction.done.catch(fail)
        try {
          ensureStores(db, transaction)
          upgradeRows(transaction, oldVersion, tell).catch(fail)
        } catch (error) {
          fail(error)
        }
      },
      blocked: () => tell({ state: 'waiting' }),
      blocking: (_, __, event) => {
        forget()
        ;(event.target as IDBDatabase).close()
      },
      terminated: forget,
    })
  } catch (error) {
    forget()
    if (failure)
      throw new LocalSubtitleError({ kind: 'upgradeFailed', message: String(failure.error) }, { cause: failure.error })
    throw openingProblem(error)
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch (error) {
    // The transaction ended by itself.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

function openingProblem(error: unknown): unknown {
  // `indexedDB` is missing, or refused in private windows.
  if (error instanceof ReferenceError || error instanceof TypeError) return unavailable(error)
  if (!(error instanceof DOMException)) return error
  if (error.name === 'VersionError') return new LocalSubtitleError({ kind: 'newerDatabase' }, { cause: error })
  if (error.name === 'AbortError') {
    return new LocalSubtitleError({ kind: 'upgradeFailed', message: error.message }, { cause: error })
  }
  return unavailable(error)
}

function unavailable(cause: unknown): LocalSubtitleError {
  return new LocalSubtitleError({ kind: 'unavailable' }, { cause })
}
