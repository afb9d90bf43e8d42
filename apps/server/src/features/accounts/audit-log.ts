import type { SecurityEventKind } from '@otodana/contract'
import type { Insertable } from 'kysely'
import type { Logger } from 'pino'

import { storeIfRoom } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'
import type { SecurityEventTable } from '#db/tables.ts'

type SecurityEvent = {
  kind: SecurityEventKind
  /** null: no such account. */
  accountId: number | null
  /** As typed, if there is no such account. */
  name: string
  /** The administrator who changed another user's account. */
  by?: string
  /** The visitor's address. */
  address: string
}

type ListedEvent = { id: number; kind: string; name: string; by: string | null; address: string; at: string }

export type AuditLog = {
  record(event: SecurityEvent): Promise<void>
  /** The latest events before an id, newest first. */
  list(before: number, limit: number): Promise<ListedEvent[]>
}

/** Random names in logins must not fill the disk. */
const MAX_EVENTS = 100_000
const TRIM_EVERY = 1_000
const MAX_NAME_LENGTH = 100

/** Records account events, up to the latest hundred thousand, in the database and the log. */
export function createAuditLog({
  database,
  log,
}: {
  database: Database
  log: Pick<Logger, 'info' | 'warn'>
}): AuditLog {
  const { read, write } = database
  let hasRoom = true

  async function store(row: Insertable<SecurityEventTable>): Promise<void> {
    const { id } = await write.insertInto('security_event').values(row).returning('id').executeTakeFirstOrThrow()
    if (id % TRIM_EVERY === 0)
      await write
        .deleteFrom('security_event')
        .where('id', '<=', id - MAX_EVENTS)
        .execute()
  }

  return {
    async record({ kind, accountId, name, by, address }) {
      const shortName = name.slice(0, MAX_NAME_LENGTH).toWellFormed().replaceAll('\0', ' ')
      log.info({ kind, accountId, name: shortName, by, address }, 'security')
      const event = { kind, account_id: accountId, account_name: shortName, actor_name: by ?? null, address }
      // On a full or read-only disk members can still log in.
      const isStored = await storeIfRoom(() => store({ ...event, at_ms: Date.now() }))
      if (hasRoom && !isStored) log.warn('the disk is full or read-only: security events are only in this log for now')
      hasRoom = isStored
    },

    async list(before, limit) {
      const rows = await read
        .selectFrom('security_event')
        .select(['id', 'kind', 'account_name as name', 'actor_name as by', 'address', 'at_ms'])
        .where('id', '<', before)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ at_ms, ...event }) => ({ ...event, at: new Date(at_ms).toISOString() }))
    },
  }
}
