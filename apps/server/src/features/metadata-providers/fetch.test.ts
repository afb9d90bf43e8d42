import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

import type { MetadataFetch, Work, WorkLookup } from '@otodana/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { readSidecar } from '#features/metadata/index.ts'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call } from '../../../test/accounts.ts'
import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { startMetadataStore } from '../../../test/metadata-store.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aPicture, aWav } from '../../../test/work-folders.ts'

/** Each look at how far it is takes ten statements, which the lookup itself waits for. */
const WAIT = { timeout: 20_000, interval: 100 }
const wav = aWav({ seconds: 1 })
const RAIN = 'RJ01230001'
const BELLS = 'RJ01230002'
const LOST = 'RJ01230003'

describe.each(dialects)('metadata from a provider, on %s', (dialect) => {
  let store: Awaited<ReturnType<typeof startMetadataStore>>
  let library: TestLibrary
  let database: TestDatabase
  let app: TestApp
  let token: string | undefined
  const closers: (() => Promise<void>)[] = []

  beforeEach(async () => {
    token = undefined
    store = await startMetadataStore([
      { code: RAIN, title: '雨やどりの図書室' },
      { code: BELLS, title: '夕暮れの鐘', sales: { dl_count: 5 } },
    ])
    library = aLibrary({ [`${RAIN}/01.wav`]: wav, [`${BELLS}/01.wav`]: wav, [`${LOST} 森の声/01.wav`]: wav })
    database = await openTestDatabase(dialect)
    closers.push(
      () => store.close(),
      () => database.remove(),
      async () => library.remove(),
    )
  })
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  async function start(env: Record<string, string> = {}): Promise<void> {
    app = await startApp({
      libraryDirs: [library.dir],
      database,
      dialect,
      env: { DLSITE_URL: store.url, METADATA_DELAY_SECONDS: '0', ...env },
    })
    const { close } = app
    let isClosed = false
    app.close = async () => {
      if (!isClosed) await close()
      isClosed = true
    }
    closers.push(() => app.close())
    token ??= (await aMember(app, 'the-admin')).token
  }

  const ask = async <T>(method: string, path: string, body?: object) =>
    (await call<T>(app, method, `/api/admin/metadata${path}`, { token, body })).body
  const status = () => ask<MetadataFetch>('GET', '')
  const work = async (code: string) =>
    (await call<Work>(app, 'GET', `/api/workInfo/${Number(code.slice(2))}`, { token })).body
  const facts = async (code: string) => {
    const path = `/api/workInfo/${Number(code.slice(2))}?withFacts=1`
    const { facts } = (await call<Work>(app, 'GET', path, { token })).body
    if (!facts) throw new Error('They were requested')
    return facts
  }
  const untilDone = () =>
    vi.waitFor(async () => expect(await status()).toMatchObject({ waiting: 0, extras: 0, refreshing: 0 }), WAIT)

  test('META-02 META-04 nothing is sent before an administrator agrees; then bare folders become a library', async () => {
    await start()
    expect(await status()).toMatchObject({ isOn: false, unfilled: 3, waiting: 0, providers: [{ name: 'dlsite' }] })
    expect(store.requests).toEqual([])

    await ask('PUT', '', { isOn: true })
    const events = await call<{ events: { kind: string }[] }>(app, 'GET', '/api/admin/security-events', { token })
    expect(events.body.events[0]?.kind).toBe('settingChanged')
    await untilDone()
    expect(await status()).toMatchObject({ isOn: true, unfilled: 0, found: 2, notFound: 1, failed: 0 })
    await vi.waitFor(async () => expect((await work(RAIN)).title).toBe('雨やどりの図書室'), WAIT)
    expect(await work(RAIN)).toMatchObject({
      name: '月影工房',
      release: '2024-05-06',
      vas: [{ name: '風見はるか' }],
      dl_count: 1_234,
      tags: [{ name: '雨音', i18n: { 'en-us': { name: 'Rain' } } }, { name: '囁き' }],
    })
    // A work that the store does not have keeps what its folder says.
    expect((await work(LOST)).title).toBe('森の声')
    const search = async () =>
      (await call<{ works: Work[] }>(app, 'GET', `/api/search/${encodeURIComponent('鐘')}`)).body
    await vi.waitFor(async () => expect((await search()).works.map(({ id }) => id)).toEqual([1_230_002]), WAIT)

    // The cover is the store's.
    const cover = await fetch(`${app.url}/api/cover/1230001.jpg?type=240x240`)
    expect(cover.headers.get('etag')).toContain('-d1230001-dlsite-')
    expect((await cover.arrayBuffer()).byteLength).toBeGreaterThan(100)

    // A scan keeps all of it, and a second request of what is missing asks nothing.
    const before = store.requests.length
    await app.library.start()
    await app.library.whenIdle()
    expect((await work(RAIN)).title).toBe('雨やどりの図書室')
    expect(await ask('POST', '/fetch', {})).toEqual({ queued: 0 })
    expect(store.requests.length).toBe(before)
  })

  test('META-04 a sidecar goes before the provider, field by field', async () => {
    library.write({ [`${RAIN}/otodana.yaml`]: 'title: Mine\n' })
    await start({ METADATA_PROVIDERS: 'dlsite' })
    await ask('POST', '/fetch', {})
    await untilDone()
    await vi.waitFor(async () => expect(await work(RAIN)).toMatchObject({ title: 'Mine', name: '月影工房' }), WAIT)
    expect(await status()).toMatchObject({ isOn: true, isConfigured: true })
  })

  test('META-03 a provider that is down is left alone and asked again; what is known stays', async () => {
    await start({ METADATA_PROVIDERS: 'dlsite' })
    await ask('POST', '/fetch', { works: 'missing' })
    await untilDone()
    store.answer((_, response) => void response.writeHead(503, { 'retry-after': '2' }).end('<html>maintenance</html>'))
    const before = store.requests.length
    await ask('POST', '/fetch', { works: 'all' })
    await vi.waitFor(async () => expect((await status()).delayed?.reason).toContain('status 503'), WAIT)
    // All works wait for it, not each on its own.
    expect(store.requests.length).toBe(before + 1)
    expect((await work(RAIN)).title).toBe('雨やどりの図書室')
    store.answer(null)
    await untilDone()
    expect(await status()).toMatchObject({ found: 2, failed: 0, delayed: null })
  })

  test('META-03 META-60 a cancelled lookup begins only on request; without consent nothing is sent, which is an error of its own', async () => {
    store.answer(() => undefined)
    await start()
    for (const path of ['/fetch', '/retry']) expect(await ask('POST', path, {})).toEqual({ error: 'metadata.off' })
    await ask('PUT', '', { isOn: true })
    await ask('PUT', '', { isPaused: true })
    expect(await status()).toMatchObject({ works: 3, waiting: 3, queued: 3, secondsPerWork: null })
    expect(await ask('POST', '/cancel')).toEqual({ cancelled: 3 })
    expect(await status()).toMatchObject({ isPaused: false, delayed: null })
    expect(await status()).toMatchObject({ waiting: 0, found: 0, notFound: 0, looksUpNew: false })
    expect((await work(RAIN)).title).toBe(RAIN)
    store.answer(null)
    expect(await ask('POST', '/fetch', { codes: ['RJ000000'] })).toEqual({ queued: 0 })
    expect(await ask('POST', '/fetch', { works: 'missing' })).toEqual({ queued: 3 })
    await untilDone()
    expect(await status()).toMatchObject({ found: 2, looksUpNew: true })
    expect(await status()).toMatchObject({ waiting: 0, queued: 0 })
    await ask('PUT', '', { isOn: false })
    expect(await ask('POST', '/fetch', {})).toEqual({ error: 'metadata.off' })
  })

  test('META-04 a cover that this server does not have is the folder’s picture meanwhile', async () => {
    library.write({ [`${RAIN}/cover.png`]: aPicture() })
    await start({ METADATA_PROVIDERS: 'dlsite' })
    await ask('POST', '/fetch', { works: 'missing' })
    await untilDone()
    rmSync(join(app.config.dataDir, 'provider-covers'), { recursive: true })
    const cover = await fetch(`${app.url}/api/cover/1230001.jpg?type=sam`)
    expect(cover.status).toBe(200)
    expect(cover.headers.get('etag')).not.toContain('-d1230001')
    expect(cover.headers.get('etag')).not.toContain('placeholder')
  })

  test('META-03 jobs wait while paused, and survive a restart', async () => {
    await start()
    await ask('PUT', '', { isPaused: true })
    await ask('PUT', '', { isOn: true })
    expect(await status()).toMatchObject({ isPaused: true, waiting: 3 })
    expect(store.requests).toEqual([])
    await app.close()
    await start()
    expect(await status()).toMatchObject({ isPaused: true, waiting: 3 })
    await ask('PUT', '', { isPaused: false })
    await untilDone()
    expect((await status()).found).toBe(2)
  })

  test('META-03 chosen works are asked about again, and a picture that is none is named', async () => {
    await start({ METADATA_PROVIDERS: 'dlsite' })
    await ask('POST', '/fetch', {})
    await untilDone()
    const first = store.requests.length
    expect(await ask('POST', '/fetch', { codes: [RAIN.toLowerCase()] })).toEqual({ queued: 1 })
    await untilDone()
    // The work, its sales, its titles in two other languages, and its cover.
    expect(store.requests.length - first).toBe(5)

    store.answerCover('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await ask('POST', '/fetch', { codes: [BELLS] })
    await vi.waitFor(async () => expect((await status()).failed).toBe(1), WAIT)
    const { failed } = await ask<{ failed: { code: string; reason: string }[] }>('GET', '/failed')
    expect(failed).toMatchObject([
      { code: BELLS, reason: expect.stringContaining('The picture is unusable') as string },
    ])
    expect((await work(BELLS)).title).toBe('夕暮れの鐘')
    store.answerCover(null)
    expect(await ask('POST', '/retry')).toEqual({ retried: 1 })
    await untilDone()
    expect((await status()).failed).toBe(0)
    expect((await call(app, 'POST', '/api/admin/metadata/fetch', { token, body: { codes: ['RJ1'] } })).status).toBe(400)
  })

  test('SER-05 SER-06 titles, staff, series and sample pictures come after all facts, and pictures from this server', async () => {
    const by = (name: string) => [{ id: '1', name, classification: '' }]
    await store.close()
    store = await startMetadataStore([
      {
        code: RAIN,
        title: '雨やどりの図書室',
        titles: { en_US: 'The Sheltering Library' },
        product: {
          creaters: { scenario_by: by('文月いと'), illust_by: by('絵空'), music_by: by('文月いと') },
          title_id: 'SRI0000001',
          title_name: '図書室シリーズ',
          image_samples: Array.from({ length: 12 }, (_, index) => ({ url: `/maniax/sample${index}.jpg` })),
        },
      },
      { code: BELLS, product: { image_samples: [{ url: '/maniax/cover.jpg' }, { url: 'http://elsewhere/1.jpg' }] } },
    ])
    await start({ METADATA_PROVIDERS: 'dlsite' })
    await ask('POST', '/fetch', {})
    await untilDone()
    const paths = store.requests.map(({ path }) => path)
    const lastFacts = paths.findLastIndex((path) => path.includes('product/info'))
    expect(paths.findIndex((path) => path.includes('sample'))).toBeGreaterThan(lastFacts)

    await vi.waitFor(async () => expect((await facts(RAIN)).titles.en).toBe('The Sheltering Library'), WAIT)
    const { titles, staff, series, samples, hasPrice, description } = await facts(RAIN)
    expect(titles).toEqual({ ja: '雨やどりの図書室', en: 'The Sheltering Library' })
    expect(staff).toMatchObject({ scenario: [{ name: '文月いと' }], illustration: [{ name: '絵空' }], other: [] })
    expect(staff.music).toEqual(staff.scenario)
    expect(series).toEqual({ id: expect.any(Number) as number, name: '図書室シリーズ', number: null })
    expect([hasPrice, description]).toEqual([true, '雨の夜の物語。'])
    // The store's pictures are equal here, and are stored once.
    expect(samples).toHaveLength(1)
    const sample = await fetch(samples[0]!)
    expect(sample.status).toBe(200)
    expect(Object.fromEntries(sample.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
    expect((await sample.arrayBuffer()).byteLength).toBeGreaterThan(100)
    const etag = sample.headers.get('etag') ?? ''
    expect((await fetch(samples[0]!, { headers: { 'if-none-match': etag } })).status).toBe(304)
    for (const n of [2, 10]) expect((await fetch(`${app.url}/api/work/${RAIN}/samples/${n}`)).status).toBe(404)
    for (const n of ['0', '11', 'x']) expect((await fetch(`${app.url}/api/work/1/samples/${n}`)).status).toBe(400)
    expect((await fetch(`${app.url}/api/work/x/samples/1`)).status).toBe(400)
    // A picture elsewhere is left out, and is no failure of the work.
    expect((await facts(BELLS)).samples).toHaveLength(1)
    expect(await status()).toMatchObject({ failed: 0, extras: 0 })
    const requested = (text: string) => store.requests.filter(({ path }) => path.includes(text)).length
    expect(requested('/sample')).toBe(10)
  })

  test('META-08 a failure has a code with values, and works that no provider has are listed', async () => {
    await start({ METADATA_PROVIDERS: 'dlsite' })
    store.answer((request, response) => {
      const body = request.url?.includes(RAIN) ? '<html>' : '[{"workno":"RJ01999999"}]'
      response.writeHead(200).end(request.url?.includes(LOST) ? '[]' : body)
    })
    await ask('POST', '/fetch', { codes: [BELLS, LOST] })
    await untilDone()
    const { failed } = await ask<{ failed: object[] }>('GET', '/failed')
    const host = new URL(store.url).host
    expect(failed).toEqual([
      {
        workId: 1_230_002,
        code: BELLS,
        title: BELLS,
        reason: `dlsite: ${host} answered about a work other than ${BELLS}`,
        failures: [{ provider: 'dlsite', code: 'otherWork', params: { host, code: BELLS } }],
      },
    ])
    const { notFound } = await ask<{ notFound: { askedAt: string; againFrom: string }[] }>('GET', '/not-found')
    expect(notFound).toMatchObject([{ code: LOST, title: '森の声' }])
    const days = (Date.parse(notFound[0]!.againFrom) - Date.parse(notFound[0]!.askedAt)) / 86_400_000
    expect(days).toBe(7)
    await ask('POST', '/fetch', { codes: [RAIN] })
    const delayed = { failure: { provider: 'dlsite', code: 'webPage', params: { host } } }
    await vi.waitFor(async () => expect(await status()).toMatchObject({ delayed }), WAIT)
  })

  test('META-67 one work that is asked for goes before those that wait, and its lookup is known by its id', async () => {
    const lookup = (code: string) => ask<WorkLookup>('GET', `/works/${Number(code.slice(2))}`)
    await start()
    await ask('PUT', '', { isPaused: true, isOn: true })
    await vi.waitFor(async () => expect((await lookup(RAIN)).state).toBe('running'), WAIT)
    expect(await lookup(LOST)).toMatchObject({ state: 'waiting', isPaused: true, answeredAt: null, failures: [] })
    // It waits already, and the pause stays.
    expect(await ask('POST', '/fetch', { codes: [LOST] })).toEqual({ queued: 0 })
    expect(store.requests).toEqual([])
    expect(await status()).toMatchObject({ isPaused: true, waiting: 3 })
    await ask('PUT', '', { isPaused: false })
    await untilDone()
    const asked = [LOST, BELLS].map((code) => store.requests.findIndex(({ path }) => path.includes(code)))
    expect(asked[0]).toBeLessThan(asked[1]!)
    expect(await lookup(LOST)).toMatchObject({ state: 'notFound', isPaused: false, delayed: null })
    const found = await lookup(BELLS)
    expect(found).toMatchObject({ state: 'found', reason: '', answeredAt: expect.any(String) as string })
    // What was merged is shown at once.
    expect((await work(BELLS)).title).toBe('夕暮れの鐘')

    store.answer((_, response) => void response.writeHead(503, { 'retry-after': '3' }).end())
    expect(await ask('POST', '/fetch', { codes: [BELLS] })).toEqual({ queued: 1 })
    await vi.waitFor(async () => expect((await lookup(BELLS)).delayed?.failure?.code).toBe('status'), WAIT)
    const { delayed } = await lookup(BELLS)
    expect([1, 2, 3]).toContain(delayed?.seconds)
    store.answer((_, response) => void response.writeHead(200).end('[{"workno":"RJ01999999"}]'))
    await vi.waitFor(async () => expect((await lookup(BELLS)).state).toBe('failed'), WAIT)
    expect(await lookup(BELLS)).toMatchObject({ failures: [{ code: 'otherWork' }], answeredAt: found.answeredAt })
    // A work that providers had, and do not have any more.
    store.answer((_, response) => void response.writeHead(200).end('[]'))
    await ask('POST', '/fetch', { codes: [BELLS] })
    await vi.waitFor(async () => expect((await lookup(BELLS)).state).toBe('notFound'), WAIT)
    const path = '/api/admin/metadata/works'
    expect((await call(app, 'GET', `${path}/1230009`, { token })).status).toBe(404)
    expect((await call(app, 'GET', `${path}/x`, { token })).status).toBe(400)
  })

  test('META-74 an administrator agrees to some providers only, and the others are sent nothing', async () => {
    const mirror = await startMetadataStore([])
    closers.push(() => mirror.close())
    mirror.answer((_, response) => void response.end(JSON.stringify({ title: 'Mine' })))
    await start({ METADATA_URL: `${mirror.url}/{code}.json` })
    const agreed = async () => (await status()).providers.map(({ name, isAgreed }) => [name, isAgreed])
    expect(await agreed()).toEqual([
      ['http', true],
      ['dlsite', true],
    ])
    for (const providers of [['http', 'other'], [], 'http']) {
      const body = { isOn: true, providers }
      expect((await call(app, 'PUT', '/api/admin/metadata', { token, body })).status).toBe(400)
    }
    expect(await status()).toMatchObject({ isOn: false })
    await ask('PUT', '', { isOn: true, providers: ['http'] })
    await untilDone()
    await ask('POST', '/fetch', { works: 'all' })
    await untilDone()
    expect(await status()).toMatchObject({ isOn: true, found: 3 })
    await vi.waitFor(async () => expect((await work(RAIN)).title).toBe('Mine'), WAIT)
    expect(await agreed()).toEqual([
      ['http', true],
      ['dlsite', false],
    ])
    expect(store.requests).toEqual([])
    await ask('PUT', '', { isOn: true })
    await untilDone()
    expect(store.requests).not.toEqual([])
  })

  test('META-10 the remaining time follows from what a work usually takes, and is unknown while paused', async () => {
    await start()
    store.answer(() => undefined)
    await ask('PUT', '', { isPaused: true, isOn: true })
    expect(await status()).toMatchObject({ waiting: 3, secondsLeft: null })
    // Works that have left the library since, four seconds apart, an hour ago.
    const answer = {
      provider: 'dlsite',
      position: 0,
      data: '{}',
      raw: null,
      cover_url: null,
      cover_name: null,
      misses: 0,
    }
    const anHourAgo = Date.now() - 3_600_000
    const answers = Array.from({ length: 12 }, (_, n) => ({
      ...answer,
      work_id: n + 1,
      asked_at_ms: anHourAgo + 4_000 * n,
    }))
    await database.write.insertInto('provided_metadata').values(answers).execute()
    expect(await status()).toMatchObject({ secondsPerWork: 4, secondsLeft: null })
    await ask('PUT', '', { isPaused: false })
    expect(await status()).toMatchObject({ waiting: 3, secondsLeft: 12 })
  })

  test('META-05 META-72 sales and prices are asked for again once they are old, and nothing else changes', async () => {
    const sold = { code: BELLS, title: '夕暮れの鐘', sales: { dl_count: 5, official_price: 1_320 } }
    await store.close()
    store = await startMetadataStore([{ code: RAIN, title: '雨やどりの図書室' }, sold])
    await start({ METADATA_PROVIDERS: 'dlsite' })
    expect(await status()).toMatchObject({ refreshDays: 30 })
    await ask('POST', '/fetch', {})
    await untilDone()
    const monthAgo = Date.now() - 31 * 86_400_000
    await database.write
      .updateTable('provided_metadata')
      .set({ asked_at_ms: monthAgo })
      .where('work_id', '=', 1_230_002)
      .execute()
    sold.sales = { dl_count: 77, official_price: 1_540 }
    sold.title = 'Renamed'
    await ask('PUT', '', { refreshDays: 0 })
    const before = store.requests.length
    await database.write.deleteFrom('server_setting').where('name', '=', 'metadataRefreshedAtMs').execute()
    expect(await ask('PUT', '', { refreshDays: 30 })).toMatchObject({ refreshDays: 30 })
    await vi.waitFor(async () => expect((await work(BELLS)).dl_count).toBe(77), WAIT)
    await untilDone()
    expect(await work(BELLS)).toMatchObject({ title: '夕暮れの鐘', price: 1_540 })
    const raw = await database.read
      .selectFrom('provided_metadata')
      .select(['raw', 'raw_titles', 'raw_sales'])
      .where('work_id', '=', 1_230_002)
      .executeTakeFirstOrThrow()
    const text = (answer: Uint8Array | null) => inflateRawSync(answer ?? new Uint8Array()).toString()
    expect([text(raw.raw), text(raw.raw_titles), text(raw.raw_sales)]).toEqual([
      expect.stringContaining('1320'),
      expect.stringContaining('work_name'),
      expect.stringContaining('1540'),
    ])
    expect(store.requests.slice(before).map(({ path }) => path)).toEqual([
      `/maniax/product/info/ajax?product_id=${BELLS}&cdn_cache_min=1`,
    ])
    for (const refreshDays of [-1, 366, 1.5])
      expect((await call(app, 'PUT', '/api/admin/metadata', { token, body: { refreshDays } })).status).toBe(400)
  })

  test('META-06 what was found is written beside the works, only if wanted and only where there is nothing', async () => {
    library.write({ [`${BELLS}/Otodana.YML`]: 'title: Mine\n', [`${BELLS}/Folder.png`]: aPicture() })
    const filesOf = (code: string) => readdirSync(join(library.dir, code)).sort()
    await start({ METADATA_PROVIDERS: 'dlsite' })
    expect(await status()).toMatchObject({ writesFiles: false })
    await ask('POST', '/fetch', {})
    await untilDone()
    expect(filesOf(RAIN)).toEqual(['01.wav'])

    expect(await ask('PUT', '', { writesFiles: true })).toMatchObject({ writesFiles: true })
    await ask('POST', '/fetch', { works: 'all' })
    await untilDone()
    expect(await status()).toMatchObject({ failed: 0 })
    expect(filesOf(RAIN)).toEqual(['01.wav', 'cover.jpg', 'otodana.yaml'])
    expect(filesOf(BELLS)).toEqual(['01.wav', 'Folder.png', 'Otodana.YML'])
    const sidecar = readSidecar(join(library.dir, RAIN), ['otodana.yaml'])
    expect(sidecar).toMatchObject({
      metadata: { title: '雨やどりの図書室', circle: { name: '月影工房' }, age: 'general' },
    })
    for (const field of ['dl_count', 'price', 'rating', 'samples'])
      expect(sidecar).not.toHaveProperty(['metadata', field])

    // A scan reads the same from the files.
    await app.catalogue.catchUp()
    const before = await work(RAIN)
    await app.library.start()
    await app.library.whenIdle()
    await app.catalogue.catchUp()
    expect(await work(RAIN)).toEqual(before)
    expect(await ask('GET', '/failed')).toEqual({ failed: [] })
  })

  test('META-06 a folder that cannot be written to is a named failure, and the work is known all the same', async () => {
    await start({ METADATA_PROVIDERS: 'dlsite' })
    await ask('PUT', '', { writesFiles: true })
    rmSync(join(library.dir, RAIN), { recursive: true })
    const move = (place: { root?: string; path?: string }) =>
      database.write.updateTable('work').set(place).where('id', '=', 1_230_002).execute()
    await move({ path: `${LOST} 森の声` })
    await ask('POST', '/fetch', { codes: [RAIN, BELLS] })
    await untilDone()
    const failures = async () => (await ask<{ failed: object[] }>('GET', '/failed')).failed
    expect(await failures()).toMatchObject([
      { code: RAIN, failures: [{ provider: 'files', code: 'notWritable', params: { detail: 'ENOENT' } }] },
      { code: BELLS, failures: [{ provider: 'files', code: 'sharedFolder' }] },
    ])
    await move({ root: 's3://bucket/library' })
    await ask('POST', '/fetch', { codes: [BELLS] })
    await untilDone()
    expect((await failures())[1]).toMatchObject({ code: BELLS, failures: [{ code: 'inBucket' }] })
    await vi.waitFor(async () => expect((await work(RAIN)).title).toBe('雨やどりの図書室'), WAIT)
  })

  test('META-03 two servers on one database send one request at a time', async () => {
    await start()
    await ask('PUT', '', { isPaused: true, isOn: true })
    const second = await startApp({
      libraryDirs: [library.dir],
      database,
      dialect,
      scan: false,
      env: { DLSITE_URL: store.url, METADATA_DELAY_SECONDS: '0' },
    })
    closers.push(() => second.close())
    await ask('PUT', '', { isPaused: false })
    await untilDone()
    expect(store.mostAtOnce()).toBe(1)
    expect((await status()).found).toBe(2)
  })
})
