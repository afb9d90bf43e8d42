import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'

import { dialects } from '../../../test/databases.ts'
import { circles, fill, openShelf, type Shelf, tags, voiceActors } from '../../../test/shelf.ts'
import { strictError, strictInvalid } from '../../../test/strict-client.ts'

const count = z.int().min(1)
const name = z.string().min(1)
const strictCircles = z.array(
  z.strictObject({ id: z.int(), name, count, source_id: z.string(), source_type: z.literal('DLSITE') }),
)
const localName = z.strictObject({ name, censored: z.string().optional() })
const i18n = z.partialRecord(z.enum(['ja-jp', 'en-us', 'zh-cn']), localName)
const strictTags = z.array(z.strictObject({ id: z.int(), name, count, i18n }))
const strictActors = z.array(z.strictObject({ id: z.uuid(), name, count }))

describe.each(dialects)('circles, tags and voice actors on %s', (dialect) => {
  let shelf: Shelf

  beforeAll(async () => {
    shelf = await openShelf(dialect)
    await fill(shelf)
  })
  afterAll(() => shelf.close())

  test('IDX-02 API-05 each is listed with how many works it has, the most first', async () => {
    for (const slash of ['', '/']) {
      expect(strictCircles.parse((await shelf.get(`/api/circles${slash}`)).body)).toEqual(
        expect.arrayContaining([
          { id: 1, name: 'Kitsune Lantern', count: 20, source_id: 'RG00001', source_type: 'DLSITE' },
          { id: 2, name: '硝子灯', count: 20, source_id: 'RG00002', source_type: 'DLSITE' },
          { id: 3, name: 'Harbour "Nine"', count: 20, source_id: '', source_type: 'DLSITE' },
        ]),
      )
      const listed = strictTags.parse((await shelf.get(`/api/tags${slash}`)).body)
      expect(listed.map((tag) => tag.count)).toEqual([24, 24, 24])
      expect(listed.find((tag) => tag.id === 2)?.i18n).toEqual(JSON.parse(tags[1]!.i18n))
      const actors = strictActors.parse((await shelf.get(`/api/vas${slash}`)).body)
      expect(actors).toEqual([
        { id: voiceActors[0]!.id, name: '朝霧しずく', count: 60 },
        { id: voiceActors[1]!.id, name: '花咲ミント', count: 30 },
      ])
    }
  })

  test('IDX-02 each is given by its id', async () => {
    const [circle] = strictCircles.parse((await shelf.get('/api/circles/')).body).filter(({ id }) => id === 1)
    expect((await shelf.get('/api/circles/1')).body).toEqual(circle)
    expect((await shelf.get('/api/circles/001/')).body).toEqual(circle)
    expect((await shelf.get('/api/tags/1')).body).toMatchObject({ id: 1, name: '雨音', count: 24 })
    const { id } = voiceActors[1]!
    expect((await shelf.get(`/api/vas/${id.toUpperCase()}`)).body).toEqual({ id, name: '花咲ミント', count: 30 })
  })

  test.each([
    ['circles/4', 'circle.notFound'],
    ['circles/4/works', 'circle.notFound'],
    ['tags/2147483647', 'tag.notFound'],
    ['tags/99/works', 'tag.notFound'],
    ['vas/00000000-0000-4000-8000-000000000000', 'va.notFound'],
    ['vas/00000000-0000-4000-8000-000000000000/works', 'va.notFound'],
    ['series/99', 'series.notFound'],
    ['series/99/works', 'series.notFound'],
    ['staff/00000000-0000-4000-8000-000000000000', 'staff.notFound'],
    ['staff/00000000-0000-4000-8000-000000000000/works', 'staff.notFound'],
  ])('API-02 %s is a 404', async (path, code) => {
    const { status, body } = await shelf.get(`/api/${path}`)
    expect([status, strictError.parse(body).error]).toEqual([404, code])
  })

  test.each([
    'circles/0',
    'circles/-1',
    'circles/1.5',
    'circles/2147483648',
    'tags/x',
    'tags/%00',
    'vas/1',
    "vas/'--",
    'series/x',
    'staff/1',
  ])('API-03 %s is a 400 that names the id', async (path) => {
    for (const works of ['', '/works']) {
      const { status, body } = await shelf.get(`/api/${path}${works}`)
      expect(status).toBe(400)
      expect(strictInvalid.parse(body).errors).toMatchObject([{ param: 'id', location: 'path' }])
    }
  })

  test('lists follow the library: new ones come, those without works go, names change', async () => {
    const etag = (await shelf.get('/api/circles')).headers.get('etag') ?? ''
    expect((await shelf.get('/api/circles', { 'if-none-match': etag })).status).toBe(304)
    // A change that does not affect the counts does not affect the answer.
    await shelf.change((db) => db.updateTable('work').set({ price: 5 }).where('id', '=', 1_000_001).execute())
    expect((await shelf.get('/api/circles', { 'if-none-match': etag })).status).toBe(304)

    await shelf.change(async (db) => {
      await db.insertInto('circle').values({ id: 4, name: 'New', name_key: 'new' }).execute()
      await db.insertInto('circle').values({ id: 5, name: '', name_key: '' }).execute()
      await db.updateTable('work').set({ circle_id: 4 }).where('circle_id', '=', 3).execute()
      await db.updateTable('work').set({ circle_id: 5 }).where('id', '=', 1_000_001).execute()
      await db.updateTable('circle').set({ name: 'Renamed' }).where('id', '=', 2).execute()
    })
    const listed = strictCircles.parse((await shelf.get('/api/circles', { 'if-none-match': etag })).body)
    expect(listed.map((circle) => [circle.id, circle.name, circle.count])).toEqual([
      [4, 'New', 20],
      [2, 'Renamed', 20],
      [1, 'Kitsune Lantern', 19],
    ])
    // One without works is found, and so is the unnamed circle.
    expect((await shelf.get('/api/circles/3')).body).toMatchObject({ id: 3, count: 0 })
    expect((await shelf.get('/api/circles/5')).body).toMatchObject({ id: 5, name: '', count: 1 })
    expect((await shelf.get('/api/circles/5/works')).body).toMatchObject({ pagination: { totalCount: 1 } })
    expect(circles).toHaveLength(3)

    // A new one without works is found by its id at once.
    await shelf.change((db) => db.insertInto('circle').values({ id: 6, name: 'Later', name_key: 'later' }).execute())
    expect((await shelf.get('/api/circles/6')).body).toMatchObject({ id: 6, name: 'Later', count: 0 })
    await shelf.change((db) =>
      db.insertInto('tag').values({ id: 9, name: 'Late', name_key: 'late', i18n: '{}' }).execute(),
    )
    expect((await shelf.get('/api/tags/9')).body).toMatchObject({ id: 9, name: 'Late', count: 0, i18n: {} })
  })
})
