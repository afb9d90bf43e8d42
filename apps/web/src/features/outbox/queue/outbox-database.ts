import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

import { storedName } from '#lib/base-path.ts'
import { randomUuid } from '#lib/browser/random-uuid.ts'

import { mergeInto, waitingOf } from './merge.ts'
import type { NewWrite, Waiting } from './waiting.ts'

/** One database per origin and base path. What is stored there must outlive updates of the app. */
const DATABASE = storedName('otodana-outbox')
const VERSION = 1

/** On one device, of all accounts. Beyond this a write is refused, and fails as without an outbox; none is dropped. */
export const MAX_WAITING = 500

interface Schema extends DBSchema {
  writes: { key: number; value: Waiting; indexes: { account: number } }
}
type Database = IDBPDatabase<Schema>

export class OutboxFullError extends Error {}

export type OutboxDatabase = ReturnType<typeof createOutboxDatabase>

/** The writes that wait on this device, by account. Every change is one transaction, so that tabs cannot lose each other's. */
export function createOutboxDatabase() {
  let opened: Promise<Database> | undefined

  function open(): Promise<Database> {
    const forget = () => (opened = undefined)
    opened ??= openDB<Schema>(DATABASE, VERSION, {
      upgrade(db) {
        db.createObjectStore('writes', { keyPath: 'id', autoIncrement: true }).createIndex('account', 'account')
      },
      blocking: (_, __, event) => {
        forget()
        ;(event.target as IDBDatabase).close()
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }
  // Written to the disk before it counts as kept.
  const change = async () => (await open()).transaction('writes', 'readwrite', { durability: 'strict' })

  return {
    /** In the order of sending. */
    list: async (account: number): Promise<Waiting[]> => (await open()).getAllFromIndex('writes', 'account', account),

    /**
     * Adds a write, merged with those that wait.
     *
     * @throws {OutboxFullError}
     * @throws {DOMException} the browser denies storage, or it is full
     */
    async add(account: number, entry: NewWrite): Promise<void> {
      const transaction = await change()
      const { store } = transaction
      const queue = await store.index('account').getAll(account)
      const { removed, changed, added } = mergeInto(queue, entry, randomUuid())
      if (added && (await store.count()) - removed.length >= MAX_WAITING) {
        transaction.abort()
        await transaction.done.catch(() => undefined)
        throw new OutboxFullError('too many changes wait')
      }
      await Promise.all(removed.map((id) => store.delete(id)))
      if (changed) await store.put(changed)
      // The key of the row is given by the database, and never used again.
      if (added) await store.add(waitingOf(added, account) as Waiting)
      await transaction.done
    },

    /**
     * Changes a write unless it was merged with another one meanwhile.
     *
     * @param to  returns null to remove it
     * @returns the write as it is now; undefined if it was removed, or is another one
     */
    async change(
      { id, key }: Pick<Waiting, 'id' | 'key'>,
      to: (one: Waiting) => Waiting | null,
    ): Promise<Waiting | undefined> {
      const transaction = await change()
      const stored = await transaction.store.get(id)
      const next = stored?.key === key ? to(stored) : undefined
      if (next === null) await transaction.store.delete(id)
      else if (next) await transaction.store.put(next)
      await transaction.done
      return next ?? undefined
    },

    async clear(account: number): Promise<void> {
      const transaction = await change()
      const ids = await transaction.store.index('account').getAllKeys(account)
      await Promise.all(ids.map((id) => transaction.store.delete(id)))
      await transaction.done
    },

    async close(): Promise<void> {
      ;(await opened)?.close()
      opened = undefined
    },
  }
}
