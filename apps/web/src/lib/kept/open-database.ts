import { openDB } from 'idb'

import { DATABASE, type KeptDatabase, type Schema, upgrades, VERSION } from './schema.ts'

let opened: Promise<KeptDatabase> | undefined

/**
 * Opens the database of kept works, creating or upgrading it if necessary. One connection per page; it is closed when
 * another page needs a newer version, and reopened on the next use.
 *
 * @throws {DOMException} `VersionError`: it is of a newer build; others: storage is forbidden or broken
 */
export function openKept(): Promise<KeptDatabase> {
  opened ??= openDB<Schema>(DATABASE, VERSION, {
    upgrade(db, oldVersion, _, transaction) {
      for (const upgrade of upgrades.slice(oldVersion)) upgrade(db, transaction)
    },
    blocking: (_, __, event) => {
      opened = undefined
      ;(event.target as IDBDatabase).close()
    },
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

let found: Promise<KeptDatabase | null> | undefined

/**
 * Opens the database in whatever version it is, for the service worker, which may be of an older build than the page
 * that last upgraded it. Null if there is none: this never creates one.
 */
export function findKept(): Promise<KeptDatabase | null> {
  const forget = () => (found = undefined)
  found ??= openDB<Schema>(DATABASE, undefined, {
    upgrade(_, __, ___, transaction) {
      transaction.done.catch(() => undefined)
      transaction.abort()
    },
    blocking: (_, __, event) => {
      forget()
      ;(event.target as IDBDatabase).close()
    },
    terminated: forget,
  }).catch(() => {
    forget()
    return null
  })
  return found
}

/** Closes the connections of this page or worker; they are opened again when they are needed. */
export async function closeKept(): Promise<void> {
  const connections = [await opened?.catch(() => null), await found]
  opened = found = undefined
  for (const connection of connections) connection?.close()
}
