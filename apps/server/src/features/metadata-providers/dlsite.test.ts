import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

import { parseWorkCode } from '@otodana/work-code'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { WorkMetadata } from '#features/metadata/index.ts'

import { startMetadataStore } from '../../../test/metadata-store.ts'

import { createDlsiteProvider } from './dlsite.ts'
import { createHttpProvider } from './http-provider.ts'
import { createPace } from './pace.ts'
import type { MetadataProvider } from './provider.ts'

const never = new AbortController().signal
const code = (text: string) => parseWorkCode(text)!
const RAIN = 'RJ01230001'
const refused = (reason: RegExp, isPassing: boolean) => ({
  kind: 'tryLater',
  failure: { message: expect.stringMatching(reason) as string, isPassing },
})
const works = [
  { code: RAIN, title: '雨やどりの図書室' },
  { code: 'VJ010203', site: 'pro', title: 'Bells at Dusk' },
  {
    code: 'RJ01230003',
    title: '雨宿 简体中文版',
    product: {
      translation_info: { lang: 'CHI_HANS', is_child: true, original_workno: RAIN },
      language_editions: [{ workno: RAIN, lang: 'JPN', label: '日本語' }],
      image_main: { url: '//127.0.0.1/no_img_main.gif' },
    },
  },
]

let store: Awaited<ReturnType<typeof startMetadataStore>>
let provider: MetadataProvider

beforeEach(async () => {
  store = await startMetadataStore(works)
  provider = createDlsiteProvider({ baseUrl: store.url, pictureHosts: [], proxy: null })
})
afterEach(async () => {
  provider.close()
  await store.close()
})

async function facts(text: string) {
  const found = await provider.find(code(text), never)
  if (found.kind !== 'facts') throw new Error(JSON.stringify(found))
  return found.facts
}

describe('the store’s answers', () => {
  test('META-01 META-04 a work has title, circle, voices, tags in three languages, age, day, price, sales and rating', async () => {
    const { metadata, coverUrl } = await facts(RAIN)
    expect(metadata).toMatchObject({
      title: '雨やどりの図書室',
      circle: { name: '月影工房', code: 'RG90001' },
      voice_actors: ['風見はるか'],
      tags: [
        { name: '雨音', ja: '雨音', en: 'Rain', zh: '雨声' },
        { name: '囁き', ja: '囁き', en: 'Whisper', zh: '耳语' },
      ],
      age: 'general',
      release: '2024-05-06',
      price: 1_320,
      dl_count: 1_234,
      review_count: 12,
      rating: { count: 90, detail: { 4: 10, 5: 80 } },
      rank: [{ term: 'day', category: 'all', rank: 7, rank_date: '2024-05-07' }],
      language: 'JPN',
      description: '雨の夜の物語。',
      editions: [{ lang: 'JPN', code: RAIN, label: '日本語' }],
    })
    expect(coverUrl).toBe(`${store.url}/maniax/cover.jpg`)
    expect((await provider.downloadPicture(coverUrl!, never))?.length).toBeGreaterThan(100)
    expect(await provider.downloadPicture(`${store.url}/maniax/gone.jpg`, never)).toBeNull()
  })

  test('SER-05 META-04 staff by role, the series, and addresses of sample pictures', async () => {
    await store.close()
    const by = (role: string, ...names: string[]) => ({ [role]: names.map((name) => ({ id: '1', name })) })
    store = await startMetadataStore([
      {
        code: RAIN,
        product: {
          creaters: {
            ...by('voice_by', '風見はるか'),
            ...by('scenario_by', '文月いと'),
            ...by('illust_by', '絵空', '色音'),
            music_by: [],
            ...by('others_by', '編集部'),
            ...by('created_by', '月影工房'),
          },
          title_id: 'SRI0000001',
          title_name: '雨の図書室シリーズ',
          image_samples: [{ url: '/maniax/sample1.jpg' }, '//127.0.0.1/sample2.jpg', { url: 7 }, { url: 'http://[' }],
        },
      },
      { code: 'RJ01230002', product: { creaters: [], title_name: null, image_samples: 'none' } },
    ])
    provider = createDlsiteProvider({ baseUrl: store.url, pictureHosts: [], proxy: null })
    expect((await facts(RAIN)).metadata).toMatchObject({
      staff: { scenario: ['文月いと'], illustration: ['絵空', '色音'], other: ['編集部', '月影工房'] },
      series: { name: '雨の図書室シリーズ', code: 'SRI0000001' },
      samples: [`${store.url}/maniax/sample1.jpg`, 'http://127.0.0.1/sample2.jpg'],
    })
    const { metadata } = await facts('RJ01230002')
    for (const field of ['staff', 'series', 'samples', 'voice_actors']) expect(metadata).not.toHaveProperty(field)
  })

  test('SER-05 META-04 an edition is asked for in its own language, and keeps Japanese tags', async () => {
    await store.close()
    const edition = (lang: string) => ({ translation_info: { lang, original_workno: RAIN } })
    store = await startMetadataStore([
      { code: 'RJ01230003', titles: { zh_TW: '避雨圖書室' }, product: edition('CHI_HANT') },
      { code: 'RJ01230004', titles: { en_US: 'Shelter Library' }, product: edition('ENG') },
    ])
    provider = createDlsiteProvider({ baseUrl: store.url, pictureHosts: [], proxy: null })
    expect((await facts('RJ01230003')).metadata).toMatchObject({ title: '避雨圖書室', tags: [{ name: '雨音' }, {}] })
    expect((await facts('RJ01230004')).metadata).toMatchObject({ title: 'Shelter Library', language: 'ENG' })
    const spelled = { ja: 'ja-jp', en: 'en-us', zh: 'zh-cn' }
    const other = createDlsiteProvider({ baseUrl: store.url, pictureHosts: [], proxy: null, locales: spelled })
    await other.find(code('RJ01230003'), never)
    other.close()
    expect(store.requests.some(({ path }) => path.endsWith('locale=zh-tw'))).toBe(true)
  })

  test('SER-05 titles in other languages are those that differ from the Japanese one', async () => {
    await store.close()
    store = await startMetadataStore([
      { code: RAIN, title: '雨やどり', titles: { en_US: 'Sheltering from Rain' } },
      { code: 'RJ01230002', title: '無題' },
    ])
    provider = createDlsiteProvider({ baseUrl: store.url, pictureHosts: [], proxy: null })
    const titles = (text: string, known: WorkMetadata) => provider.findTitles!(code(text), known, never)
    const found = await titles(RAIN, { title: '雨やどり' })
    expect(found?.metadata).toEqual({ titles: { ja: '雨やどり', en: 'Sheltering from Rain' } })
    expect(JSON.parse(found?.raw ?? '')).toMatchObject([
      [{ work_name: 'Sheltering from Rain' }],
      [{ work_name: '雨やどり' }],
    ])
    expect(await titles('RJ01230002', { title: '無題', language: 'JPN' })).toMatchObject({ metadata: {} })
    expect(await titles('RJ01239999', { title: 'Gone' })).toBeNull()
    const before = store.requests.length
    expect(await titles(RAIN, { title: 'Sheltering from Rain', language: 'ENG' })).toBeNull()
    expect(store.requests.length).toBe(before)
  })

  test('META-05 META-72 sales, ratings, ranks and the regular price alone take one request', async () => {
    const found = await provider.findSales(code(RAIN), never)
    expect(found?.metadata).toEqual({
      price: 1_320,
      dl_count: 1_234,
      review_count: 12,
      rating: expect.objectContaining({ count: 90 }) as unknown,
      rank: [{ term: 'day', category: 'all', rank: 7, rank_date: '2024-05-07' }],
    })
    expect(JSON.parse(found?.raw ?? '')).toMatchObject({ [RAIN]: { dl_count: '1234' } })
    expect(store.requests.map(({ path }) => path)).toEqual([
      `/maniax/product/info/ajax?product_id=${RAIN}&cdn_cache_min=1`,
    ])
    expect(await provider.findSales(code('RJ01239999'), never)).toBeNull()
    store.answer((_, response) => void response.writeHead(503).end())
    await expect(provider.findSales(code(RAIN), never)).rejects.toMatchObject({
      code: 'status',
      params: { status: 503 },
      isPassing: true,
    })
  })

  test('META-72 a price that the work’s entry lacks is that of its sales, never that of a sale', async () => {
    await store.close()
    const priceless = { price: null, official_price: null }
    store = await startMetadataStore([{ code: RAIN, product: priceless, sales: { price: 660, official_price: 1_540 } }])
    provider = createDlsiteProvider({ baseUrl: store.url, pictureHosts: [], proxy: null })
    expect((await facts(RAIN)).metadata.price).toBe(1_540)
  })

  test('META-01 names of tags that are known are not asked for again', async () => {
    await facts(RAIN)
    const before = store.requests.length
    await facts('VJ010203')
    expect(store.requests.length - before).toBe(2)
  })

  test('META-01 a work is looked for on each of its sites; one on none of them is not found', async () => {
    expect((await facts('VJ010203')).metadata.title).toBe('Bells at Dusk')
    expect(await provider.find(code('RJ01999999'), never)).toEqual({ kind: 'notFound' })
  })

  test('META-01 a folder’s extra zeros do not change the code that is asked for', async () => {
    await store.close()
    store = await startMetadataStore([{ code: 'RJ123456', title: '短い番号' }])
    provider = createDlsiteProvider({ baseUrl: store.url, pictureHosts: [], proxy: null })
    expect((await facts('RJ00123456')).metadata).toMatchObject({ title: '短い番号', dl_count: 1_234 })
  })

  test('META-04 the price is the work’s, also while it is sold for less or has no sales; ratings come in both forms', async () => {
    await store.close()
    store = await startMetadataStore([
      { code: RAIN, product: { official_price: 2_000 }, sales: { price: 500, rate_count_detail: { 5: 3, 1: 1 } } },
      { code: 'RJ01230002', product: { official_price: 2_000 }, sales: { price: null, rate_count_detail: [] } },
    ])
    provider = createDlsiteProvider({ baseUrl: store.url, pictureHosts: [], proxy: null })
    expect((await facts(RAIN)).metadata).toMatchObject({ price: 2_000, rating: { count: 4, detail: { 1: 1, 5: 3 } } })
    expect((await facts('RJ01230002')).metadata).toMatchObject({ price: 2_000, rating: { count: 90, average: 4.83 } })
  })

  test('META-04 a translation names its language and its original, and has no cover where the store has none', async () => {
    const { metadata, coverUrl } = await facts('RJ01230003')
    expect(metadata).toMatchObject({ language: 'CHI_HANS', original: RAIN, editions: [{ lang: 'JPN', code: RAIN }] })
    expect(coverUrl).toBeNull()
  })

  test('META-09 one bad field costs only itself, and control characters go', async () => {
    await store.close()
    store = await startMetadataStore([
      {
        code: RAIN,
        title: 'a\u0000b\u202e<script>alert(1)</script>',
        product: {
          regist_date: 'yesterday',
          age_category: 9,
          genres: 'none',
          maker_name: 7,
          price: -3,
          official_price: 1e300,
        },
        sales: {
          dl_count: 'many',
          rate_count_detail: [{ review_point: 9, count: -1 }],
          rank: { a: null },
          price: null,
          official_price: -1,
        },
      },
    ])
    provider = createDlsiteProvider({ baseUrl: store.url, pictureHosts: [], proxy: null })
    const { metadata } = await facts(RAIN)
    expect(metadata.title).toBe('a b<script>alert(1)</script>')
    expect(metadata.voice_actors).toEqual(['風見はるか'])
    for (const name of ['release', 'age', 'circle', 'price', 'dl_count', 'rank', 'tags'])
      expect(metadata).not.toHaveProperty(name)
  })
})

describe('META-03 META-09 “not now” is never “not found”', () => {
  const send =
    (status: number, body: string, headers: Record<string, string> = {}) =>
    (_: unknown, response: ServerResponse) =>
      void response.writeHead(status, headers).end(body)
  const json = { 'content-type': 'application/json' }
  const deep = `[${'{"a":['.repeat(10_000)}${']}'.repeat(10_000)}]`

  test.each([
    ['a web page', send(200, '<html>maintenance</html>'), /web page instead of JSON/],
    ['half an answer', send(200, '[{"workno":'), /not JSON/],
    ['a sentence', send(200, 'Too many requests'), /not JSON/],
    ['nothing', send(200, ''), /not JSON/],
    ['another work', send(200, '[{"workno":"RJ01999999","work_name":"x"}]', json), /a work other than RJ01230001/],
    ['status 404', send(404, ''), /status 404/],
    ['status 500', send(500, ''), /status 500/],
    ['JSON nested too deeply', send(200, deep, json), /nested too deeply/],
    [
      'a redirect elsewhere',
      send(302, '', { location: 'http://elsewhere.example/' }),
      /elsewhere\.example is not one of/,
    ],
    ['a redirect to a file', send(302, '', { location: 'file:///etc/passwd' }), /neither http nor https/],
    ['redirects in circles', send(302, '', { location: '/again' }), /redirects in circles/],
    ['a length over the limit', send(200, '', { 'content-length': String(1024 ** 3) }), /more than 8388608 bytes/],
    ['an object', send(200, '{"error":"busy"}', json), /something other than a list/],
    ['null', send(200, 'null', json), /something other than a list/],
    ['a code that is no text', send(200, '[{"workno":{"toString":1}}]', json), /a work other than/],
    ['an unknown encoding', send(200, '[]', { 'content-encoding': 'zstd2' }), /unknown content encoding/],
  ])('%s', async (what, handler, reason) => {
    store.answer(handler)
    const isPassing = ['a web page', 'a sentence', 'nothing', 'status 500'].includes(what)
    expect(await provider.find(code(RAIN), never)).toMatchObject(refused(reason, isPassing))
  })

  test('no answer in time', async () => {
    store.answer(() => undefined)
    provider.close()
    provider = createDlsiteProvider({ baseUrl: store.url, pictureHosts: [], proxy: null, timeoutMs: 500 })
    const reason = /did not answer within 0\.5 seconds/
    expect(await provider.find(code(RAIN), never)).toMatchObject(refused(reason, true))
  })

  test.each([
    ['announced and compressed', gzipSync(Buffer.alloc(9 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' }],
    ['not announced', Buffer.alloc(9 * 1024 * 1024, ' '), { 'transfer-encoding': 'chunked' }],
  ])('too many bytes, %s', async (_, bytes, headers) => {
    store.answer((__, response) => void response.writeHead(200, headers).end(bytes))
    expect(await provider.find(code(RAIN), never)).toMatchObject(refused(/more than/, false))
  })

  test('a Retry-After is passed on', async () => {
    store.answer(send(429, '', { 'retry-after': '7' }))
    expect(await provider.find(code(RAIN), never)).toMatchObject({ failure: { isPassing: true, retryAfterMs: 7_000 } })
  })

  test('a provider that cannot be reached', async () => {
    await store.close()
    expect(await provider.find(code(RAIN), never)).toMatchObject(refused(/cannot be reached: ECONNREFUSED/, true))
    store = await startMetadataStore([])
  })

  test('a cancelled request throws, and is no answer', async () => {
    store.answer(() => undefined)
    const stop = new AbortController()
    const asked = provider.find(code(RAIN), stop.signal)
    stop.abort(new Error('stopped'))
    await expect(asked).rejects.toThrow('stopped')
  })
})

describe('META-01 the owner’s own address', () => {
  const answers = (body: unknown, status = 200) =>
    store.answer((_, response) => void response.writeHead(status).end(JSON.stringify(body)))
  const own = () => createHttpProvider({ template: `${store.url}/works/{code}.json`, proxy: null })

  test('answers with a sidecar’s fields; a cover’s address is relative to it', async () => {
    const samples = ['art/2.jpg', 7, `${store.url}/3.jpg`]
    answers({
      code: RAIN,
      title: 'Rain',
      cover: 'art/1.jpg',
      samples,
      voice_actors: ['A'],
      release: '2024-02-30',
      unknown: 1,
    })
    expect(await own().find(code(RAIN), never)).toMatchObject({
      kind: 'facts',
      facts: {
        metadata: {
          title: 'Rain',
          voice_actors: ['A'],
          samples: [`${store.url}/works/art/2.jpg`, `${store.url}/3.jpg`],
        },
        coverUrl: `${store.url}/works/art/1.jpg`,
      },
    })
    expect(store.requests.at(-1)?.path).toBe(`/works/${RAIN}.json`)
  })

  test.each(['null', '[]', '{}', '{"error":"busy"}', '{"constructor":1,"title":7}'])(
    '%s is no answer',
    async (body) => {
      store.answer((_, response) => void response.end(body))
      expect(await own().find(code(RAIN), never)).toMatchObject(refused(/no field of a sidecar/, false))
    },
  )

  test('404 is not found; a cover elsewhere is refused', async () => {
    answers({}, 404)
    expect(await own().find(code(RAIN), never)).toEqual({ kind: 'notFound' })
    await expect(own().downloadPicture('http://169.254.169.254/latest', never)).rejects.toThrow('is not one of')
  })
})

test('META-03 requests keep their pace, from the end of one to the beginning of the next, with jitter', async () => {
  const pace = createPace(40, () => 0.5)
  await pace.wait(never)
  pace.ended()
  const begun = performance.now()
  await pace.wait(never)
  // Timers may fire a millisecond early.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(95)
})

test('META-09 a proxy that does not answer ends with the time limit, and with a cancellation', async () => {
  const sockets: Socket[] = []
  const mute = createServer((socket) => sockets.push(socket.on('error', () => undefined)))
  mute.listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  const behind = createDlsiteProvider({
    baseUrl: 'https://store.example',
    pictureHosts: [],
    proxy: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
    timeoutMs: 200,
  })
  try {
    expect(await behind.find(code(RAIN), never)).toMatchObject(refused(/did not answer/, true))
    const stop = new AbortController()
    const asked = behind.find(code(RAIN), stop.signal)
    stop.abort(new Error('stopped'))
    await expect(asked).rejects.toThrow('stopped')
  } finally {
    behind.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => mute.close(resolve))
  }
})
