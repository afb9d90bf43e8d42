import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { lockNames, refreshWorks, storeFolderMetadata } from './index.ts'

const ids = Array.from({ length: 120 }, (_, at) => 1_000_001 + at)

describe.each(dialects)('refreshWorks on %s', (dialect) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase(dialect, 4)
    const circle = await database.write
      .insertInto('circle')
      .values({ name: 'Circle', name_key: 'circle' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.write.transaction().execute(async (tx) => {
      for (const id of ids) {
        await tx
          .insertInto('work')
          .values({ ...aWorkRow(id), circle_id: circle.id })
          .execute()
        await storeFolderMetadata(tx, id, { sidecar: { title: 'New' }, left: null, addedOn: '2026-01-01' })
      }
    })
  })
  afterEach(() => database.remove())

  const countNew = () => database.read.selectFrom('work').select('id').where('title', '=', 'New').execute()

  test('EDT-33 other work runs before all works are merged', async () => {
    const between = setImmediate().then(countNew)
    expect(await refreshWorks(database, ids, Date.now, (run) => run())).toBe(ids.length)
    expect((await between).length).toBeLessThan(ids.length)
    expect(await countNew()).toHaveLength(ids.length)
  })

  test.runIf(dialect === 'postgres')('EDT-28 a work is not locked while it waits for a merge of names', async () => {
    let refreshed: Promise<number> | undefined
    await database.write.transaction().execute(async (tx) => {
      await lockNames(tx, dialect)
      refreshed = refreshWorks(database, ids.slice(0, 1), Date.now, (run) => run())
      await vi.waitUntil(async () => {
        const { rows } = await sql`
          select 1 from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and relation = 'merged_name'::regclass and not granted`.execute(
          database.read,
        )
        return rows.length > 0
      })
      const free = tx.selectFrom('work').select('id').where('id', '=', ids[0]!).forUpdate().noWait()
      expect(await free.execute()).toHaveLength(1)
    })
    expect(await refreshed).toBe(1)
  })
})
