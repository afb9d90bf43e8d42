import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import type { WorkPage } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWav } from '../../../test/work-folders.ts'

const RAIN = 1_000_001
const WALK = 1_000_002
const SHORE = 1_000_003
const UNRATED = 1_000_004

const files = {
  'RJ01000001/otodana.yaml': `
title: 雨の図書館
circle: { name: 硝子灯, code: RG90001 }
voice_actors: [朝霧しずく, 花咲ミント]
tags: [耳かき, 雨音]
age: general
`,
  'RJ01000001/mp3/01.wav': aWav({ seconds: 2 }),
  'RJ01000001/mp3/02.wav': aWav({ seconds: 3 }),
  'RJ01000001/mp3/01.wav.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\n雨\n',
  'RJ01000002/otodana.yaml': `
title: Lantern Walk
circle: { name: 硝子灯, code: RG90001 }
voice_actors: [朝霧しずく]
tags: [雨音]
age: adult
`,
  'RJ01000002/01.wav': aWav(),
  'RJ01000003/otodana.yaml': `
title: 海辺の雨
circle: { name: Harbour Nine, code: RG90002 }
voice_actors: [花咲ミント]
tags: [耳かき]
age: r15
`,
  'RJ01000003/01.wav': aWav(),
  'RJ01000004/01.wav': aWav(),
}

type Named = { id: number | string; name: string }

describe.each(dialects)('the older dialect on %s', (dialect) => {
  let library: TestLibrary
  let app: TestApp
  let idOf: (name: string) => number | string

  beforeAll(async () => {
    library = aLibrary(files)
    app = await startApp({ libraryDirs: [library.dir], dialect, env: { GUEST: 'on' } })
    const lists = await Promise.all(
      ['circles', 'tags', 'vas'].map(async (kind) => (await call<Named[]>(app, 'GET', `/api/${kind}/`)).body),
    )
    const ids = new Map(lists.flat().map(({ name, id }) => [name, id]))
    idOf = (name) => ids.get(name)!
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  const ids = ({ works }: WorkPage) => works.map(({ id }) => id).toSorted()

  async function found(path: string): Promise<number[]> {
    const { status, body } = await call<WorkPage>(app, 'GET', path)
    expect([path, status]).toEqual([path, 200])
    expect(body.pagination.totalCount).toBe(body.works.length)
    return ids(body)
  }

  const advanced = (conditions: unknown, more = '') =>
    `/api/search?keyword=${encodeURIComponent(JSON.stringify(conditions))}&isAdvance=1${more}`

  test('OLD-01 an advanced search returns the works that match all conditions', async () => {
    const text = (d: string) => ({ t: 1, d, name: d })
    const actor = { t: 2, d: idOf('花咲ミント'), name: '花咲ミント' }
    const [rain, ear] = [
      { t: 3, d: idOf('雨音') },
      { t: 3, d: `${idOf('耳かき')}` },
    ]
    const circle = { t: 4, d: idOf('硝子灯') }
    expect(await found(advanced([text('雨')], '&nsfw=0&lyric='))).toEqual([RAIN, WALK, SHORE])
    expect(await found(advanced([text('雨'), actor]))).toEqual([RAIN, SHORE])
    expect(await found(advanced([rain, ear]))).toEqual([RAIN])
    expect(await found(advanced([circle, rain]))).toEqual([RAIN, WALK])
    expect(await found(advanced([circle, ear, actor, text('図書館')]))).toEqual([RAIN])
    expect(await found(advanced([{ ...actor, d: String(actor.d).toUpperCase() }]))).toEqual([RAIN, SHORE])
    for (const code of ['RJ01000002', 'rj1000002', '01000002', WALK]) {
      expect(await found(advanced([{ t: 5, d: code }]))).toEqual([WALK])
    }
    expect(await found(advanced([{ t: 5, d: 'RJ01000002' }, ear]))).toEqual([])
    expect(await found(advanced([{ t: 5, d: 'no code' }]))).toEqual([])
    expect(await found(advanced([{ t: 3, d: 999_999 }]))).toEqual([])
    // What one text leaves open ends with it.
    expect(await found(advanced([text('$tag:雨音'), text('walk')]))).toEqual([WALK])
    for (const everything of ['', '&keyword=', '&keyword=[]', '&keyword=%20']) {
      expect(await found(`/api/search?isAdvance=1${everything}`)).toHaveLength(4)
    }
    // Without isAdvance it is a text like any other.
    expect(await found(`/api/search?keyword=${encodeURIComponent('[{"t":1,"d":"雨"}]')}`)).toEqual([])
  })

  test('OLD-01 what is no list of conditions is refused by name, however it is built', async () => {
    const refused = [
      'not json',
      '{"t":1,"d":"雨"}',
      '[{"t":1}]',
      '[{"t":6,"d":"x"}]',
      '[{"d":"x"}]',
      '[null]',
      '[{"t":1,"d":["x"]}]',
      '[{"t":2,"d":"no uuid"}]',
      '[{"t":3,"d":"1; drop table tag"}]',
      '[{"t":3,"d":-1e309}]',
      '['.repeat(1_000) + ']'.repeat(1_000),
      JSON.stringify(Array.from({ length: 51 }, () => ({ t: 1, d: 'x' }))),
      JSON.stringify([{ t: 1, d: 'x'.repeat(2_000) }]),
    ]
    for (const keyword of refused) {
      const path = `/api/search?isAdvance=1&keyword=${encodeURIComponent(keyword)}`
      expect([keyword, await call(app, 'GET', path)]).toMatchObject([
        keyword,
        { status: 400, body: { error: expect.stringMatching(/^keyword: /), errors: [{ param: 'keyword' }] } },
      ])
    }
    const prototype = '[{"t":1,"d":"雨","__proto__":{"d":"x"},"constructor":{"prototype":{"d":1}}}]'
    expect(await found(`/api/search?isAdvance=1&keyword=${encodeURIComponent(prototype)}`)).toHaveLength(3)
  })

  test('OLD-02 the age and lyric filters narrow every list, its total included', async () => {
    const lists: [path: string, all: number[]][] = [
      ['/api/works?', [RAIN, WALK, SHORE, UNRATED]],
      ['/api/search/雨?', [RAIN, WALK, SHORE]],
      ['/api/search?keyword=雨&', [RAIN, WALK, SHORE]],
      [advanced([{ t: 1, d: '雨' }], '&'), [RAIN, WALK, SHORE]],
      [`/api/circles/${idOf('硝子灯')}/works?`, [RAIN, WALK]],
      [`/api/tags/${idOf('雨音')}/works?`, [RAIN, WALK]],
      [`/api/vas/${idOf('花咲ミント')}/works?`, [RAIN, SHORE]],
    ]
    for (const [path, all] of lists) {
      const only = (...works: number[]) => all.filter((id) => works.includes(id))
      expect(await found(`${path}nsfw=0&lyric=`)).toEqual(all)
      expect(await found(`${path}nsfw=1`)).toEqual(only(RAIN, SHORE))
      // A work of unknown age is `nsfw` in every answer.
      expect(await found(`${path}nsfw=2`)).toEqual(only(WALK, UNRATED))
      for (const lyric of ['local', 'ai', 'ai_local', 'local_ai']) {
        expect(await found(`${path}lyric=${lyric}`)).toEqual(only(RAIN))
      }
      expect(await found(`${path}nsfw=2&lyric=local`)).toEqual([])
    }
    const { body } = await call<WorkPage>(app, 'POST', '/api/works', { body: { nsfw: '1', lyric: null } })
    expect(ids(body)).toEqual([RAIN, SHORE])
    for (const refused of ['nsfw=3', 'nsfw=x', 'lyric=cloud', 'nsfw=1&nsfw=2']) {
      const param = refused.slice(0, refused.indexOf('='))
      const answer = await call(app, 'GET', `/api/works?${refused}`)
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ param }] } })
    }
  })

  test('OLD-04 OLD-07 a client reads its settings and the version, and its the tasks of lyrics, which are none', async () => {
    const settings = await call(app, 'GET', '/api/config/shared')
    expect(settings.body).toEqual({ sharedConfig: { rewindSeekTime: 5, forwardSeekTime: 30 } })
    const version = await call(app, 'GET', '/api/version')
    expect(version.body).toEqual({
      current: expect.stringMatching(/^\d+\.\d+\.\d+/),
      update_available: false,
      notifyUser: false,
      lockFileExists: false,
    })
    for (const path of ['translate?page=-1&work_id=1&status=[]', 'translate/lrc?id=1', 'x']) {
      const { status, body } = await call(app, 'GET', `/api/lyric/${path}`)
      expect([path, status, body]).toMatchObject([path, 200, { tasks: [], pagination: { totalCount: 0 } }])
    }
  })

  test('OLD-10 calls and parameters are known by their older names, with the same limits', async () => {
    const registered = await call<{ token: string; user: { recommenderUuid: string } }>(
      app,
      'POST',
      '/api/auth/register',
      { body: { name: 'older', password: 'older-secret', recommendUuid: '6f6c6465-7200-4000-8000-00000000000c' } },
    )
    expect(registered).toMatchObject({
      status: 200,
      body: { user: { name: 'older', recommenderUuid: '6f6c6465-7200-4000-8000-00000000000c' } },
    })
    const { token } = registered.body
    for (const path of ['/api/me', '/api/me/', '/api/auth/me'])
      expect((await call(app, 'GET', path, { token })).body).toMatchObject({ user: { loggedIn: true, name: 'older' } })
    expect((await call(app, 'GET', '/api/me')).body).toMatchObject({ user: { loggedIn: false } })

    const made = await call<{ id: string }>(app, 'POST', '/api/playlist/create-playlist', {
      token,
      body: { name: 'Night', works: [] },
    })
    const playlistId = made.body.id
    const added = await call(app, 'POST', '/api/playlist/add-works-to-playlist', {
      token,
      body: { playlistId, works: [RAIN] },
    })
    expect(added.body).toMatchObject({ id: playlistId, rowCount: 1 })
    const listed = await call<WorkPage>(app, 'GET', `/api/playlist/get-playlist-works?playlistId=${playlistId}`, {
      token,
    })
    expect(ids(listed.body)).toEqual([RAIN])
    const other = await call(app, 'GET', `/api/playlist/get-playlist-works?id=${playlistId}&playlistId=x`, { token })
    expect(other.status).toBe(200)
    const listening = { type: 'start-listen', recommendUuid: '6f6c6465-7200-4000-8000-00000000000c', itemId: RAIN }
    expect(await call(app, 'POST', '/api/recommender/feedback', { token, body: listening })).toMatchObject({
      status: 200,
      body: {},
    })
    expect((await call<WorkPage>(app, 'GET', '/api/works?pageSize=99999')).body.pagination.pageSize).toBe(500)
    expect(await call(app, 'POST', '/api/playlist/like-playlist', { token, body: [] })).toMatchObject({ status: 400 })
  })

  test('OLD-12 a raw UTF-8 request line, which Node’s parser refuses, is a 400 and ends no other request', async () => {
    const { port } = new URL(app.url)
    for (const target of ['/api/search/雨', '/api/search?keyword=雨']) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.end(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
      expect((await fetch(app.url + target)).status).toBe(200)
    }
  })
})

test('OLD-04 OLD-11 a closed library asks older clients to log in, and then takes the token from any address that reads', async () => {
  const library = aLibrary(files)
  const app = await startApp({ libraryDirs: [library.dir], env: { ACCESS: 'members', GUEST: 'on' } })
  try {
    const { token } = await aMember(app, 'listener')
    for (const path of ['/api/config/shared', '/api/version', '/api/works', '/api/lyric/translate', '/api/review']) {
      const refused = await call(app, 'GET', path)
      expect([path, refused]).toMatchObject([
        path,
        { status: 401, body: { error: 'No authorization token was found' } },
      ])
      expect([path, (await call(app, 'GET', `${path}?token=${token}`)).status]).toEqual([path, 200])
      expect((await call(app, 'GET', `${path}?token=none`)).status).toBe(401)
    }
    const me = await call(app, 'GET', `/api/me?token=${token}`)
    expect(me).toMatchObject({ body: { user: { name: 'listener' } } })
    expect(me.headers.get('cache-control')).toBe('no-store')
    // The header goes before the address.
    const guest = await logInAs(app, 'guest', 'guest')
    const both = await call(app, 'GET', `/api/me?token=${token}`, { token: guest.token })
    expect(both.body).toMatchObject({ user: { name: 'guest' } })
  } finally {
    await app.close()
    library.remove()
  }
})
