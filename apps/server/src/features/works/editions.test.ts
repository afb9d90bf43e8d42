import { MAX_EDITION_LANGUAGES, type Work, type WorkPage } from '@otodana/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aMember, call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { circles, openShelf, type Shelf } from '../../../test/shelf.ts'
import { strictPage } from '../../../test/strict-client.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { MAX_OTHER_EDITIONS } from './works.repository.ts'

const codeOf = (id: number) => aWorkRow(id).source_id
const [ORIGINAL, ENGLISH, CHINESE, OTHER] = [1_000_001, 1_000_002, 1_000_003, 1_000_004]

describe.each(dialects)('editions on %s', (dialect) => {
  let shelf: Shelf

  beforeAll(async () => {
    shelf = await openShelf(dialect)
    await shelf.change((db) => db.insertInto('circle').values(circles).execute())
  })
  beforeEach(async () => {
    await shelf.change((db) => db.deleteFrom('work').execute())
    await shelf.put(
      { id: ORIGINAL, title: '雨の図書館', price: 300, has_subtitle: 1 },
      { id: ENGLISH, title: 'The Library', language: 'ENG', original_code: codeOf(ORIGINAL), price: 200 },
      { id: CHINESE, title: '雨中图书馆', language: 'CHI_HANS', original_code: codeOf(ENGLISH), price: 100 },
      { id: OTHER, title: '海辺の朝', price: 400 },
    )
  })
  afterAll(() => shelf.close())

  async function page(query: string, token?: string): Promise<WorkPage> {
    const order = query.includes('order=') ? '' : 'order=id&'
    const { status, body } = await call<WorkPage>(shelf, 'GET', `/api/works?sort=asc&${order}${query}`, { token })
    expect(status).toBe(200)
    return body
  }
  const idsOf = ({ works }: WorkPage) => works.map(({ id }) => id)

  test.each([
    ['', [ORIGINAL, OTHER]],
    ['editionLanguages=ENG', [ENGLISH, OTHER]],
    ['editionLanguages=KO_KR,CHI_HANS,ENG', [CHINESE, OTHER]],
    ['editionLanguages=ENG&subtitle=1', [ORIGINAL]],
    ['editionLanguages=ENG&keyword=%24lang%3ACHI_HANS%24', [CHINESE]],
    ['editionLanguages=ENG&keyword=RJ01000001', [ORIGINAL]],
    ['editionLanguages=CHI_HANS&order=price', [CHINESE, OTHER]],
  ])('EDI-06 with editions=one&%s, each work is listed once', async (query, expected) => {
    const found = await page(`editions=one&${query}`)
    expect(idsOf(found)).toEqual(expected)
    expect(found.pagination.totalCount).toBe(expected.length)
  })

  test('EDI-06 the same by GET and POST, in searches and in the lists of names', async () => {
    const body = { editions: 'one', editionLanguages: ['ENG'], order: 'id', sort: 'asc' }
    const answers = await Promise.all([
      shelf.post('/api/works', body),
      shelf.post('/api/works', { ...body, editionLanguages: 'ENG' }),
      shelf.post('/api/search/', body),
      shelf.get('/api/search/%20?editions=one&editionLanguages=ENG&order=id&sort=asc'),
      shelf.get('/api/circles/1/works?editions=one&editionLanguages=ENG&order=id&sort=asc'),
    ])
    for (const answer of answers) expect(idsOf(answer.body as WorkPage)).toEqual([ENGLISH, OTHER])
  })

  test('EDI-06 pages fit together', async () => {
    const pages = await Promise.all([1, 2, 3].map((number) => page(`editions=one&pageSize=1&page=${number}`)))
    expect(pages.map(idsOf)).toEqual([[ORIGINAL], [OTHER], []])
    for (const { pagination } of pages) expect(pagination.totalCount).toBe(2)
  })

  test('EDI-07 without the parameters, every edition is listed, in the shape that strict clients read', async () => {
    const answers = await Promise.all(
      ['', '&editions=', '&editions=all&editionLanguages=ENG', '&withEditions=0'].map((query) =>
        shelf.get(`/api/works?order=id&sort=asc${query}`),
      ),
    )
    for (const { text } of answers) expect(text).toBe(answers[0]!.text)
    const { works, pagination } = strictPage.parse(answers[0]!.body)
    expect(works.map(({ id }) => id)).toEqual([ORIGINAL, ENGLISH, CHINESE, OTHER])
    expect(pagination.totalCount).toBe(4)
    for (const work of works) expect(Object.keys(work)).not.toContain('language')
  })

  test('EDI-07 cached answers differ by the languages and what they contain', async () => {
    const etags = await Promise.all(
      ['', 'editions=one', 'editions=one&editionLanguages=ENG', 'editions=one&withEditions=1'].map(async (query) =>
        (await shelf.get(`/api/works?${query}`)).headers.get('etag')!,
      ),
    )
    expect(new Set(etags).size).toBe(4)
    const { status } = await shelf.get('/api/works?editions=one&editionLanguages=ENG', { 'if-none-match': etags[1]! })
    expect(status).toBe(200)
  })

  test.each([
    ['editions=some', 'editions'],
    ['editionLanguages=E', 'editionLanguages'],
    ['editionLanguages=ENG;JPN', 'editionLanguages'],
    [`editionLanguages=${'ENG,'.repeat(MAX_EDITION_LANGUAGES + 1)}`, 'editionLanguages'],
  ])('EDI-08 %s is refused by name', async (query, param) => {
    const { status, body } = await shelf.get(`/api/works?${query}`)
    expect([status, (body as { errors: { param: string }[] }).errors[0]!.param.split('.')[0]]).toEqual([400, param])
  })

  test('EDI-05 a work lists its editions, however they are connected', async () => {
    const others = async (id: number) => {
      const { body } = await shelf.get(`/api/workInfo/${id}`)
      return (body as Work).other_language_editions_in_db.map(({ id: other, lang }) => [other, lang])
    }
    expect(await others(CHINESE)).toEqual([
      [ORIGINAL, 'JPN'],
      [ENGLISH, 'ENG'],
    ])
    await shelf.change((db) => db.updateTable('work').set({ state: 'missing' }).where('id', '=', ENGLISH).execute())
    expect(await others(CHINESE)).toEqual([])
    const editions = JSON.stringify([{ lang: 'CHI_HANS', label: '', code: codeOf(CHINESE) }])
    await shelf.change((db) => db.updateTable('work').set({ editions }).where('id', '=', ORIGINAL).execute())
    expect(await others(CHINESE)).toEqual([[ORIGINAL, 'JPN']])
    // Lists say the same as a work's page.
    const { works } = await page('')
    for (const work of works) expect((await shelf.get(`/api/work/${work.id}`)).body).toMatchObject(work)
  })

  test(`EDI-05 a work lists at most ${MAX_OTHER_EDITIONS} others`, async () => {
    const more = Array.from({ length: MAX_OTHER_EDITIONS + 5 }, (_, index) => ({
      id: 2_000_000 + index,
      original_code: codeOf(ORIGINAL),
    }))
    await shelf.put(...more)
    const { body } = await shelf.get(`/api/workInfo/${ORIGINAL}`)
    expect((body as Work).other_language_editions_in_db).toHaveLength(MAX_OTHER_EDITIONS)
    expect((await page('editions=one')).pagination.totalCount).toBe(2)
  })

  test('EDI-09 progress shows on all editions; ratings stay with the one that was rated', async () => {
    const { token } = await aMember(shelf, `listener-${dialect}`)
    const review = { work_id: ENGLISH, progress: 'listened', rating: 5 }
    expect((await call(shelf, 'PUT', '/api/review', { token, body: review })).status).toBe(200)
    const { works } = await page('editions=one&editionLanguages=CHI_HANS&withEditions=1', token)
    expect(
      works.map(({ id, language, userRating, edition_progress }) => [id, language, userRating, edition_progress]),
    ).toEqual([
      [CHINESE, 'CHI_HANS', null, { [ENGLISH]: 'listened' }],
      [OTHER, 'JPN', null, {}],
    ])
    const own = await call<Work>(shelf, 'GET', `/api/work/${ORIGINAL}?withEditions=1`, { token })
    expect(own.body).toMatchObject({
      language: 'JPN',
      userRating: null,
      progress: null,
      edition_progress: { [ENGLISH]: 'listened' },
    })
    // What other visitors and other clients get.
    const [anonymous] = (await page('withEditions=1')).works
    expect(anonymous).toMatchObject({ language: 'JPN' })
    expect(anonymous).not.toHaveProperty('edition_progress')
    strictPage.parse(await page('', token))
  })

  test('EDI-06 suggestions show each work once, too', async () => {
    const asked = async (body: object) => {
      const { body: page } = await shelf.post('/api/recommender/popular', body)
      const { works, pagination } = page as WorkPage
      expect(pagination.totalCount).toBe(works.length)
      return works.map(({ id, language }) => [id, language] as const).toSorted(([a], [b]) => a - b)
    }
    expect(await asked({})).toHaveLength(4)
    expect(await asked({ editions: 'one', editionLanguages: ['CHI_HANS'], withEditions: 1 })).toEqual([
      [CHINESE, 'CHI_HANS'],
      [OTHER, 'JPN'],
    ])
    expect(await asked({ editions: 'one', editionLanguages: ['CHI_HANS'], keyword: '$lang:ENG$' })).toEqual([
      [ENGLISH, undefined],
    ])
    const { body } = await shelf.post('/api/recommender/item-neighbors', { itemId: OTHER, editions: 'one' })
    expect((body as WorkPage).works.map(({ id }) => id)).toEqual([ORIGINAL])
  })

  test('EDI-10 in random libraries, there are as many works as groups of editions', { timeout: 60_000 }, async () => {
    const someWorks = fc.array(
      fc.record({
        // Of itself, of one another, in chains and circles, and of works that are not in the library.
        original: fc.option(fc.nat(24)),
        edition: fc.option(fc.nat(24), { freq: 1 }),
        language: fc.constantFrom('JPN', 'ENG', 'CHI_HANS', null),
        circle_id: fc.integer({ min: 1, max: 3 }),
        has_subtitle: fc.constantFrom(0 as const, 1 as const),
      }),
      { maxLength: 20 },
    )
    const aFilter = fc.constantFrom('', 'subtitle=1', 'keyword=%24lang%3AENG%24', 'keyword=%24circle%3A硝子灯%24')
    await fc.assert(
      fc.asyncProperty(someWorks, aFilter, async (works, filter) => {
        await shelf.change((db) => db.deleteFrom('work').execute())
        await shelf.put(
          ...works.map(({ original, edition, ...row }, index) => ({
            ...row,
            id: 100 + index,
            original_code: original === null ? null : codeOf(100 + original),
            editions:
              edition === null ? '[]' : JSON.stringify([{ lang: 'ENG', label: '', code: codeOf(100 + edition) }]),
          })),
        )
        const all = await page(`pageSize=100&${filter}`)
        const listed = new Set(idsOf(all))
        const groups = new Set(
          all.works.map(({ id, other_language_editions_in_db: others }) =>
            Math.min(id, ...others.map((other) => other.id).filter((other) => listed.has(other))),
          ),
        )
        const once = await page(`editions=one&editionLanguages=ENG&pageSize=100&${filter}`)
        expect(once.pagination.totalCount).toBe(groups.size)
        expect(once.works).toHaveLength(groups.size)
      }),
      { numRuns: 25 },
    )
  })
})
