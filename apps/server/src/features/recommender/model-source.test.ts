import { createRecommender, type RecommenderModel } from '@otodana/recommender'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { openDatabase } from '#db/open.ts'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import type { Listener } from './listeners.ts'
import { createListeningRepository } from './listening.repository.ts'
import { bitOf } from './milestones.ts'
import { beginOfNews, createModelSource, YOUNG_ACCOUNT_MS } from './model-source.ts'
import { pruneListening } from './prune-listening.ts'

const NOW = Date.now()
const never = new AbortController().signal

describe.each(dialects)('what models are made of, on %s', (dialect) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase(dialect)
    const db = database.write
    await db
      .insertInto('circle')
      .values([
        { id: 1, name: 'c', name_key: 'c' },
        { id: 2, name: '', name_key: '' },
      ])
      .execute()
    await db
      .insertInto('work')
      .values([1, 2, 3, 4, 5, 6].map((id) => ({ ...aWorkRow(id), circle_id: 1 + (id % 2) })))
      .execute()
    await db
      .insertInto('tag')
      .values([1, 2].map((id) => ({ id, name: `t${id}`, name_key: `t${id}`, i18n: '{}' })))
      .execute()
  })
  afterEach(() => database.remove())

  const listener = (id: string, network: string | null = 'net'): Listener => ({ id, network })
  const whole = { milestone: bitOf('listen-90percent') }
  const repository = () => createListeningRepository(database)
  const plain = (model: RecommenderModel | undefined) =>
    model && Object.fromEntries(Object.entries(model).map(([name, value]) => [name, Array.from([value].flat() as [])]))
  const fromScratch = async () => (await createModelSource(database).refresh(NOW))?.model

  test('REC-03 a refresh reads only what was stored since the last one', async () => {
    const source = createModelSource(database)
    expect((await source.refresh(NOW))?.counts).toMatchObject({ works: 6, rows: 0 })
    expect(await source.refresh(NOW)).toBeNull()
    await repository().tell(listener('a'), 3, whole)
    expect((await source.refresh(NOW))?.counts).toMatchObject({ rows: 1 })
    // A repetition changes nothing.
    await repository().tell(listener('a'), 3, whole)
    expect(await source.refresh(NOW)).toBeNull()
    await repository().tell(listener('a'), 3, { opinion: -1 })
    expect((await source.refresh(NOW))?.counts).toMatchObject({ rows: 1 })
    // Unchanged rows still age.
    expect(await source.refresh(NOW + 7 * 3_600_000)).not.toBeNull()
  })

  test('REC-03 what is committed late, under an earlier time, is not overlooked', async () => {
    const source = createModelSource(database)
    await repository().tell(listener('a'), 1, whole)
    await source.refresh(NOW)
    const { rows } = await sql<{ at: number }>`select max(last_at_ms) as at from listening`.execute(database.read)
    const at = (rows[0]?.at ?? 0) - 30_000
    await database.write
      .insertInto('listening')
      .values({
        listener: 'late',
        work_id: 2,
        milestones: 255,
        opinion: 0,
        network: 'n',
        first_at_ms: at,
        last_at_ms: at,
      })
      .execute()
    expect((await source.refresh(NOW))?.counts).toMatchObject({ rows: 1 })
    expect(await source.refresh(NOW)).toBeNull()
  })

  test('REC-03 what changes again within the same millisecond is not overlooked', async () => {
    const source = createModelSource(database)
    await repository().tell(listener('a'), 1, whole)
    await source.refresh(NOW)
    await database.write.updateTable('listening').set({ milestones: 1 }).execute()
    expect((await source.refresh(NOW))?.counts).toMatchObject({ rows: 1 })
  })

  test('REC-03 more listeners than fit into one statement are forgotten, and the model does without them', async () => {
    const old = Date.now() - 500 * 86_400_000
    for (let from = 0; from < 1_300; from += 100) {
      await database.write
        .insertInto('listening')
        .values(
          Array.from({ length: 100 }, (_, index) => ({
            listener: `old ${from + index}`,
            work_id: 1,
            milestones: 255,
            opinion: 0,
            network: 'net',
            first_at_ms: old,
            last_at_ms: old,
          })),
        )
        .execute()
    }
    const source = createModelSource(database)
    await source.refresh(NOW)
    expect(await pruneListening(database, never)).toBe(1_300)
    expect(plain((await source.refresh(NOW))?.model)).toEqual(plain(await fromScratch()))
  })

  test('REC-02 works that change, go missing and come back are in the next model as they are', async () => {
    const source = createModelSource(database)
    const popular = async () => {
      const built = await source.refresh(NOW)
      return built ? [...createRecommender(built.model).popular()] : null
    }
    expect(await popular()).toHaveLength(6)
    await database.write.updateTable('work').set({ state: 'missing' }).where('id', '=', 2).execute()
    expect(await popular()).not.toContain(2)
    await database.write.updateTable('work').set({ state: 'present', dl_count: 90_000 }).where('id', '=', 2).execute()
    expect((await popular())?.[0]).toBe(2)
    await database.write.deleteFrom('work').where('id', '=', 2).execute()
    expect(await popular()).toHaveLength(5)
    expect(await popular()).toBeNull()
  })

  test(
    'REC-02 after any sequence of changes the model equals one that is built from scratch',
    { timeout: 60_000 },
    async () => {
      const source = createModelSource(database)
      const aListener = fc.constantFrom(listener('a'), listener('b', 'other'), listener('c', null), listener('d'))
      const aWork = fc.integer({ min: 1, max: 6 })
      const step = fc.oneof(
        { weight: 6, arbitrary: fc.record({ tell: fc.tuple(aListener, aWork, fc.constantFrom(1, 64, 128)) }) },
        {
          weight: 2,
          arbitrary: fc.record({ judge: fc.tuple(aListener, aWork, fc.constantFrom(1 as const, -1 as const)) }),
        },
        { weight: 1, arbitrary: fc.record({ forget: aListener }) },
        { weight: 1, arbitrary: fc.record({ hide: aWork }) },
        { weight: 1, arbitrary: fc.record({ show: aWork }) },
        { weight: 1, arbitrary: fc.record({ tag: fc.tuple(aWork, fc.constantFrom(1, 2)) }) },
        { weight: 2, arbitrary: fc.constant('refresh' as const) },
      )
      let last: RecommenderModel | undefined
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          const db = database.write
          for (const one of steps) {
            if (one === 'refresh') last = (await source.refresh(NOW))?.model ?? last
            else if ('tell' in one) await repository().tell(one.tell[0], one.tell[1], { milestone: one.tell[2] })
            else if ('judge' in one) await repository().tell(one.judge[0], one.judge[1], { opinion: one.judge[2] })
            else if ('forget' in one) {
              await db.transaction().execute((tx) => repository().removeAll(one.forget.id, tx))
            } else if ('hide' in one) {
              await db.updateTable('work').set({ state: 'missing' }).where('id', '=', one.hide).execute()
            } else if ('show' in one) {
              await db.updateTable('work').set({ state: 'present' }).where('id', '=', one.show).execute()
            } else {
              const [work_id, tag_id] = one.tag
              await db
                .insertInto('work_tag')
                .values({ work_id, tag_id, position: 0 })
                .onConflict((conflict) => conflict.doNothing())
                .execute()
            }
          }
          last = (await source.refresh(NOW))?.model ?? last
          expect(plain(last)).toEqual(plain(await fromScratch()))
        }),
        { numRuns: 25 },
      )
    },
  )

  test('REC-03 of one listener so many works are kept, and the model knows which are forgotten', async () => {
    const source = createModelSource(database)
    await source.refresh(NOW)
    const small = createListeningRepository(database, 4)
    for (const work of [1, 2, 3, 4]) await small.tell(listener('a'), work, whole)
    const first = await source.refresh(NOW)
    for (const work of [5, 6]) await small.tell(listener('a'), work, whole)
    const kept = (await small.history('a')).map(({ workId }) => workId)
    expect(kept.length).toBeLessThanOrEqual(4)
    expect(kept).toContain(6)
    expect(kept).not.toContain(1)
    const built = await source.refresh(NOW)
    expect(plain(built?.model)).toEqual(plain(await fromScratch()))
    expect(plain(built?.model)).not.toEqual(plain(first?.model))
  })

  test('REC-03 anonymous rows are forgotten by age, by network and in all; those of accounts stay', async () => {
    const db = database.write
    const uuid = '00000000-0000-4000-8000-000000000001'
    await db
      .insertInto('account')
      .values({
        name: 'alice',
        name_key: 'alice',
        password_hash: '',
        account_group: 'user',
        is_founder: 1,
        recommender_uuid: uuid,
        created_at_ms: 0,
        last_login_at_ms: null,
      })
      .execute()
    const row = (who: string, work_id: number, network: string | null, ageDays = 1) => {
      const at = Date.now() - ageDays * 86_400_000
      return { listener: who, work_id, milestones: 1, opinion: 0 as const, network, first_at_ms: at, last_at_ms: at }
    }
    const left = async () => {
      const rows = await db
        .selectFrom('listening')
        .select(['listener', 'work_id'])
        .orderBy('listener')
        .orderBy('work_id')
        .execute()
      return rows.map(({ listener: who, work_id }) => `${who.slice(-1)}${work_id}`)
    }
    await db
      .insertInto('listening')
      .values([
        row(uuid, 1, null, 900),
        // Stored before the account adopted the listener.
        row(uuid, 2, 'flood', 900),
        row('w', 1, 'home', 500),
        row('x', 1, 'home'),
        row('y', 1, 'flood', 9),
        row('y', 2, 'flood', 8),
        row('z', 1, 'flood', 7),
        row('z', 2, 'flood', 6),
        row('g', 1, null, 2),
      ])
      .execute()
    // More than one step, each row of another listener.
    const old = Array.from({ length: 1_100 }, (_, index) => row(`old ${index}`, 3, `n${index}`, 500))
    await db.insertInto('listening').values(old).execute()
    const source = createModelSource(database)
    await source.refresh(NOW)
    const limits = { ageMs: 400 * 86_400_000, rowsOfNetwork: 10, rows: 100 }
    expect(await pruneListening(database, never, limits)).toBe(1_102)
    expect(await left()).toEqual(['11', '12', 'x1', 'y1', 'y2', 'z1', 'z2'])
    // A flood from one network does not affect others.
    expect(await pruneListening(database, never, { ...limits, rowsOfNetwork: 3 })).toBe(2)
    expect(await left()).toEqual(['11', '12', 'x1', 'z1', 'z2'])
    expect(await pruneListening(database, never, { ...limits, rows: 2 })).toBe(2)
    expect(await left()).toEqual(['11', '12', 'x1'])
    expect(await pruneListening(database, never, limits)).toBe(0)
    expect(plain((await source.refresh(NOW))?.model)).toEqual(plain(await fromScratch()))
  })

  test('REC-03 pruning finds nothing without blocking writers', { timeout: 15_000 }, async () => {
    await repository().tell(listener('a'), 1, whole)
    const other = await openDatabase(database.location, { connections: 2 })
    try {
      await other.write.transaction().execute(async (tx) => {
        // On PostgreSQL others can still read, as on SQLite.
        if (dialect === 'postgres') await sql`lock table listening, listening_removed in exclusive mode`.execute(tx)
        else await sql`delete from listening_removed`.execute(tx)
        expect(await pruneListening(database, never)).toBe(0)
      })
    } finally {
      await other.close()
    }
  })

  test('REC-03 accounts that were made a moment ago count no more than as many networks, until they are older', async () => {
    const db = database.write
    const uuids = Array.from({ length: 30 }, (_, index) => `uuid-${index}`)
    const at = Date.now()
    await db
      .insertInto('account')
      .values(
        uuids.map((uuid, index) => ({
          name: uuid,
          name_key: uuid,
          password_hash: '',
          account_group: 'user' as const,
          is_founder: index === 0 ? (1 as const) : (0 as const),
          recommender_uuid: uuid,
          created_at_ms: at,
          last_login_at_ms: null,
        })),
      )
      .execute()
    const source = createModelSource(database)
    await source.refresh(NOW)
    const tellAll = async (networkOf: (uuid: string) => string | null) => {
      for (const uuid of uuids) {
        await db.deleteFrom('listening').where('listener', '=', uuid).execute()
        await repository().tell(listener(uuid, networkOf(uuid)), 1, whole)
      }
      await db.updateTable('listening').set({ last_at_ms: at }).execute()
    }
    await tellAll((uuid) => `net of ${uuid}`)
    const asNetworks = plain(await fromScratch())
    await tellAll(() => null)
    expect(plain((await source.refresh(NOW))?.model)).toEqual(asNetworks)
    await db
      .updateTable('account')
      .set({ created_at_ms: at - YOUNG_ACCOUNT_MS - 1_000 })
      .execute()
    const grown = plain((await source.refresh(NOW))?.model)
    expect(grown).toEqual(plain(await fromScratch()))
    expect(grown).not.toEqual(asNetworks)
  })

  const store = (count: number, at: number) =>
    database.write
      .insertInto('listening')
      .values(
        Array.from({ length: count }, (_, index) => ({
          listener: `listener ${index}`,
          work_id: 1 + (index % 6),
          milestones: whole.milestone,
          opinion: 0 as const,
          network: `net ${index}`,
          first_at_ms: at,
          last_at_ms: at,
        })),
      )
      .execute()
  const hearAgain = (listeners: string[], at: number) =>
    database.write.updateTable('listening').set({ last_at_ms: at }).where('listener', 'in', listeners).execute()

  test('REC-03 rows that change again and again do not raise how many must change for another model', async () => {
    const source = createModelSource(database)
    await store(150, NOW)
    expect((await source.refresh(NOW))?.counts).toMatchObject({ rows: 150, knownRows: 150 })
    const names = Array.from({ length: 150 }, (_, index) => `listener ${index}`)
    for (const later of [1, 2]) {
      await hearAgain(names, NOW + later)
      expect((await source.refresh(NOW))?.counts).toMatchObject({ rows: 150, knownRows: 150 })
    }
    await hearAgain(['listener 1'], NOW + 3)
    expect(await source.refresh(NOW, true)).not.toBeNull()
  })

  test('REC-05 it is tuned again when a tenth of the rows has changed, also across a start', async () => {
    await store(200, NOW - 1_000)
    const tunedOf = async (source: ReturnType<typeof createModelSource>) => {
      await source.refresh(NOW)
      source.tune(NOW)
      return source.tuned()
    }
    const source = createModelSource(database)
    const tuned = await tunedOf(source)
    expect(tuned?.rows).toBe(200)
    expect(await tunedOf(createModelSource(database, tuned))).toBe(tuned)
    const some = Array.from({ length: 20 }, (_, index) => `listener ${index}`)
    await hearAgain(some.slice(1), NOW + 1)
    expect(await tunedOf(source)).toBe(tuned)
    await hearAgain(some.slice(0, 1), NOW + 1)
    expect(await tunedOf(createModelSource(database, tuned))).not.toBe(tuned)
    expect(await tunedOf(source)).not.toBe(tuned)
  })

  test('REC-03 listeners that are gone take no room for good', async () => {
    const source = createModelSource(database, null, 2)
    await source.refresh(NOW)
    for (const id of ['a', 'b', 'c']) await repository().tell(listener(id), 1, whole)
    expect((await source.refresh(NOW))?.counts.rows).toBe(3)
    await database.write.transaction().execute((tx) => repository().removeAll('a', tx))
    const built = await source.refresh(NOW)
    // All were read again, with new numbers.
    expect(built?.counts.rows).toBe(2)
    expect(plain(built?.model)).toEqual(plain(await fromScratch()))
  })
})

test('REC-03 the next read overlaps by some minutes, and reaches back before a clock that was set back', () => {
  const last = { nowMs: 1_000_000, steadyMs: 500 }
  expect(beginOfNews(last, { nowMs: 1_300_000, steadyMs: 300_500 })).toBe(400_000)
  // Set back by an hour, five minutes later.
  expect(beginOfNews(last, { nowMs: 1_000_000 - 3_300_000, steadyMs: 300_500 })).toBe(1_000_000 - 3_600_000 - 600_000)
})
