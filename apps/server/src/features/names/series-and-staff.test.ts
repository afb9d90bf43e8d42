import { randomUUID } from 'node:crypto'

import type { OneSeries } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dialects } from '../../../test/databases.ts'
import { circles, openShelf, type Shelf } from '../../../test/shelf.ts'

const composer = { id: randomUUID(), name: '音無ねむ', name_key: '音無ねむ' }
const painter = { id: randomUUID(), name: 'Ito  Kaze', name_key: 'ito kaze' }

describe.each(dialects)('series and staff on %s', (dialect) => {
  let shelf: Shelf

  beforeAll(async () => {
    shelf = await openShelf(dialect)
    await shelf.change(async (db) => {
      await db.insertInto('circle').values(circles).execute()
      const series = [
        { id: 1, circle_id: 1, name: '夜の図書館', name_key: '夜の図書館', code: 'SRI01' },
        { id: 2, circle_id: 2, name: '夜の図書館', name_key: '夜の図書館', code: '' },
        { id: 3, circle_id: 2, name: 'Without works', name_key: 'withoutworks', code: '' },
      ]
      await db.insertInto('series').values(series).execute()
      await db.insertInto('staff').values([composer, painter]).execute()
    })
    const inSeries = { series_id: 1, circle_id: 1 }
    await shelf.put(
      { id: 1, ...inSeries, title: 'Undated', release: null },
      { id: 2, ...inSeries, title: 'Second', release: '2026-01-01', series_number: 2 },
      { id: 3, ...inSeries, title: 'First', release: '2026-02-01', series_number: 1 },
      { id: 4, ...inSeries, title: 'Between', release: '2026-03-01', series_number: 1.5 },
      { id: 6, ...inSeries, title: 'Same day', release: '2026-04-01' },
      { id: 5, ...inSeries, title: 'Same day', release: '2026-04-01' },
      { id: 7, ...inSeries, title: 'Missing', state: 'missing' },
      { id: 8, series_id: 2, circle_id: 2, title: 'Namesake', titles: '{"en":"Night library","zh":"夜之图书馆"}' },
      { id: 9, title: 'None of these' },
    )
    await shelf.change((db) =>
      db
        .insertInto('work_staff')
        .values([
          { work_id: 1, staff_id: composer.id, role: 'music', position: 1 },
          { work_id: 1, staff_id: painter.id, role: 'music', position: 0 },
          { work_id: 1, staff_id: painter.id, role: 'illustration', position: 0 },
          { work_id: 8, staff_id: composer.id, role: 'scenario', position: 0 },
          { work_id: 7, staff_id: composer.id, role: 'other', position: 0 },
        ])
        .execute(),
    )
  })
  afterAll(() => shelf.close())

  async function found(keyword: string): Promise<number[]> {
    const path = `/api/search?keyword=${encodeURIComponent(keyword)}&order=id&sort=asc`
    const { works } = (await shelf.get(path)).body as { works: { id: number }[] }
    return works.map(({ id }) => id)
  }

  test('SER-01 series and staff are listed with how many works they have, the most first', async () => {
    expect((await shelf.get('/api/series')).body).toEqual([
      { id: 1, name: '夜の図書館', circle: { id: 1, name: 'Kitsune Lantern' }, code: 'SRI01', count: 6 },
      { id: 2, name: '夜の図書館', circle: { id: 2, name: '硝子灯' }, code: '', count: 1 },
    ])
    expect((await shelf.get('/api/staff/')).body).toEqual([
      { id: composer.id, name: composer.name, count: 2 },
      { id: painter.id, name: painter.name, count: 1 },
    ])
    const { body } = await shelf.get(`/api/staff/${painter.id.toUpperCase()}`)
    expect(body).toEqual({ id: painter.id, name: painter.name, count: 1 })
  })

  test('SER-02 a series lists its works by number, then release, then id, and unknown dates last', async () => {
    const order = [3, 4, 2, 5, 6, 1]
    const { body } = await shelf.get('/api/series/1')
    const { works, ...series } = body as { works: { id: number; number: number | null }[] }
    expect(series).toMatchObject({ id: 1, name: '夜の図書館', count: 6 })
    expect(works.map(({ id }) => id)).toEqual(order)
    expect(works.map(({ number }) => number)).toEqual([1, 1.5, 2, null, null, null])
    expect(works[0]).toEqual({
      id: 3,
      source_id: 'RJ00000003',
      title: 'First',
      number: 1,
      language: null,
      edition_of: 3,
    })

    const page = async (n: number) => (await shelf.get(`/api/series/1/works?page=${n}&pageSize=4`)).body
    expect(await page(1)).toMatchObject({
      works: order.slice(0, 4).map((id) => ({ id })),
      pagination: { page: 1, pageSize: 4, totalCount: 6 },
    })
    expect(await page(2)).toMatchObject({ works: order.slice(4).map((id) => ({ id })) })
    expect(await page(3)).toMatchObject({ works: [], pagination: { totalCount: 6 } })
  })

  test('SER-24 a series says which of its works are editions of one', async () => {
    const setEditions = (editions: object[]) =>
      shelf.change((db) =>
        db
          .updateTable('work')
          .set({ editions: JSON.stringify(editions), language: editions.length > 0 ? 'ENG' : null })
          .where('id', '=', 4)
          .execute(),
      )
    await setEditions([{ lang: 'JPN', label: '', code: 'RJ00000003' }])
    const { body } = await shelf.get('/api/series/1')
    const { works } = body as OneSeries
    expect(works.find(({ id }) => id === 4)).toMatchObject({ edition_of: 3, language: 'ENG' })
    expect(works.filter(({ edition_of: lowest }) => lowest === 3)).toHaveLength(2)
    await setEditions([])
  })

  test('SER-02 a changed number changes the order at once', async () => {
    await shelf.get('/api/series/1/works')
    await shelf.change((db) => db.updateTable('work').set({ series_number: 0 }).where('id', '=', 1).execute())
    const { body } = await shelf.get('/api/series/1/works')
    expect((body as { works: { id: number }[] }).works[0]?.id).toBe(1)
    await shelf.change((db) => db.updateTable('work').set({ series_number: null }).where('id', '=', 1).execute())
  })

  test('SER-03 $series:…$ and $staff:…$ find works, and their excluded forms the others', async () => {
    expect(await found('$series:夜の図書館$')).toEqual([1, 2, 3, 4, 5, 6, 8])
    expect(await found('$-series:夜の図書館$')).toEqual([9])
    expect(await found('$staff:音無 ねむ$')).toEqual([1, 8])
    expect(await found('$-staff:音無ねむ$ $series:夜の図書館$')).toEqual([2, 3, 4, 5, 6])
    expect(await found('$STAFF:ITO KAZE$')).toEqual([1])
    const { body } = await shelf.get(`/api/staff/${composer.id}/works?order=id&sort=asc`)
    expect(body).toMatchObject({ works: [{ id: 1 }, { id: 8 }], pagination: { totalCount: 2 } })
  })

  test('SER-03 plain words find series, staff, and titles in every language', async () => {
    expect(await found('図書館')).toEqual([1, 2, 3, 4, 5, 6, 8])
    expect(await found('kaze')).toEqual([1])
    expect(await found('night library')).toEqual([8])
    expect(await found('图书馆')).toEqual([8])
  })

  test("SER-04 a work's facts are sent only on request", async () => {
    expect((await shelf.get('/api/workInfo/1')).body).not.toHaveProperty('facts')
    expect((await shelf.get('/api/work/1?withCoverTone=1')).body).not.toHaveProperty('facts')
    for (const call of ['work', 'workInfo']) {
      const { facts } = (await shelf.get(`/api/${call}/1?withFacts=1`)).body as { facts: unknown }
      expect(facts).toEqual({
        titles: {},
        staff: {
          scenario: [],
          illustration: [{ id: painter.id, name: painter.name }],
          music: [
            { id: painter.id, name: painter.name },
            { id: composer.id, name: composer.name },
          ],
          other: [],
        },
        series: { id: 1, name: '夜の図書館', number: null },
        description: '',
        samples: [],
        hasPrice: false,
      })
    }
    const { body } = await shelf.get('/api/work/8?withFacts=1')
    expect(body).toMatchObject({ facts: { titles: { en: 'Night library', zh: '夜之图书馆' } } })
    expect((await shelf.get('/api/work/99?withFacts=1')).status).toBe(404)
  })
})
