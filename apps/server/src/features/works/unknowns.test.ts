import { ageOf, isPriceKnown, isReleaseKnown, type Work } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dialects, openOldDatabase, type TestDatabase } from '../../../test/databases.ts'
import { circles, openShelf, type Shelf } from '../../../test/shelf.ts'
import { strictPage, strictPublicWork } from '../../../test/strict-client.ts'
import { aWorkRow } from '../../../test/work-rows.ts'

const GENERAL = 1_000_001
const R15 = 1_000_002
const ADULT = 1_000_003
const UNRATED = 1_000_004

async function fill(shelf: Shelf): Promise<void> {
  await shelf.change((db) => db.insertInto('circle').values(circles).execute())
  await shelf.put(
    { id: GENERAL, age_category: 'general', release: '2020-01-01', work_attributes: 'gen,unrated,free', price: 0 },
    { id: R15, age_category: 'r15', release: '2030-01-01', price: 0, has_price: 1 },
    { id: ADULT, age_category: 'adult', release: '2025-01-01' },
    { id: UNRATED, age_category: 'unrated', release: null, work_attributes: 'snd, voice' },
  )
}

const ids = async (shelf: Shelf, path: string) =>
  strictPage.parse((await shelf.get(path)).body).works.map(({ id }) => id)
const search = (shelf: Shelf, keyword: string) =>
  ids(shelf, `/api/search/${encodeURIComponent(keyword)}?order=id&sort=asc`)

describe.each(dialects)('what is not known of a work, on %s', (dialect) => {
  let shelf: Shelf

  beforeAll(async () => {
    shelf = await openShelf(dialect)
    await fill(shelf)
  })
  afterAll(() => shelf.close())

  const work = async (id: number) => strictPublicWork.parse((await shelf.get(`/api/workInfo/${id}`)).body) as Work

  test('WRK-09 API-05 an unknown age is adult to strict clients, and unrated to who looks for it', async () => {
    const unrated = await work(UNRATED)
    expect(unrated).toMatchObject({ age_category_string: 'adult', nsfw: true, work_attributes: 'snd, voice,unrated' })
    const all = strictPage.parse((await shelf.get('/api/works?order=id&sort=asc')).body).works as Work[]
    expect(all.map(ageOf)).toEqual(['general', 'r15', 'adult', 'unrated'])
    expect(all.map(({ nsfw }) => nsfw)).toEqual([false, false, true, true])
    // Attributes in a sidecar do not make a rated work unrated.
    expect(all[0]?.work_attributes).toBe('gen')
  })

  test('EDT-86 a price of 0 is free only if it is known', async () => {
    expect(await work(GENERAL)).toMatchObject({ price: 0, work_attributes: 'gen' })
    expect(await work(R15)).toMatchObject({ price: 0, work_attributes: 'free' })
    expect([isPriceKnown(await work(GENERAL)), isPriceKnown(await work(R15))]).toEqual([false, true])
    expect(isPriceKnown(await work(ADULT))).toBe((await work(ADULT)).price > 0)
  })

  test('SRC-09 it is in no category, and without R-18 or R-15 it is left out', async () => {
    expect(await search(shelf, '$age:general$')).toEqual([GENERAL])
    expect(await search(shelf, '$age:adult$')).toEqual([ADULT])
    expect(await search(shelf, '$age:unrated$')).toEqual([UNRATED])
    expect(await search(shelf, '$-age:adult$')).toEqual([GENERAL, R15])
    expect(await search(shelf, '$-age:r15$')).toEqual([GENERAL, ADULT])
    const popular = await shelf.post('/api/recommender/popular', { keyword: '$-age:adult$' })
    expect(
      strictPage
        .parse(popular.body)
        .works.map(({ id }) => id)
        .sort(),
    ).toEqual([GENERAL, R15])
    expect(await ids(shelf, '/api/works?order=nsfw&sort=asc')).toEqual([GENERAL, R15, UNRATED, ADULT])
  })

  test('LIB-13 API-05 without a day of release it is 1970-01-01 to strict clients, last in both directions', async () => {
    expect((await work(UNRATED)).release).toBe('1970-01-01')
    expect(isReleaseKnown(await work(UNRATED))).toBe(false)
    expect(isReleaseKnown(await work(ADULT))).toBe(true)
    expect(await ids(shelf, '/api/works?order=release')).toEqual([R15, ADULT, GENERAL, UNRATED])
    expect(await ids(shelf, '/api/works?order=release&sort=asc')).toEqual([GENERAL, ADULT, R15, UNRATED])
  })
})

test('SRC-09 where the owner says so, works of unknown age pass the filters', async () => {
  const shelf = await openShelf('sqlite', { AGE_FILTERS_PASS_UNRATED: 'on' })
  await fill(shelf)
  expect(await search(shelf, '$-age:adult$')).toEqual([GENERAL, R15, UNRATED])
  expect(await search(shelf, '$age:general$')).toEqual([GENERAL])
  await shelf.close()
})

describe.each(dialects)('a library from before, on %s', (dialect) => {
  let db: TestDatabase

  beforeAll(async () => {
    db = await openOldDatabase(dialect, '0018-tag-votes', async (write) => {
      await write.insertInto('circle').values(circles).execute()
      const works = [1, 2, 3, 4].map((id) => ({ ...aWorkRow(id), signature: 'read' }))
      works[3] = { ...works[3]!, age_category: 'r15' as 'general' }
      await write.insertInto('work').values(works).execute()
      const imported = (work_id: number, data: object) => ({ work_id, data: JSON.stringify(data), imported_at_ms: 1 })
      await write
        .insertInto('imported_metadata')
        .values([
          imported(1, { title: 'Rain', age: 'general' }),
          imported(2, { title: 'Rain', description: '"age":"general"' }),
        ])
        .execute()
    })
  })
  afterAll(() => db.remove())

  test('LIB-14 claims no age that nothing is known to have stated, and is read again for it', async () => {
    const works = await db.read.selectFrom('work').select(['age_category', 'signature']).orderBy('id').execute()
    expect(works.map(({ age_category: age, signature }) => [age, signature])).toEqual([
      ['general', 'read'],
      ['unrated', null],
      ['unrated', null],
      ['r15', 'read'],
    ])
  })
})
