import { workOrders } from '@otodana/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dialects } from '../../../test/databases.ts'
import { askServer } from '../../../test/media-library.ts'
import { circles, fill, openShelf, type Shelf, tags, voiceActors } from '../../../test/shelf.ts'
import { strictInvalid, strictPage } from '../../../test/strict-client.ts'

const kinds = {
  keyword: fc.constantFrom('', ' ', '雨', 'lantern walk', '$tag:rain$', '$-age:adult$ 海', '$price:300$', '🌧$', 'zz'),
  order: fc.constantFrom(...workOrders, 'created_at'),
  sort: fc.constantFrom('asc', 'desc'),
  page: fc.integer({ min: 1, max: 4 }),
  pageSize: fc.integer({ min: 1, max: 70 }),
  seed: fc.integer({ min: 0, max: 99 }),
  subtitle: fc.constantFrom(0, 1, '0', '1', 'true', 'false'),
  includeTranslationWorks: fc.constantFrom(0, 1, '0', '1', 'true', 'false', ''),
}
const aQuestion = fc.record(kinds, { requiredKeys: [] })

function textOf(parameters: object): string {
  return new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString()
}

describe.each(dialects)('lists on %s', (dialect) => {
  let shelf: Shelf

  beforeAll(async () => {
    shelf = await openShelf(dialect)
    await fill(shelf)
  })
  afterAll(() => shelf.close())

  async function ids(path: string): Promise<number[]> {
    return strictPage.parse((await shelf.get(path)).body).works.map(({ id }) => id)
  }

  async function total(path: string): Promise<number> {
    return strictPage.parse((await shelf.get(path)).body).pagination.totalCount
  }

  test('SRC-07 API-01 however a question is asked, it has one answer', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(aQuestion, async (question) => {
        const { keyword, ...rest } = question
        const query = textOf(question)
        const others = textOf(rest)
        const path = encodeURIComponent(keyword || ' ')
        const answers = await Promise.all([
          shelf.get(`/api/works?${query}`),
          shelf.post('/api/works', question),
          shelf.get(`/api/search/${path}?${others}`),
          shelf.get(`/api/search?${query}`),
          shelf.post('/api/search/', question),
          shelf.post(`/api/search/${path}`, { ...rest, keyword: 'the path wins' }),
        ])
        const [first] = answers
        strictPage.parse(first.body)
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
        for (const { body } of answers) expect(body).toEqual(first.body)
      }),
      { numRuns: 60 },
    )
  })

  test('API-05 works in lists carry the fields of a visitor without an account', async () => {
    const { works } = strictPage.parse((await shelf.get('/api/works')).body)
    expect(works).toHaveLength(20)
    for (const work of works) expect(work).toMatchObject({ userRating: null, playlistStatus: {} })
  })

  test('API-01 a list says of a work what its own page says', async () => {
    const { works } = strictPage.parse((await shelf.get('/api/works?pageSize=60')).body)
    for (const listed of works) {
      const unreviewed = { review_text: null, progress: null, user_name: null, updated_at: null }
      expect((await shelf.get(`/api/work/${listed.id}`)).body).toEqual({ ...listed, ...unreviewed })
    }
  })

  test.each([
    ['/api/search/', 60],
    ['/api/search', 60],
    ['/api/search/%20', 60],
    ['/api/search/%20%24circle%3Akitsune%20lantern%24', 20],
    ['/api/search/$circle:%E7%A1%9D%E5%AD%90%E7%81%AF$', 20],
    ['/api/search/$va:' + encodeURIComponent('花咲ミント'), 30],
    ['/api/search?keyword=%24tag%3Aear+cleaning%24', 24],
    ['/api/search/a%2Fb', 0],
    ['/api/search/RJ01000008', 1],
    ['/api/search/%00', 60],
  ])('API-01 SRC-02 %s finds %i works', async (path, expected) => {
    expect(await total(path)).toBe(expected)
  })

  test('SRC-08 without translations, those go whose original is there', async () => {
    const everything = await ids('/api/works?pageSize=60&includeTranslationWorks=true')
    const originals = await ids('/api/works?pageSize=60&includeTranslationWorks=false')
    expect(everything).toHaveLength(60)
    expect(originals).toHaveLength(54)
    expect(await ids('/api/search/%20?pageSize=60&includeTranslationWorks=0')).toEqual(originals)
  })

  test('LIB-06 works with subtitles are the library’s and those that the visitor has subtitles for', async () => {
    const ours = await ids('/api/works?subtitle=1&pageSize=60')
    expect(ours).toHaveLength(15)
    const ask = async (localSubtitledWorks: unknown) => {
      const { body } = await shelf.post('/api/works', { subtitle: '1', pageSize: '60', localSubtitledWorks })
      return strictPage.parse(body).works.map(({ id }) => id)
    }
    expect(await ask([])).toEqual(ours)
    expect(await ask(null)).toEqual(ours)
    const [first, second, third] = [1_000_008, 1_000_015, 1_000_022]
    const withLocal = await ask([first, `${second}`, `rj0${third}`, 'RJ01000001', 'not a code', 99, -1, first])
    expect(withLocal.toSorted((a, b) => a - b)).toEqual([...ours, first, second, third].toSorted((a, b) => a - b))
    // Without the filter it has no effect.
    const { body } = await shelf.post('/api/works', { subtitle: 0, pageSize: 60, localSubtitledWorks: [first] })
    expect(strictPage.parse(body).works).toHaveLength(60)
  })

  test('LIB-03 an anonymous visitor has no ratings to order by', async () => {
    const { body } = await shelf.get('/api/works?order=rating&page=2')
    expect(body).toEqual({ works: [], pagination: { currentPage: 2, page: 2, pageSize: 20, totalCount: 0 } })
  })

  test('API-05 betterRandom is one work that matches, and each comes up', async () => {
    const seen = new Set<number>()
    for (let time = 0; time < 60; time += 1) {
      const answer = await shelf.get('/api/works?order=betterRandom&keyword=%24circle%3A%E7%A1%9D%E5%AD%90%E7%81%AF%24')
      const { works, pagination } = strictPage.parse(answer.body)
      expect(pagination.totalCount).toBe(1)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(works.map(({ circle_id }) => circle_id)).toEqual([2])
      for (const { id } of works) seen.add(id)
    }
    expect(seen.size).toBeGreaterThan(8)
    expect(await ids('/api/works?order=betterRandom&keyword=zz')).toEqual([])
  })

  test('API-05 what other servers call created_at is create_date', async () => {
    expect(await ids('/api/works?order=created_at')).toEqual(await ids('/api/works'))
  })

  test('IDX-02 a circle, a tag and a voice actor have lists of works', async () => {
    for (const { id, name } of circles) {
      expect(await ids(`/api/circles/${id}/works?pageSize=60&order=price`)).toEqual(
        await ids(`/api/search/${encodeURIComponent(`$circle:${name}$`)}?pageSize=60&order=price`),
      )
    }
    for (const { id, name } of tags) {
      expect(await ids(`/api/tags/${id}/works/?sort=asc`)).toEqual(
        await ids(`/api/search/${encodeURIComponent(`$tag:${name}$`)}?sort=asc`),
      )
    }
    for (const { id, name } of voiceActors) {
      expect(await ids(`/api/vas/${id.toUpperCase()}/works?order=random&seed=3`)).toEqual(
        await ids(`/api/search/${encodeURIComponent(`$va:${name}$`)}?order=random&seed=3`),
      )
    }
    expect(await ids('/api/circles/2/works?keyword=zz')).toEqual([])
  })

  test('LIB-11 a keyword narrows any list', async () => {
    expect(await ids('/api/works?keyword=%24-age%3Aadult%24&pageSize=60')).toHaveLength(40)
    expect(await ids('/api/tags/1/works?keyword=%24-age%3Aadult%24&pageSize=60')).not.toHaveLength(0)
  })

  test('addresses begin with the host of the request, whichever host was used before', async () => {
    const cover = async (host: string) => {
      const { body } = await askServer(Number(new URL(shelf.url).port), '/api/works?pageSize=1', { headers: { host } })
      return strictPage.parse(JSON.parse(body.toString())).works[0]?.mainCoverUrl
    }
    expect(await cover('one.example')).toMatch(/^http:\/\/one\.example\/api\/cover\//)
    expect(await cover('two.example:81')).toMatch(/^http:\/\/two\.example:81\/api\/cover\//)
    expect(await cover('"><script>')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/cover\//)
  })

  test.each([
    ['order', 'dl_count:desc'],
    ['sort', 'up'],
    ['page', 0],
    ['page', 1_000_001],
    ['page', -1],
    ['pageSize', 0],
    ['pageSize', -1],
    ['pageSize', 'many'],
    ['seed', -1],
    ['subtitle', 2],
    ['includeTranslationWorks', 'maybe'],
    ['keyword', 'x'.repeat(2_001)],
  ])('API-03 %s = %.20s is a 400 that names it, by GET and by POST', async (name, value) => {
    const answers = [
      await shelf.get(`/api/works?${name}=${value}`),
      await shelf.get(`/api/search?${name}=${value}`),
      await shelf.post('/api/works', { [name]: value }),
      await shelf.post('/api/search/', { [name]: value }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      const { error, errors } = strictInvalid.parse(body)
      expect(errors.map(({ param }) => param)).toEqual([name])
      expect(error).toContain(`${name}: `)
    }
  })

  test.each([
    ['keyword', ['a']],
    ['keyword', { $gt: '' }],
    ['keyword', 5],
    ['page', [1]],
    ['page', 1.5],
    ['pageSize', {}],
    ['subtitle', []],
    ['order', ['id']],
    ['order', '__proto__'],
    ['localSubtitledWorks', 'RJ01000001'],
    ['localSubtitledWorks', [1.5]],
    ['localSubtitledWorks', [null]],
    ['localSubtitledWorks', { length: 1 }],
    ['localSubtitledWorks', Array.from({ length: 200_001 }, () => 1)],
    ['withPlaylistStatus', { a: 1 }],
    ['withPlaylistStatus', Array.from({ length: 101 }, () => crypto.randomUUID())],
  ])('API-03 a body whose %s is of a wrong kind is a 400 that names it', async (name, value) => {
    const { status, body } = await shelf.post('/api/search/', { [name]: value })
    expect(status).toBe(400)
    expect(strictInvalid.parse(body).errors.map(({ param }) => param)).toEqual([name])
  })

  test('API-03 playlists whose marks are asked for are named by their ids', async () => {
    const id = crypto.randomUUID()
    expect((await shelf.get(`/api/works?withPlaylistStatus[]=${id}&withPlaylistStatus%5B%5D=${id}`)).status).toBe(200)
    expect((await shelf.get('/api/works?withPlaylistStatus[]=')).status).toBe(200)
    const { status, body } = await shelf.get('/api/works?withPlaylistStatus[]=mine')
    expect(status).toBe(400)
    expect(strictInvalid.parse(body).error).toMatch(/^withPlaylistStatus\[\]/)
  })

  test.each([
    ['ten thousand terms', Array.from({ length: 10_000 }, (_, index) => `$tag:${index}$`).join(' '), 400],
    ['a thousand words', 'a '.repeat(999), 200],
    ['as many terms as fit', '$-va:x$ '.repeat(249), 200],
    ['NULs', '\0\0雨\0', 200],
    ['halves of characters', '\uD800 \uDFFF雨', 200],
    ['nothing but dollars', '$'.repeat(2_000), 200],
    ['minuses and colons', '$-:$-tag:$--', 200],
    ['white space of all kinds', '\t\n\u3000\u00A0\u2003', 200],
    ['wild cards', '%_*?[a-z].*\\', 200],
  ])('API-03 SRC-02 a keyword of %s does no harm', async (_, keyword, status) => {
    const posted = await shelf.post('/api/search/', { keyword })
    expect(posted.status).toBe(status)
    if (status === 200) strictPage.parse(posted.body)
    const asked = await shelf.get(`/api/works?keyword=${encodeURIComponent(keyword.toWellFormed())}`)
    expect([status, 404, 431]).toContain(asked.status)
  })

  test('API-03 a page size above the limit counts as the limit, and the answer says so', async () => {
    const expected = { currentPage: 1, page: 1, pageSize: 500, totalCount: 60 }
    for (const { status, body } of [
      await shelf.get('/api/works?pageSize=999'),
      await shelf.get('/api/search/%20?pageSize=501'),
      await shelf.get(`/api/circles/1/works?pageSize=1000000`),
      await shelf.post('/api/works', { pageSize: '999' }),
      await shelf.post('/api/search/', { pageSize: 1e21 }),
    ]) {
      expect(status).toBe(200)
      expect(strictPage.parse(body).pagination).toMatchObject({ ...expected, totalCount: expect.any(Number) as number })
    }
  })

  test('API-03 a page far beyond the end is empty, and says how many works there are', async () => {
    const { body } = await shelf.get('/api/works?page=1000000&pageSize=500')
    const pagination = { currentPage: 1_000_000, page: 1_000_000, pageSize: 500, totalCount: 60 }
    expect(body).toEqual({ works: [], pagination })
  })

  test('API-03 LIB-06 two hundred thousand local subtitles fit, and no much larger body', async () => {
    const codes = Array.from({ length: 200_000 }, (_, index) => `RJ${String(index + 10_000_000)}`)
    const many = { subtitle: 1, pageSize: 60, localSubtitledWorks: codes, keyword: '雨'.repeat(500) }
    expect((await shelf.post('/api/works', many)).status).toBe(200)
    const { status, body } = await shelf.post('/api/works', { keyword: 'x'.repeat(4 * 1024 * 1024) })
    expect([status, body]).toEqual([413, { error: 'request.tooLarge' }])
    // Other calls have the default limit.
    const other = await shelf.post('/api/library/scan', { keyword: 'x'.repeat(1024 * 1024) })
    expect(other.status).toBe(413)
  })

  test('a body of lists beyond all depth is refused without harm', async () => {
    const deep = `{"localSubtitledWorks":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${shelf.url}/api/works`, { method: 'POST', headers, body: deep })
    expect(answer.status).toBe(400)
    expect((await shelf.get('/api/works')).status).toBe(200)
  })

  test('API-06 a POST without a body is a question without wishes', async () => {
    const answer = await fetch(`${shelf.url}/api/works`, { method: 'POST' })
    expect(await answer.json()).toEqual((await shelf.get('/api/works')).body)
  })
})
