import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../test/databases.ts'
import { askServer } from '../../../test/media-library.ts'
import { fill, openShelf, type Shelf } from '../../../test/shelf.ts'
import { strictPage } from '../../../test/strict-client.ts'
import { aWorkRow } from '../../../test/work-rows.ts'

describe.each(dialects)('lists that are asked for again, on %s', (dialect) => {
  let shelf: Shelf

  beforeEach(async () => {
    shelf = await openShelf(dialect)
    await fill(shelf)
  })
  afterEach(() => shelf.close())

  const newest = '/api/works?order=id'

  async function etagOf(path: string): Promise<string> {
    return (await shelf.get(path)).headers.get('etag') ?? ''
  }

  async function works(path: string) {
    return strictPage.parse((await shelf.get(path)).body).works
  }

  test('a visitor who has the list gets 304, and nothing else', async () => {
    const etag = await etagOf(newest)
    expect(etag).toMatch(/^W\/"[\w-]{20,}"$/)
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await shelf.get(newest, { 'if-none-match': known })
      expect([known, again.status, again.text]).toEqual([known, 304, ''])
      expect(again.headers.get('etag')).toBe(etag)
      expect(again.headers.get('cache-control')).toBe('no-cache')
    }
    expect((await shelf.get(newest, { 'if-none-match': 'W/"other"' })).status).toBe(200)
  })

  test('one list has one ETag however it is asked for, another list another one', async () => {
    const etag = await etagOf(newest)
    expect(await etagOf('/api/search/%20?order=id&sort=desc&page=1&unknown=7')).toBe(etag)
    expect(await etagOf('/api/works?order=id&keyword=%20%20')).toBe(etag)
    const others = ['page=2', 'pageSize=21', 'sort=asc', 'subtitle=1', 'keyword=a', 'includeTranslationWorks=0']
    const etags = await Promise.all(others.map((other) => etagOf(`${newest}&${other}`)))
    const scoped = await Promise.all([etagOf('/api/circles/1/works?order=id'), etagOf('/api/tags/1/works?order=id')])
    expect(new Set([etag, ...etags, ...scoped]).size).toBe(others.length + 3)
    // The seed only affects the random order.
    expect(await etagOf(`${newest}&seed=3`)).toBe(etag)
    expect(await etagOf('/api/works?order=random&seed=3')).not.toBe(await etagOf('/api/works?order=random&seed=4'))
    const elsewhere = await askServer(Number(new URL(shelf.url).port), newest, { headers: { host: 'other.example' } })
    expect(elsewhere.headers.etag).not.toBe(etag)
  })

  test('the ETag of a list is readable from other origins', async () => {
    const { headers } = await shelf.get(newest, { siteUrl: 'https://elsewhere.example' })
    expect(headers.get('access-control-expose-headers')).toContain('ETag')
  })

  test('a POST has no ETag, and is never answered with nothing', async () => {
    const etag = await etagOf(newest)
    const answer = await fetch(`${shelf.url}/api/works`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'if-none-match': etag },
      body: '{"order":"id"}',
    })
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, null])
    strictPage.parse(await answer.json())
  })

  test('a list is packed as the visitor likes it, the same text each time', async () => {
    const port = Number(new URL(shelf.url).port)
    const plain = await askServer(port, newest)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const encoding of ['br', 'gzip', 'br'] as const) {
      const packed = await askServer(port, newest, { headers: { 'accept-encoding': encoding } })
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(packed.body.length),
        vary: 'authorization, accept-encoding',
        etag: plain.headers.etag,
      })
      expect(unpack[encoding](packed.body).equals(plain.body)).toBe(true)
    }
    const head = await askServer(port, newest, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
    expect([head.status, head.body.length, head.headers['content-encoding']]).toEqual([200, 0, 'br'])
  })

  test('a changed work is changed in the next list', async () => {
    const etag = await etagOf(newest)
    const [first] = await works(newest)
    const id = first!.id
    await shelf.change((db) => db.updateTable('work').set({ title: 'Another name' }).where('id', '=', id).execute())
    const again = await shelf.get(newest, { 'if-none-match': etag })
    expect(again.status).toBe(200)
    expect(strictPage.parse(again.body).works[0]?.title).toBe('Another name')
    expect((await works('/api/search/another%20name')).map((work) => work.id)).toEqual([id])
  })

  test('a work that is missing is in no list, and named by no other', async () => {
    const [translation, original] = [1_000_064, 1_000_057]
    const editionsOf = async (id: number) =>
      (await works(`/api/search/${id}`))[0]?.other_language_editions_in_db.map((edition) => edition.id)
    expect(await editionsOf(original)).toEqual([translation])
    await shelf.change((db) => db.updateTable('work').set({ state: 'missing' }).where('id', '=', translation).execute())
    expect(await works(`/api/search/${translation}`)).toEqual([])
    expect(await editionsOf(original)).toEqual([])
    await shelf.change((db) => db.updateTable('work').set({ state: 'present' }).where('id', '=', translation).execute())
    expect(await editionsOf(original)).toEqual([translation])
  })

  test('a work that is gone for good is named by no other', async () => {
    expect((await works('/api/search/1000057'))[0]?.other_language_editions_in_db).toHaveLength(1)
    await shelf.change((db) => db.deleteFrom('work').where('id', '=', 1_000_064).execute())
    expect((await works('/api/search/1000057'))[0]?.other_language_editions_in_db).toEqual([])
  })

  test('what other editions say of a work follows it: its title, and whose edition it is', async () => {
    const said = async (id: number) => (await works(`/api/search/${id}`))[0]?.other_language_editions_in_db ?? []
    const [translation, original, other] = [1_000_064, 1_000_057, 1_000_001]
    expect((await said(original)).map(({ id }) => id)).toEqual([translation])
    expect(await said(other)).toEqual([])
    await shelf.change((db) => db.updateTable('work').set({ title: 'Renamed' }).where('id', '=', translation).execute())
    expect((await said(original)).map(({ title }) => title)).toEqual(['Renamed'])
    await shelf.change((db) =>
      db
        .updateTable('work')
        .set({ original_code: aWorkRow(other).source_id })
        .where('id', '=', translation)
        .execute(),
    )
    expect(await said(original)).toEqual([])
    expect((await said(other)).map(({ id }) => id)).toEqual([translation])
  })

  test('a new edition is named by those that were listed before it came', async () => {
    expect((await works('/api/search/1000001'))[0]?.other_language_editions_in_db).toEqual([])
    await shelf.put({ id: 9_000_001, original_code: 'RJ01000001', language: 'ENG' })
    expect((await works('/api/search/1000001'))[0]?.other_language_editions_in_db).toMatchObject([{ id: 9_000_001 }])
  })

  test('a circle, a tag and a voice actor have their new names in the next list', async () => {
    const [before] = await works('/api/search/1000001')
    await shelf.change((db) =>
      db.updateTable('circle').set({ name: 'New Lantern', code: 'RG9' }).where('id', '=', 1).execute(),
    )
    await shelf.change((db) =>
      db
        .updateTable('tag')
        .set({ name: '新しい雨', i18n: '{"en-us":{"name":"New Rain"}}' })
        .where('id', '=', before!.tags[0]!.id)
        .execute(),
    )
    await shelf.change((db) =>
      db.updateTable('voice_actor').set({ name: 'Somebody' }).where('id', '=', before!.vas[0]!.id).execute(),
    )
    expect((await works('/api/search/1000001'))[0]).toMatchObject({
      name: 'New Lantern',
      circle: { name: 'New Lantern', source_id: 'RG9' },
      tags: [{ name: '新しい雨', i18n: { 'en-us': { name: 'New Rain' } } }, {}],
      vas: [{ name: 'Somebody' }],
    })
    expect(await works('/api/search/new%20lantern')).toHaveLength(20)
  })

  test('changes in the middle of many lists never leave an old work behind', async () => {
    const paths = Array.from({ length: 6 }, (_, page) => `${newest}&pageSize=10&page=${page + 1}`)
    for (let round = 1; round <= 10; round += 1) {
      const asking = Promise.all([...paths, ...paths].map((path) => shelf.get(path)))
      await shelf.change((db) =>
        db
          .updateTable('work')
          .set({ title: `Round ${round}` })
          .execute(),
      )
      const titles = (await Promise.all(paths.map(works))).flat().map(({ title }) => title)
      expect(new Set(titles)).toEqual(new Set([`Round ${round}`]))
      await asking
    }
  })
})
