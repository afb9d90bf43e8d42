import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { lockRow } from '#db/dialect.ts'

import { dialects, openTestDatabase } from '../../../test/databases.ts'

import { createHistoryRepository } from './history.repository.ts'

// SQLite has one writing connection.
test.runIf(dialects.includes('postgres'))('HIS-05 what a device sends while the history is cleared waits', async () => {
  const database = await openTestDatabase('postgres', 2)
  try {
    const { id } = await database.write
      .insertInto('account')
      .values({
        name: 'akari',
        name_key: 'akari',
        password_hash: '',
        account_group: 'user',
        recommender_uuid: randomUUID(),
        created_at_ms: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    let saving: Promise<string> | undefined
    await database.write.transaction().execute(async (tx) => {
      await lockRow(tx, 'postgres', 'account', id, 'toCount')
      saving = createHistoryRepository(database)
        .save(id, randomUUID(), [])
        .then(() => 'saved')
      const waiting = vi.waitUntil(
        async () => {
          const { rows } = await sql`
            select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)
          return rows.length > 0 && 'waits'
        },
        { timeout: 10_000 },
      )
      expect(await Promise.race([saving, waiting])).toBe('waits')
    })
    expect(await saving).toBe('saved')
  } finally {
    await database.remove()
  }
})
