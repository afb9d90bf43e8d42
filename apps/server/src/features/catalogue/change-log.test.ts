import fc from 'fast-check'
import { type ControlledTransaction, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'

import { dialects, openTestDatabase, type TestDatabase, untilAllHaveEnded } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'

import { type ChangeLog, createChangeLog, type LogPosition } from './change-log.ts'

/** Columns used only by the scanner. */
const SCANNER_ONLY = ['metadata_source', 'root', 'path', 'signature', 'updated_at_ms']
/** Derived from the name. */
const KEYS = ['name_key']

describe.each(dialects)('the change log on %s', (dialect) => {
  let database: TestDatabase
  let changeLog: ChangeLog
  let position: LogPosition

  beforeEach(async () => {
    database = await openTestDatabase(dialect, 4)
    changeLog = createChangeLog(database)
    const db = database.write
    const circles = [1, 2].map((id) => ({ id, name: `circle ${id}`, name_key: `circle ${id}` }))
    await db.insertInto('circle').values(circles).execute()
    const tags = [1, 2, 3].map((id) => ({ id, name: `tag ${id}`, name_key: `tag ${id}`, i18n: '{}' }))
    await db.insertInto('tag').values(tags).execute()
    const actors = ['va-1', 'va-2'].map((id) => ({ id, name: id, name_key: id }))
    await db.insertInto('voice_actor').values(actors).execute()
    const series = [1, 2].map((id) => ({ id, circle_id: 1, name: `series ${id}`, name_key: `series ${id}` }))
    await db.insertInto('series').values(series).execute()
    const staff = ['st-1', 'st-2'].map((id) => ({ id, name: id, name_key: id }))
    await db.insertInto('staff').values(staff).execute()
    await db.insertInto('work').values([1, 2, 3].map(aWorkRow)).execute()
    await db.insertInto('work_staff').values({ work_id: 1, staff_id: 'st-1', role: 'music', position: 0 }).execute()
    await db.insertInto('work_tag').values({ work_id: 1, tag_id: 1, position: 0 }).execute()
    await db.insertInto('work_voice_actor').values({ work_id: 1, voice_actor_id: 'va-1', position: 0 }).execute()
    position = await changeLog.end()
  })
  afterEach(() => database.remove())

  /** The next page of changes; advances the position. */
  async function onePage(limit: number) {
    const page = await changeLog.read(position, limit)
    if (!page) throw new Error('The log no longer reaches back so far')
    position = page.position
    return { changes: page.changes.map(({ kind, id }) => `${kind} ${id}`), hasMore: page.hasMore }
  }

  /** All further changes, each entity once. */
  async function news(limit = 100): Promise<string[]> {
    const found = new Set<string>()
    for (;;) {
      const { changes, hasMore } = await onePage(limit)
      for (const change of changes) found.add(change)
      if (!hasMore) return [...found].sort()
    }
  }

  test('every column that can be seen leaves a note when it changes, and only then', async () => {
    const tables = await database.read.introspection.getTables()
    const links = ['work_tag', 'work_voice_actor', 'work_staff']
    const kinds: Record<string, string> = Object.fromEntries(['work', ...links].map((table) => [table, 'work']))
    Object.assign(kinds, { circle: 'circle', tag: 'tag', voice_actor: 'voiceActor', series: 'series', staff: 'staff' })
    const keys: Record<string, string> = Object.fromEntries(links.map((table) => [table, 'work_id']))
    for (const [table, kind] of Object.entries(kinds)) {
      const { columns } = tables.find(({ name }) => name === table)!
      const key = keys[table] ?? 'id'
      for (const { name, dataType } of columns) {
        // Ids of works never change.
        if (name === key) continue
        const id = { voice_actor: 'va-1', staff: 'st-1' }[table] ?? 1
        const link = { voice_actor_id: 'va-2', staff_id: 'st-2' }[name]
        const value = link ?? (/text/i.test(dataType) ? 'other' : 2)
        const change = () =>
          sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value} where ${sql.ref(key)} = ${id}`.execute(
            database.write,
          )
        await change()
        const isSeen = !SCANNER_ONLY.includes(name) && !KEYS.includes(name)
        expect([table, name, await news()]).toEqual([table, name, isSeen ? [`${kind} ${id}`] : []])
        await change()
        expect([table, name, await news()]).toEqual([table, name, []])
      }
    }
  })

  test('rows that come and go leave notes, also those that go with others', async () => {
    const db = database.write
    await db.insertInto('work').values(aWorkRow(7)).execute()
    await db.insertInto('tag').values({ id: 9, name: 'rain', name_key: 'rain', i18n: '{}' }).execute()
    await db.insertInto('circle').values({ id: 9, name: 'c', name_key: 'c' }).execute()
    await db.insertInto('voice_actor').values({ id: 'va-9', name: 'v', name_key: 'v' }).execute()
    expect(await news()).toEqual(['circle 9', 'tag 9', 'voiceActor va-9', 'work 7'])
    await db.insertInto('work_tag').values({ work_id: 7, tag_id: 9, position: 0 }).execute()
    expect(await news()).toEqual(['work 7'])
    await db.insertInto('work_voice_actor').values({ work_id: 7, voice_actor_id: 'va-9', position: 0 }).execute()
    expect(await news()).toEqual(['work 7'])
    await db.deleteFrom('voice_actor').where('id', '=', 'va-9').execute()
    expect(await news()).toEqual(['voiceActor va-9', 'work 7'])
    await db.insertInto('staff').values({ id: 'st-9', name: 's', name_key: 's' }).execute()
    await db.insertInto('series').values({ id: 9, circle_id: 9, name: 's', name_key: 's' }).execute()
    expect(await news()).toEqual(['series 9', 'staff st-9'])
    await db.insertInto('work_staff').values({ work_id: 7, staff_id: 'st-9', role: 'other', position: 0 }).execute()
    await db.updateTable('work').set({ series_id: 9 }).where('id', '=', 7).execute()
    expect(await news()).toEqual(['work 7'])
    await db.deleteFrom('staff').where('id', '=', 'st-9').execute()
    expect(await news()).toEqual(['staff st-9', 'work 7'])
    await db.deleteFrom('series').where('id', '=', 9).execute()
    expect(await news()).toEqual(['series 9', 'work 7'])
    await db.deleteFrom('tag').where('id', '=', 9).execute()
    expect(await news()).toEqual(['tag 9', 'work 7'])
    await db.deleteFrom('circle').where('id', '=', 9).execute()
    await db.deleteFrom('work').where('id', '=', 1).execute()
    expect(await news()).toEqual(['circle 9', 'work 1'])
    await db.updateTable('work').set({ id: 8 }).where('id', '=', 7).execute()
    expect(await news()).toEqual(['work 7', 'work 8'])
  })

  test('a write that overlooks conflicts is noted as well when the thing stood in the log already', async () => {
    await database.write.updateTable('work').set({ price: 5 }).where('id', '=', 2).execute()
    await news()
    await sql`insert into work_tag (work_id, tag_id, position) values (2, 3, 0) on conflict do nothing`.execute(
      database.write,
    )
    expect(await news()).toEqual(['work 2'])
    if (dialect === 'postgres') return
    await sql`insert or ignore into work_tag (work_id, tag_id, position) values (2, 2, 1)`.execute(database.write)
    expect(await news()).toEqual(['work 2'])
  })

  test('what is rolled back was never noted', async () => {
    const broken = database.write.transaction().execute(async (tx) => {
      await tx.updateTable('work').set({ title: 'Never' }).where('id', '=', 1).execute()
      await tx.insertInto('work').values(aWorkRow(4)).execute()
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    expect(await news()).toEqual([])
  })

  test('many changes are read in pages, each once', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => 1_000 + index)
    await database.write.insertInto('work').values(ids.slice(0, 100).map(aWorkRow)).execute()
    await database.write.insertInto('work').values(ids.slice(100).map(aWorkRow)).execute()
    expect(await news(20)).toEqual(ids.map((id) => `work ${id}`))
    expect(await news(20)).toEqual([])
  })

  test('what is committed while the pages are read is behind them', async () => {
    const db = database.write
    await db.insertInto('work').values([11, 12, 13, 14].map(aWorkRow)).execute()
    const first = (await changeLog.read(position, 2))!
    expect(first).toMatchObject({ changes: [{ id: '11' }, { id: '12' }], hasMore: true })
    await db.updateTable('work').set({ price: 5 }).where('id', '=', 11).execute()
    position = first.position
    const rest = await news(2)
    expect(rest).toEqual(expect.arrayContaining(['work 11', 'work 13', 'work 14']))
    expect(await news(2)).toEqual([])
  })

  test('no order of commits hides a change from a reader', { timeout: 60_000 }, async () => {
    // SQLite has one writer at a time, PostgreSQL any number.
    const writers = dialect === 'sqlite' ? 1 : 3
    const step = fc.oneof(
      fc.record({ writer: fc.nat(writers - 1), act: fc.constantFrom('commit' as const, 'rollback' as const) }),
      fc.record({ writer: fc.nat(writers - 1), act: fc.constant('write' as const) }),
      fc.record({ writer: fc.constant(0), act: fc.constantFrom('read' as const, 'page' as const) }),
    )
    let nextId = 100
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 30 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, limit) => {
          const open = new Map<number, { tx: ControlledTransaction<Tables>; ids: number[] }>()
          const committed = new Set<string>()
          const read: string[] = []
          const end = async (writer: number, act: 'commit' | 'rollback') => {
            const transaction = open.get(writer)
            if (!transaction) return
            open.delete(writer)
            await transaction.tx[act]().execute()
            if (act === 'commit') for (const id of transaction.ids) committed.add(`work ${id}`)
          }
          for (const { writer, act } of steps) {
            if (act === 'read') read.push(...(await news(limit)))
            else if (act === 'page') read.push(...(await onePage(limit)).changes)
            else if (act === 'write') {
              const transaction = open.get(writer) ?? { tx: await database.write.startTransaction().execute(), ids: [] }
              open.set(writer, transaction)
              transaction.ids.push(nextId)
              await transaction.tx.insertInto('work').values(aWorkRow(nextId++)).execute()
            } else await end(writer, act)
            // A read contains everything committed before it.
            if (act === 'read') expect(new Set(read)).toEqual(committed)
          }
          for (const writer of open.keys()) await end(writer, 'commit')
          read.push(...(await news(limit)))
          expect(new Set(read)).toEqual(committed)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('a reader behind the oldest change learns so, and others do not', async () => {
    const behind = position
    await outgrow(database)
    if (dialect === 'postgres') await untilAllHaveEnded(database.write)
    await changeLog.prune()
    expect(await changeLog.read(behind, 10)).toBeNull()
    position = await changeLog.end()
    await database.write.updateTable('work').set({ price: 5 }).where('id', '=', 2).execute()
    await changeLog.prune()
    expect(await news()).toEqual(['work 2'])
  })
})

/** Makes enough changes that the first ones are pruned from the log. */
async function outgrow({ dialect, write }: TestDatabase): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`update sqlite_sequence set seq = seq + 1000000 where name = 'catalogue_change'`.execute(write)
    await write.updateTable('work').set({ price: 7 }).where('id', '=', 1).execute()
    const { rows } = await sql`select * from catalogue_change`.execute(write)
    expect(rows).toHaveLength(1)
    return
  }
  const addTags = (db: Db, from: number, to: number) =>
    sql`insert into tag (id, name, name_key, i18n)
      select n, 'tag ' || n, 'many ' || n, '{}' from generate_series(${from}::int, ${to}::int) as n`.execute(db)
  await addTags(write, 1_000, 2_000)
  await addTags(write, 2_001, 102_100)
}

describe('the change log of PostgreSQL', () => {
  test('a transaction that began first and commits between two pages is not missed', async () => {
    const database = await openTestDatabase('postgres', 4)
    try {
      const changeLog = createChangeLog(database)
      await database.write.insertInto('circle').values({ id: 1, name: 'c', name_key: 'c' }).execute()
      const start = await changeLog.end()
      const first = await database.write.startTransaction().execute()
      await first.insertInto('work').values(aWorkRow(1)).execute()
      await database.write.insertInto('work').values([2, 3, 4].map(aWorkRow)).execute()

      let page = (await changeLog.read(start, 2))!
      expect(page.changes.map(({ id }) => id)).toEqual(['2', '3'])
      await first.commit().execute()
      const rest: string[] = []
      while (page.hasMore) {
        page = (await changeLog.read(page.position, 2))!
        rest.push(...page.changes.map(({ id }) => id))
      }
      expect(rest).toEqual(['4', '1'])
    } finally {
      await database.remove()
    }
  })

  test('forgets nothing that a transaction under way keeps from being seen by all', async () => {
    const database = await openTestDatabase('postgres', 4)
    try {
      const changeLog = createChangeLog(database)
      await database.write.insertInto('circle').values({ id: 1, name: 'c', name_key: 'c' }).execute()
      await untilAllHaveEnded(database.write)
      const late = await database.write.startTransaction().execute()
      await late.insertInto('work').values(aWorkRow(1)).execute()
      const before = await changeLog.end()
      await outgrow(database)
      await changeLog.prune()
      await late.commit().execute()
      await expect(changeLog.read(before, 1)).resolves.toMatchObject({ changes: [{ kind: 'work', id: '1' }] })
      await untilAllHaveEnded(database.write)
      await changeLog.prune()
      expect(await changeLog.read(before, 10)).toBeNull()
    } finally {
      await database.remove()
    }
  }, 60_000)

  test('does not wait for the numbers of another server after a dump was restored', async () => {
    const database = await openTestDatabase('postgres', 4)
    try {
      const changeLog = createChangeLog(database)
      await sql`insert into catalogue_change (seq, kind, entity_id) values ('99999999', 'work', '1')`.execute(
        database.write,
      )
      await sql`update catalogue_pruned set seq = '99999998'`.execute(database.write)
      await changeLog.prune()
      const position = await changeLog.end()
      await expect(changeLog.read(position, 10)).resolves.toMatchObject({ changes: [] })
    } finally {
      await database.remove()
    }
  })
})
