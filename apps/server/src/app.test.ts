import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import performanceHooks from 'node:perf_hooks'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { aLibrary, type TestLibrary } from '../test/a-library.ts'
import { dialects } from '../test/databases.ts'
import { startApp, TEST_ADMIN_TOKEN, type TestApp } from '../test/start-app.ts'
import {
  strictError,
  strictInvalid,
  strictPage,
  strictPublicWork,
  strictTracks,
  strictUnreviewedWork,
} from '../test/strict-client.ts'
import { aWav } from '../test/work-folders.ts'

const sidecar = `
title: 雨の図書館
circle: { name: 硝子灯, code: RG90001 }
voice_actors: [朝霧しずく, 花咲ミント]
tags:
  - { name: 耳かき, en: Ear Cleaning, zh: 掏耳 }
  - 雨音
release: 2026-03-04
create_date: 2026-03-05
age: r15
price: 1320
dl_count: 412
review_count: 9
rating: { detail: { 1: 0, 2: 1, 3: 2, 4: 10, 5: 37 } }
source_url: https://shop.example/RJ01000001
language: JPN
editions: [{ lang: ENG, code: RJ01000002, label: English }]
`

const translated = `
title: The Library in the Rain
circle: 硝子灯
release: 2026-06-01
create_date: 2026-06-02
language: ENG
original: RJ01000001
`

describe.each(dialects)('the server on %s', (dialect) => {
  let library: TestLibrary
  let app: TestApp

  beforeAll(async () => {
    library = aLibrary({
      '[硝子灯] 雨の図書館 (RJ01000001)/otodana.yaml': sidecar,
      '[硝子灯] 雨の図書館 (RJ01000001)/mp3/1_入口.wav': aWav({ seconds: 2 }),
      '[硝子灯] 雨の図書館 (RJ01000001)/mp3/2_閲覧室.wav': aWav(),
      '[硝子灯] 雨の図書館 (RJ01000001)/mp3/10_消灯.wav': aWav(),
      '[硝子灯] 雨の図書館 (RJ01000001)/mp3/1_入口.wav.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\n雨\n',
      '[硝子灯] 雨の図書館 (RJ01000001)/readme.txt': 'ありがとう',
      'english/RJ01000002/otodana.yaml': translated,
      'english/RJ01000002/01.wav': aWav(),
      'deep/er/vj012345_Harbour/01.wav': aWav(),
      'BJ654321/empty.mp3': '',
      'no code here/01.wav': aWav(),
    })
    const added = new Date('2024-05-06T12:00:00Z')
    utimesSync(library.path('deep', 'er', 'vj012345_Harbour'), added, added)
    app = await startApp({ libraryDirs: [library.dir], dialect })
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  async function get(path: string): Promise<{ status: number; body: unknown; headers: Headers }> {
    const answer = await fetch(app.url + path)
    const text = await answer.text()
    return {
      status: answer.status,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
      headers: answer.headers,
    }
  }

  async function ids(query: string): Promise<number[]> {
    return strictPage.parse((await get(`/api/works?${query}`)).body).works.map((work) => work.id)
  }

  test('API-01 HLT-02 health is exactly OK', async () => {
    const { status, body, headers } = await get('/api/health')
    expect([status, body]).toEqual([200, 'OK'])
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('ADM-01 every folder whose name holds a code is a work, at any depth and in any case; others are none', async () => {
    expect((await ids('order=id&sort=asc')).toSorted((a, b) => a - b)).toEqual([
      1_000_001, 1_000_002, 100_012_345, 200_654_321,
    ])
  })

  test('API-05 a strict typed reader accepts the list, both metadata calls and the tracks of every work', async () => {
    const { works } = strictPage.parse((await get('/api/works')).body)
    expect(works).toHaveLength(4)
    for (const { id } of works) {
      strictPublicWork.parse((await get(`/api/workInfo/${id}`)).body)
      strictUnreviewedWork.parse((await get(`/api/work/${id}`)).body)
      strictTracks.parse((await get(`/api/tracks/${id}?v=2`)).body)
    }
  })

  test('ADM-02 CRD-01 a sidecar tells everything that a card shows', async () => {
    const work = strictPublicWork.parse((await get('/api/workInfo/1000001')).body)
    expect(work).toMatchObject({
      title: '雨の図書館',
      name: '硝子灯',
      circle: { name: '硝子灯', source_id: 'RG90001' },
      vas: [{ name: '朝霧しずく' }, { name: '花咲ミント' }],
      release: '2026-03-04',
      create_date: '2026-03-05',
      age_category_string: 'r15',
      nsfw: false,
      price: 1320,
      dl_count: 412,
      review_count: 9,
      rate_count: 50,
      rate_average_2dp: 4.66,
      has_subtitle: true,
      duration: 4,
      source_id: 'RJ01000001',
      source_url: 'https://shop.example/RJ01000001',
      other_language_editions_in_db: [{ id: 1_000_002, lang: 'ENG', title: 'The Library in the Rain' }],
    })
    expect(work.tags.map((tag) => tag.name)).toEqual(['耳かき', '雨音'])
    expect(work.tags[0]?.i18n['en-us']?.name).toBe('Ear Cleaning')
    expect(work.rate_count_detail.map((share) => share.ratio)).toEqual([0, 2, 4, 20, 74])
  })

  test('ADM-02 a work without any metadata has its title and the day it was added from its folder', async () => {
    expect(strictPublicWork.parse((await get('/api/workInfo/VJ012345')).body)).toMatchObject({
      title: 'Harbour',
      source_id: 'VJ012345',
      id: 100_012_345,
      create_date: '2024-05-06',
    })
  })

  test('WRK-05 the tree is what lies on disk, in natural order', async () => {
    const tree = strictTracks.parse((await get('/api/tracks/1000001')).body)
    const [folder] = tree
    expect(tree.map((node) => node.title)).toContain('readme.txt')
    expect(folder?.type === 'folder' && folder.children.map((node) => node.title)).toEqual([
      '1_入口.wav',
      '1_入口.wav.vtt',
      '2_閲覧室.wav',
      '10_消灯.wav',
    ])
  })

  test('NAV-02 API-01 a work is found by its number, padded or not, and by its code in any case', async () => {
    for (const ref of ['1000001', '01000001', 'RJ01000001', 'rj01000001', 'RJ1000001']) {
      for (const call of ['workInfo', 'work', 'tracks']) {
        expect([ref, call, (await get(`/api/${call}/${ref}`)).status]).toEqual([ref, call, 200])
      }
    }
  })

  test('API-02 an unknown work is a 404 with its key', async () => {
    for (const call of ['workInfo', 'work', 'tracks']) {
      const { status, body } = await get(`/api/${call}/RJ99999999`)
      expect([call, status, strictError.parse(body).error]).toEqual([call, 404, 'work.notFound'])
    }
  })

  test.each(['abc', '-1', '0', '1e3', '1.5', '999999999999', 'RJ', 'RJ123456789', '%00', '%20', "1'--", '../works'])(
    'API-03 the bad id %j is a 400 that names it',
    async (ref) => {
      for (const call of ['workInfo', 'work', 'tracks']) {
        const { status, body } = await get(`/api/${call}/${encodeURIComponent(decodeURIComponent(ref))}`)
        expect([call, status]).toEqual([call, 400])
        expect(strictInvalid.parse(body).errors[0]?.param).toBe('id')
      }
    },
  )

  test.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=abc', 'page'],
    ['page=99999999999999999999', 'page'],
    ['page=1&page=2', 'page'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=0', 'pageSize'],
    ['order=dl_count:desc', 'order'],
    ['order=password', 'order'],
    ['sort=sideways', 'sort'],
    ['subtitle=2', 'subtitle'],
    ['seed=x', 'seed'],
    [`keyword=${'x'.repeat(2_001)}`, 'keyword'],
  ])('API-03 %.30s is a 400 that names the field', async (query, field) => {
    const { status, body } = await get(`/api/works?${query}`)
    expect(status).toBe(400)
    expect(strictInvalid.parse(body).errors.map((one) => one.param)).toEqual([field])
    expect(strictInvalid.parse(body).error).toMatch(new RegExp(`^${field}: `))
  })

  test('API-06 unknown parameters are ignored and empty ones are missing ones', async () => {
    expect(await ids('djin=false&hasSubtitle=1&v=2&page=&order=&subtitle=')).toEqual(await ids(''))
  })

  test('LIB-01 pages are cut from one order and the total is exact', async () => {
    const all = await ids('order=id&sort=asc')
    const { body } = await get('/api/works?order=id&sort=asc&pageSize=3&page=2')
    const second = strictPage.parse(body)
    expect(second.works.map((work) => work.id)).toEqual(all.slice(3))
    expect(second.pagination).toEqual({ currentPage: 2, page: 2, pageSize: 3, totalCount: 4 })
    expect(await ids('page=1000000')).toEqual([])
  })

  test.each([
    'create_date',
    'release',
    'dl_count',
    'price',
    'rate_average_2dp',
    'review_count',
    'id',
    'nsfw',
    'random',
  ])('LIB-03 the order %s gives every work once, and backwards the other way round', async (order) => {
    const forward = await ids(`order=${order}&sort=asc`)
    expect(forward.toSorted((a, b) => a - b)).toEqual(await ids('order=id&sort=asc'))
    // Two works have no release date: they are last in both directions.
    const dated = order === 'release' ? 2 : forward.length
    const backwards = [...forward.slice(0, dated).toReversed(), ...forward.slice(dated).toReversed()]
    expect(await ids(`order=${order}&sort=desc`)).toEqual(backwards)
  })

  test('LIB-03 a seed names one random order', async () => {
    expect(await ids('order=random&seed=3')).toEqual(await ids('order=random&seed=3'))
    const orders = await Promise.all(Array.from({ length: 20 }, (_, seed) => ids(`order=random&seed=${seed}`)))
    expect(new Set(orders.map(String)).size).toBeGreaterThan(3)
  })

  test.each([
    ['図書館', [1_000_001]],
    ['LIBRARY rain', [1_000_002]],
    ['$tag:ear cleaning$', [1_000_001]],
    ['$tag:雨音$ $-lang:ENG$', [1_000_001]],
    ['$circle:硝子灯$', [1_000_001, 1_000_002]],
    ['$circle:硝子$', []],
    ['$va:花咲ミント', [1_000_001]],
    ['$rate:4.5$', [1_000_001]],
    ['$-price:500$ $lang:ENG$', [1_000_002]],
    ['$age:r15$', [1_000_001]],
    ['$duration:4s$', [1_000_001]],
    ['RJ01000002', [1_000_002]],
    ['%', []],
    ['_', []],
    ["'; drop table work; --", []],
    ['$rate:high$', []],
    // Beyond the range of an integer column.
    ['$price:1319.5$', [1_000_001]],
    ['$sell:99999999999$', []],
    [`$duration:${'9'.repeat(300)}$`, []],
    // Names contain no control characters, and PostgreSQL rejects NUL.
    ['LIBRARY\0rain', [1_000_002]],
    ['$circle:\0硝子灯$', [1_000_001, 1_000_002]],
    ['$va:\0$ $lang:\0$', []],
  ])('CRD-01 the keyword %j finds what it says', async (keyword, expected) => {
    expect(await ids(`order=id&sort=asc&keyword=${encodeURIComponent(keyword)}`)).toEqual(expected)
  })

  test('API-01 the subtitle switch keeps works that have subtitles', async () => {
    expect(await ids('subtitle=1')).toEqual([1_000_001])
    expect(await ids('subtitle=true')).toEqual([1_000_001])
  })

  test('ATH-15 a browser does not take what a visitor was sent for the answer to a member', async () => {
    const paths = ['/api/auth/me', '/api/works', '/api/search/rain', '/api/workInfo/1000001', '/api/tracks/1000001']
    for (const path of [...paths, '/api/circles', '/api/tags', '/api/vas']) {
      const { status, headers } = await fetch(app.url + path)
      expect([path, status, headers.get('vary')]).toEqual([path, 200, expect.stringMatching(/\bauthorization\b/i)])
    }
    const refused = [
      ['/api/workInfo/1999999', 404],
      ['/api/works?page=none', 400],
      ['/api/review', 401],
    ] as const
    for (const [path, expected] of refused) {
      const { status, headers } = await fetch(app.url + path)
      expect([path, status, headers.get('vary')]).toEqual([path, expected, expect.stringMatching(/\bauthorization\b/i)])
    }
  })

  test('API-05 JSON is compressed for clients that accept it, media never is', async () => {
    const headers = { 'accept-encoding': 'br, gzip' }
    for (const path of ['/api/works', '/api/openapi.json']) {
      const packed = await fetch(app.url + path, { headers })
      expect([path, packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
        path,
        'br',
        expect.stringMatching(/accept-encoding/i),
      ])
      expect(await packed.json()).toEqual((await get(path)).body)
      const plain = await fetch(app.url + path, { headers: { 'accept-encoding': 'identity' } })
      expect([path, plain.headers.get('content-encoding')]).toEqual([path, null])
      await plain.text()
      const head = await fetch(app.url + path, { method: 'HEAD', headers })
      expect([path, head.status, await head.text()]).toEqual([path, 200, ''])
    }
    const [file] = strictTracks.parse((await get('/api/tracks/1000002')).body)
    if (file?.type !== 'audio') throw new Error('the work begins with its track')
    for (const url of [file.mediaStreamUrl, file.mediaDownloadUrl, `${app.url}/api/cover/1000002`]) {
      const answer = await fetch(url, { headers })
      expect([url, answer.headers.get('content-encoding')]).toEqual([url, null])
      await answer.arrayBuffer()
    }
  })

  test('API-05 an empty or unknown bearer is an anonymous visitor', async () => {
    for (const authorization of ['Bearer ', 'Bearer', 'Bearer nonsense', 'Basic x']) {
      expect((await fetch(`${app.url}/api/works`, { headers: { authorization } })).status).toBe(200)
    }
  })

  test('API-03 the OpenAPI document and its browsable page are served', async () => {
    expect((await get('/api/openapi.json')).body).toMatchObject({ openapi: '3.1.0' })
    const page = await get('/api/docs/')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    const own = /href="([^"]*otodana\.svg)"/.exec(page.body as string)?.[1] ?? ''
    const sign = await get(new URL(own, `${app.url}/api/docs/`).pathname)
    expect([sign.status, sign.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })

  test('metrics are for the administrator and name routes by their template', async () => {
    expect((await get('/metrics')).status).toBe(401)
    await get('/api/workInfo/1000001')
    const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TEST_ADMIN_TOKEN}` } })
    const text = await answer.text()
    expect(text).toContain('route="/api/workInfo/:id"')
    // Values may contain any digits; labels may not.
    expect(text).not.toMatch(/="[^"]*1000001/)
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })

  test('servers of one process measure it together, with one timer, and have requests of their own', async () => {
    const measured = vi.spyOn(performanceHooks, 'monitorEventLoopDelay')
    const other = await startApp({ libraryDirs: [], scan: false })
    try {
      const answer = await fetch(`${other.url}/metrics`, { headers: { authorization: `Bearer ${TEST_ADMIN_TOKEN}` } })
      const text = await answer.text()
      expect(text).toContain('nodejs_eventloop_lag_seconds')
      expect(text).not.toContain('route="')
    } finally {
      await other.close()
    }
    expect(measured).not.toHaveBeenCalled()
  })

  test('ADM-01 anyone may see how far a scan is; starting one, its problems and its events are for the administrator', async () => {
    expect((await get('/api/library/scan')).body).toMatchObject({ state: 'idle', last: { state: 'done' } })
    expect((await fetch(`${app.url}/api/library/scan`, { method: 'POST' })).status).toBe(401)
    expect((await fetch(`${app.url}/api/library/scan`, { method: 'DELETE' })).status).toBe(401)
    expect((await get('/api/library/problems')).status).toBe(401)
    expect((await get('/api/library/scan/events')).status).toBe(401)
    const headers = { authorization: `Bearer ${TEST_ADMIN_TOKEN}` }
    const problems = (await (await fetch(`${app.url}/api/library/problems`, { headers })).json()) as {
      problems: { kind: string; path: string }[]
    }
    expect(problems.problems).toEqual([
      expect.objectContaining({ kind: 'noCode', path: 'no code here' }),
      expect.objectContaining({ kind: 'brokenMedia', path: 'BJ654321/empty.mp3' }),
    ])
    const started = await fetch(`${app.url}/api/library/scan`, { method: 'POST', headers })
    expect(started.status).toBe(200)
    await app.library.whenIdle()
  })

  test('MED-01 a file streams, downloads and gives its ranges', async () => {
    const [file] = strictTracks.parse((await get('/api/tracks/1000002')).body)
    if (file?.type !== 'audio') throw new Error('the work begins with its track')
    const whole = await fetch(file.mediaStreamUrl)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    expect((await whole.arrayBuffer()).byteLength).toBe(file.size)
    const part = await fetch(`${file.mediaStreamUrl}?token=x`, { headers: { range: 'bytes=0-43' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-43/${file.size}`])
    const down = await fetch(file.mediaDownloadUrl)
    expect(down.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    await down.body?.cancel()
  })

  test('MED-03 every work has a cover, drawn where there is none', async () => {
    for (const type of ['main', 'sam', '240x240', '360x360', 'thumbnail']) {
      const answer = await fetch(`${app.url}/api/cover/1000002.jpg?type=${type}`)
      expect([type, answer.status]).toEqual([type, 200])
      expect(answer.headers.get('content-type')).toMatch(/^image\//)
      await answer.arrayBuffer()
    }
    expect((await get('/api/cover/1000002.jpg?type=huge')).status).toBe(400)
  })
})

describe('paths that try to leave the library', () => {
  let library: TestLibrary
  let app: TestApp

  beforeAll(async () => {
    library = aLibrary({ 'inside/RJ01000009 Bells/01.wav': aWav(), 'secret.txt': 'not for visitors' })
    mkdirSync(library.path('outside'))
    writeFileSync(library.path('outside', 'key.txt'), 'not for visitors')
    symlinkSync(library.path('outside'), library.path('inside', 'RJ01000009 Bells', 'linked'))
    symlinkSync(library.path('secret.txt'), library.path('inside', 'RJ01000009 Bells', 'linked.txt'))
    app = await startApp({ libraryDirs: [join(library.dir, 'inside')] })
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  /** Sends the path unchanged; `fetch` would resolve its dots. */
  function rawGet(path: string): Promise<{ status: number; body: string }> {
    const { port } = new URL(app.url)
    return new Promise((resolve, reject) => {
      const call = httpRequest({ host: '127.0.0.1', port, path }, (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
      call.on('error', reject)
      call.end()
    })
  }

  test.each([
    '/api/media/stream/../../../secret.txt',
    '/api/media/stream/1000009/../../secret.txt',
    '/api/media/stream/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/api/media/stream/1000009/%252e%252e%252fsecret.txt',
    '/api/media/stream/1000009/..%5c..%5csecret.txt',
    '/api/media/download/1000009/%00secret.txt',
    '/api/media/download//etc/passwd',
    '/api/cover/..%2f..%2fsecret.txt',
    '/api/workInfo/..%2f..%2fsecret.txt',
    '/assets/..%2f..%2f..%2fpackage.json',
  ])('MED-01 %s reads nothing', async (path) => {
    const { status, body } = await rawGet(path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).not.toContain('not for visitors')
  })

  test('MED-01 ADM-01 links that leave the library are neither listed nor served, and are reported', async () => {
    const tree = (await (await fetch(`${app.url}/api/tracks/1000009`)).json()) as { title: string }[]
    expect(tree.map((node) => node.title)).toEqual(['01.wav'])
    const problems = await app.library.problems()
    expect(
      problems
        .filter((problem) => problem.kind === 'outsideLibrary')
        .map((problem) => problem.path)
        .toSorted(),
    ).toEqual(['RJ01000009 Bells/linked', 'RJ01000009 Bells/linked.txt'])
  })
})
