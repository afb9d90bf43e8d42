import { setImmediate } from 'node:timers/promises'

import { type Catalogue, createCatalogue } from '@otodana/catalogue'
import { parseKeyword } from '@otodana/keyword'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Db } from '#db/open.ts'

import { dialects, openTestDatabase, type TestDatabase, untilAllHaveEnded } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'

import { createChangeLog } from './change-log.ts'
import { type CatalogueUpdate, createFollower } from './follower.ts'

async function follow(database: TestDatabase, db: Db = database.read) {
  const index = createCatalogue()
  const updates: CatalogueUpdate[] = []
  const follower = createFollower({
    index,
    changeLog: createChangeLog(database),
    db,
    onUpdate: (update) => updates.push(update),
    signal: new AbortController().signal,
  })
  await follower.load()
  return { index, updates, catchUp: () => follower.catchUp() }
}

/** The answers to all queries on a small catalogue. */
function answers(index: Catalogue) {
  const orders = [
    'id',
    'create_date',
    'release',
    'dl_count',
    'price',
    'rate_average_2dp',
    'review_count',
    'nsfw',
  ] as const
  const names = [
    'circle',
    'tag',
    'actor',
    'name 1',
    'name 2',
    '$tag:name 1$',
    '$circle:name 2$',
    '$va:name 3$',
    'series 2',
    '$series:name 1$',
    'staff 2',
    '$staff:name 1$',
    '$-staff:staff 3$',
    'other title 2',
  ]
  const others = ['title 1', 'RJ00000003', '$age:adult$', '$lang:ENG$', '$duration:2s$', '$price:2$', '$rate:3$']
  const page = { direction: 'asc', offset: 0, limit: 1_000 } as const
  return {
    size: index.size,
    orders: orders.map((order) => index.query({ ...page, terms: [], order })),
    keywords: [...names, ...others].map((text) => [
      text,
      index.query({ ...page, terms: parseKeyword(text), order: 'id' }),
    ]),
    originals: index.query({ ...page, terms: [], order: 'id', hidesTranslations: true }),
    subtitled: index.query({ ...page, terms: [], order: 'id', isSubtitled: true }),
    circles: sorted(index.circleCounts()),
    tags: sorted(index.tagCounts()),
    voiceActors: sorted(index.voiceActorCounts()),
    series: sorted(index.seriesCounts()),
    staff: sorted(index.staffCounts()),
  }
}

function sorted<Id extends string | number>(counts: ReadonlyMap<Id, number>) {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Simulates a log that was pruned since the last read. */
async function forget({ dialect, write }: TestDatabase): Promise<void> {
  await sql`delete from catalogue_change`.execute(write)
  if (dialect === 'postgres') {
    await sql`update catalogue_pruned set seq = pg_current_xact_id()`.execute(write)
    await untilAllHaveEnded(write)
  } else await sql`update sqlite_sequence set seq = seq + 2000000 where name = 'catalogue_change'`.execute(write)
}

const small = fc.integer({ min: 1, max: 3 })
const workId = fc.integer({ min: 1, max: 6 })
const workFields = fc.record({
  title: small.map((n) => `title ${n}`),
  titles: fc.constantFrom('{}', '{"en":"other title 1"}', '{"ja":"other title 1","zh":"other title 2"}'),
  series_id: fc.option(small),
  circle_id: small,
  release: fc.constantFrom(null, '2024-02-29', '2026-01-01'),
  create_date: fc.constantFrom('2025-05-05', '2026-11-20'),
  age_category: fc.constantFrom('general' as const, 'r15' as const, 'adult' as const),
  price: small,
  dl_count: small,
  review_count: small,
  rate_average: fc.constantFrom(0, 3.456, 5),
  language: fc.constantFrom(null, 'JPN', 'ENG'),
  original_code: fc.constantFrom(null, 'RJ00000001', 'RJ00000002'),
  duration_seconds: small,
  has_subtitle: fc.constantFrom(0 as const, 1 as const),
  state: fc.constantFrom('present' as const, 'present' as const, 'missing' as const),
})
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('saveWork' as const), id: workId, fields: workFields }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('deleteWork' as const), id: workId }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constantFrom('tag', 'voice', 'employ'), id: workId, to: small }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('untag' as const, 'unvoice' as const), id: workId, to: small }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom('circle', 'tagName', 'actor', 'seriesName', 'staffName', 'leaveSeries'),
      id: small,
      to: small,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('deleteTag' as const), id: small }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('catchUp' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('forget' as const) }) },
)

describe.each(dialects)('a follower of the change log on %s', { timeout: 60_000 }, (dialect) => {
  let database: TestDatabase

  beforeEach(async () => {
    database = await openTestDatabase(dialect, 4)
    const db = database.write
    const named = [1, 2, 3].map((id) => ({ id, name: `circle ${id}`, name_key: `circle ${id}` }))
    await db.insertInto('circle').values(named).execute()
    await db
      .insertInto('series')
      .values(named.map(({ id }) => ({ id, circle_id: id, name: `series ${id}`, name_key: `series ${id}` })))
      .execute()
    await db
      .insertInto('staff')
      .values(named.map(({ id }) => ({ id: `st-${id}`, name: `staff ${id}`, name_key: `staff ${id}` })))
      .execute()
    await db
      .insertInto('voice_actor')
      .values(named.map(({ id }) => ({ id: `va-${id}`, name: `actor ${id}`, name_key: `actor ${id}` })))
      .execute()
  })
  afterEach(() => database.remove())

  async function take(
    one: Exclude<typeof step extends fc.Arbitrary<infer T> ? T : never, { act: 'catchUp' | 'forget' }>,
  ): Promise<void> {
    const db = database.write
    switch (one.act) {
      case 'saveWork':
        await db
          .insertInto('work')
          .values({ ...aWorkRow(one.id), ...one.fields })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(one.fields))
          .execute()
        return
      case 'deleteWork':
        await db.deleteFrom('work').where('id', '=', one.id).execute()
        return
      case 'tag':
        // In one transaction with the work and, if new, the tag.
        await db.transaction().execute(async (tx) => {
          await tx
            .insertInto('work')
            .values(aWorkRow(one.id))
            .onConflict((conflict) => conflict.doNothing())
            .execute()
          const tag = { id: one.to, name: `tag ${one.to}`, name_key: `tag ${one.to}`, i18n: '{}' }
          await tx
            .insertInto('tag')
            .values(tag)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
          const link = { work_id: one.id, tag_id: one.to, position: one.to }
          await tx
            .insertInto('work_tag')
            .values(link)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        })
        return
      case 'voice':
        await db
          .insertInto('work')
          .values(aWorkRow(one.id))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await db
          .insertInto('work_voice_actor')
          .values({ work_id: one.id, voice_actor_id: `va-${one.to}`, position: one.to })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        return
      case 'employ':
        await db
          .insertInto('work')
          .values(aWorkRow(one.id))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await db
          .insertInto('work_staff')
          .values(
            (['music', 'other'] as const).map((role) => ({
              work_id: one.id,
              staff_id: `st-${one.to}`,
              role,
              position: 0,
            })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        return
      case 'seriesName':
        await db
          .updateTable('series')
          .set({ name: `name ${one.to}` })
          .where('id', '=', one.id)
          .execute()
        return
      case 'staffName':
        await db
          .updateTable('staff')
          .set({ name: `name ${one.to}` })
          .where('id', '=', `st-${one.id}`)
          .execute()
        return
      case 'leaveSeries':
        await db.updateTable('work').set({ series_id: null }).where('series_id', '=', one.id).execute()
        return
      case 'untag':
        await db.deleteFrom('work_tag').where('work_id', '=', one.id).where('tag_id', '=', one.to).execute()
        return
      case 'unvoice':
        await db.deleteFrom('work_voice_actor').where('work_id', '=', one.id).execute()
        return
      case 'circle':
        await db
          .updateTable('circle')
          .set({ name: `name ${one.to}` })
          .where('id', '=', one.id)
          .execute()
        return
      case 'tagName':
        await db
          .updateTable('tag')
          .set({ i18n: JSON.stringify({ 'en-us': { name: `name ${one.to}` } }) })
          .where('id', '=', one.id)
          .execute()
        return
      case 'actor':
        await db
          .updateTable('voice_actor')
          .set({ name: `name ${one.to}` })
          .where('id', '=', `va-${one.id}`)
          .execute()
        return
      case 'deleteTag':
        await db.deleteFrom('tag').where('id', '=', one.id).execute()
    }
  }

  test('answers as if it had just read everything, whatever has been written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const followed = await follow(database)
        for (const one of steps) {
          if (one.act === 'catchUp') await followed.catchUp()
          else if (one.act === 'forget') await forget(database)
          else await take(one)
        }
        await followed.catchUp()
        expect(answers(followed.index)).toEqual(answers((await follow(database)).index))
      }),
      { numRuns: 30 },
    )
  })

  test('what is written while everything is read is in the catalogue once it has caught up', async () => {
    const db = database.write
    const ids = Array.from({ length: 3_000 }, (_, index) => index + 1)
    for (let from = 0; from < ids.length; from += 500) {
      await db
        .insertInto('work')
        .values(ids.slice(from, from + 500).map(aWorkRow))
        .execute()
    }
    const index = createCatalogue()
    const follower = createFollower({
      index,
      changeLog: createChangeLog(database),
      db: database.read,
      onUpdate() {},
      signal: new AbortController().signal,
    })
    const loading = follower.load()
    for (let id = 1; id <= 3_000; id += 100)
      await db.updateTable('work').set({ price: 9 }).where('id', '=', id).execute()
    await db.deleteFrom('work').where('id', '=', 2_999).execute()
    await loading
    await follower.catchUp()
    expect(index.size).toBe(2_999)
    expect(answers(index)).toEqual(answers((await follow(database)).index))
  })

  test('a follower behind the log reads everything again, and says so', async () => {
    const db = database.write
    await db.insertInto('work').values([1, 2, 3].map(aWorkRow)).execute()
    await db.insertInto('tag').values({ id: 1, name: 'rain', name_key: 'rain', i18n: '{}' }).execute()
    const followed = await follow(database)
    const { version } = followed.index
    await db.deleteFrom('work').where('id', '=', 2).execute()
    await db.deleteFrom('tag').where('id', '=', 1).execute()
    await db.updateTable('work').set({ title: 'Snow' }).where('id', '=', 3).execute()
    await forget(database)
    await followed.catchUp()
    expect(answers(followed.index)).toEqual(answers((await follow(database)).index))
    expect(followed.updates.at(-1)).toEqual({ workIds: new Set(), namesChanged: true, isReload: true })
    expect(followed.index.version).toBeGreaterThan(version)
    followed.updates.splice(0)
    await followed.catchUp()
    expect(followed.updates).toEqual([])
  })

  test('DEP-12 only the log is read while nothing changes, and only changed tables otherwise', async () => {
    const read: string[] = []
    const watched = database.read.withPlugin({
      transformQuery({ node }) {
        read.push(database.read.getExecutor().compileQuery(node, { queryId: 'test' }).sql)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const { catchUp } = await follow(database, watched)
    read.length = 0
    await catchUp()
    expect(read).toEqual([])
    await database.write.insertInto('tag').values({ id: 9, name: 'rain', name_key: 'rain', i18n: '{}' }).execute()
    await catchUp()
    expect(read).toEqual([expect.stringContaining('from tag'), expect.stringContaining('from merged_name')])
  })

  test('thousands of changes leave others their turn', async () => {
    const followed = await follow(database)
    const ids = Array.from({ length: 3_000 }, (_, index) => index + 1)
    for (let from = 0; from < ids.length; from += 500) {
      await database.write
        .insertInto('work')
        .values(ids.slice(from, from + 500).map(aWorkRow))
        .execute()
    }
    let isDone = false
    const caughtUp = followed.catchUp().then(() => (isDone = true))
    let turns = 0
    while (!isDone) {
      await setImmediate()
      turns++
    }
    await caughtUp
    expect(followed.index.size).toBe(3_000)
    expect(turns).toBeGreaterThan(3)
    expect(new Set(followed.updates.flatMap(({ workIds }) => [...workIds])).size).toBe(3_000)
  })

  test('what could not be read is caught up with later', async () => {
    const db = database.write
    await db.insertInto('work').values(aWorkRow(1)).execute()
    const followed = await follow(database)
    await db.updateTable('work').set({ price: 3 }).execute()
    await sql`alter table work_tag rename to away`.execute(db)
    await expect(followed.catchUp()).rejects.toThrow('work_tag')
    await sql`alter table away rename to work_tag`.execute(db)
    await followed.catchUp()
    expect(answers(followed.index)).toEqual(answers((await follow(database)).index))
  })
})
