import { createHash } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createLogger } from '#http/logger.ts'

import { call } from '../../../test/accounts.ts'
import { TEST_ADMIN_TOKEN } from '../../../test/start-app.ts'
import { createSubsonicClient } from '../../../test/subsonic-client.ts'
import { openSubsonicWorld, parseXml, type SubsonicWorld } from '../../../test/subsonic-world.ts'

let world: SubsonicWorld
beforeAll(async () => {
  world = await openSubsonicWorld('sqlite', { ACCESS: 'members' })
})
afterAll(() => world.close())

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

test('SUBS-13 in a closed library an app password opens what it always does, and nothing else does', async () => {
  await world.client.ask('getArtists')
  for (const call_ of ['getArtists', 'getCoverArt', 'stream', 'search3']) {
    expect((await createSubsonicClient(world.app.url, {}).fail(call_, { id: 'w1000001' })).code).toBe(10)
    expect((await createSubsonicClient(world.app.url, { u: 'guest', p: 'guest' }).fail(call_)).code).toBe(40)
  }
  // A session's token is no app password, and an app password no token.
  expect((await createSubsonicClient(world.app.url, { apiKey: world.token }).fail('ping')).code).toBe(44)
  for (const path of ['/api/works', '/api/review', '/api/auth/app-passwords', '/api/admin/users']) {
    const bearer = await call(world.app, 'GET', path, { token: world.secret })
    const inAddress = await call(world.app, 'GET', `${path}?token=${world.secret}`)
    expect([path, bearer.status, inAddress.status]).toEqual([path, 401, 401])
  }
})

test('SUBS-13 a disabled member’s apps are out at once', async () => {
  const { client, user, secret } = await world.anotherMember('leaver')
  await client.ask('ping')
  await call(world.app, 'PUT', `/api/admin/users/${user.id}`, { token: TEST_ADMIN_TOKEN, body: { isDisabled: true } })
  expect((await client.fail('ping')).code).toBe(40)
  expect((await createSubsonicClient(world.app.url, { apiKey: secret }).fail('getAlbumList2')).code).toBe(44)
})

test('SUBS-13 a token without a salt, of another length or for another name is refused', async () => {
  const u = 'listener'
  const good = md5(`${world.secret}salt`)
  const codes: [Record<string, string>, number][] = [
    [{ u, t: md5(world.secret), s: '' }, 10],
    [{ u, t: good.slice(0, 30), s: 'salt' }, 40],
    [{ u, t: `${good}00`, s: 'salt' }, 40],
    [{ u, t: 'zz'.repeat(16), s: 'salt' }, 40],
    [{ u, t: '', s: 'salt' }, 10],
    [{ u, t: good, s: 'x'.repeat(4_001) }, 0],
    [{ u, t: `${good}zz`, s: 'salt' }, 40],
    [{ u: 'another', t: good, s: 'salt' }, 40],
    [{ u, p: 'enc:' }, 40],
    [{ u, p: 'enc:zz' }, 40],
    [{ u, p: `enc:${'00'.repeat(1_900)}` }, 40],
    [{ u, p: 'x'.repeat(4_001) }, 0],
    [{ apiKey: '' }, 10],
  ]
  for (const [login, code] of codes) {
    const failed = await createSubsonicClient(world.app.url, login).fail('ping')
    expect([login, failed.code]).toEqual([login, code])
  }
  expect((await createSubsonicClient(world.app.url, { u, t: good, s: 'salt' }).get('ping')).status).toBe(200)
})

test('SUBS-13 texts of a caller are never markup, script or a header', async () => {
  const bad = '"><error code="0"/>\r\nX-Injected: yes<!--'
  for (const [name, values] of [
    ['getAlbumList2', { type: bad }],
    ['getAlbum', { id: bad }],
    ['getLyrics', { artist: bad, title: bad }],
    ['getTopSongs', { artist: bad }],
    ['stream', { id: bad, format: bad }],
    ['download', { id: bad }],
  ] as const) {
    const response = await world.client.get(name, { ...values, f: 'xml' })
    expect([name, response.headers.get('x-injected')]).toEqual([name, null])
    const root = parseXml(await response.text())
    expect([name, root.name, root.children.length]).toEqual([name, 'subsonic-response', 1])
  }
  const { album } = await world.client.ask('getAlbum', { id: 'w1000001' })
  const song = album.song[1]!.id
  const stream = await world.client.get('stream', { id: song, format: 'constructor\r\nX-Injected: yes' })
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'audio/wav'])
  await stream.body?.cancel()
  for (const callback of ['alert(1)//', 'a\u2028b', 'a<b', "a'b", '1a', 'a..b(', 'é']) {
    const script = await world.client.get('ping', { f: 'jsonp', callback })
    expect([callback, script.headers.get('content-type')]).toEqual([callback, 'text/xml; charset=utf-8'])
    expect(parseXml(await script.text()).attributes.status).toBe('failed')
  }
})

test('SUBS-13 an app’s name and a playlist’s are shown as texts, however they are written', async () => {
  const odd = '<b>&"\'\u0000\u0001\ud800 名前'
  const client = createSubsonicClient(world.app.url, { apiKey: world.secret, c: odd })
  const { playlist } = await client.ask('createPlaylist', { name: odd })
  const xml = parseXml(await (await client.get('getPlaylist', { id: playlist.id, f: 'xml' })).text())
  expect(xml.children[0]?.attributes.name).toBe(xml.children[0]?.attributes.name?.toWellFormed())
  expect(xml.children[0]?.attributes.name).toContain('<b>&"\'')
  await client.ask('deletePlaylist', { id: playlist.id })
})

test('SUBS-13 sizes, offsets, positions and ids beyond all bounds are the nearest bound, or refused', async () => {
  const { client } = world
  const huge = '999999999999999'
  const { albumList2 } = await client.ask('getAlbumList2', { type: 'newest', size: huge, offset: '-5' })
  expect(albumList2.album).toHaveLength(3)
  expect((await client.ask('getAlbumList2', { type: 'newest', offset: huge })).albumList2.album).toEqual([])
  const beyond = { query: '""', songOffset: huge, albumOffset: huge, artistOffset: huge, songCount: huge }
  expect((await client.ask('search3', beyond)).searchResult3).toEqual({ artist: [], album: [], song: [] })
  for (const size of ['1e3', '0x10', '9'.repeat(40), 'NaN', '1.5', '--1']) {
    expect((await client.fail('getAlbumList2', { type: 'newest', size })).code).toBe(0)
  }
  const { album } = await client.ask('getAlbum', { id: 'w1000001' })
  const [song] = album.song
  const digits = '١٢'
  for (const id of [
    'w-1',
    's0',
    'w1e3',
    `w${digits}`,
    'w 1000001',
    'W1000001',
    'w1000001/../..',
    'c',
    'v',
    's2147483648',
  ]) {
    expect([id, (await client.fail('getAlbum', { id })).code]).toEqual([id, 70])
    expect([id, (await client.fail('stream', { id })).code]).toEqual([id, 70])
  }
  // The number of one thing is not the id of another.
  expect((await client.fail('getSong', { id: song!.id.replace('s', 'w') })).code).toBe(70)
  expect((await client.fail('getArtist', { id: album.id })).code).toBe(70)
  expect((await client.fail('createBookmark', { id: song!.id, position: -1 })).code).toBe(0)
  expect((await client.fail('createBookmark', { id: song!.id, position: huge })).code).toBe(0)
  expect((await client.fail('savePlayQueue', { id: Array.from({ length: 300 }, () => 'w1000001') })).code).toBe(70)
  await client.ask('scrobble', { id: song!.id, time: '9'.repeat(15) })
  await client.ask('scrobble', { id: song!.id, time: '-5' })
})

test('SUBS-13 ranges that are none are the whole file or a 416, never another file’s bytes', async () => {
  const { album } = await world.client.ask('getAlbum', { id: 'w1000001' })
  const { id, size } = album.song[1]!
  const ask = (range: string) => world.client.get('stream', { id }, { headers: { range } })
  for (const [range, status, length] of [
    ['bytes=0-0', 206, 1],
    ['bytes=-5', 206, 5],
    [`bytes=-${'9'.repeat(30)}`, 206, size],
    [`bytes=0-${'9'.repeat(30)}`, 206, size],
    ['bytes=0-1,3-4', 200, size],
    ['bytes=5-1', 200, size],
    ['lines=0-1', 200, size],
    [`bytes=${size}-`, 416, null],
  ] as const) {
    const answer = await ask(range)
    const body = await answer.arrayBuffer()
    expect([range, answer.status]).toEqual([range, status])
    if (length !== null) expect([range, body.byteLength]).toEqual([range, length])
  }
})

test('SUBS-13 nothing that logs in is in a log', () => {
  const logged: string[] = []
  const log = createLogger('debug', { write: (line: string) => void logged.push(line) })
  for (const url of [
    `/rest/ping.view?u=a&p=${world.secret}&c=x`,
    `/rest/ping?u=a&P=enc:${world.secret}`,
    `/rest/ping?t=${world.secret}&s=${world.secret}&u=a`,
    `/otodana/rest/stream?%70=${world.secret}`,
    `/rest/ping?apiKey=${world.secret}`,
    `/rest/ping?api%4Bey=${world.secret}`,
    `/elsewhere?apikey=${world.secret}`,
    `/%72est/ping?u=a&p=${world.secret}`,
    `/%72%65%73%74/ping?p=${world.secret}`,
    `/rest%2Fping?p=${world.secret}`,
  ]) {
    log.debug({ req: { method: 'GET', url, id: '1' } }, 'request')
    log.warn({ url }, 'refused')
  }
  expect(logged).toHaveLength(20)
  expect(logged.join('')).not.toContain(world.secret)
  expect(logged[0]).toContain('u=a&p=[redacted]&c=x')
  log.debug({ req: { method: 'GET', url: '/api/works?s=1&t=2&p=3', id: '1' } }, 'request')
  expect(logged.at(-1)).toContain('s=1&t=2&p=3')
})

test('SUBS-13 after 20 wrong logins for a name from one network none of it from there is tried, and others are', async () => {
  const { secret } = await world.anotherMember('guessed')
  const ping = async (login: Record<string, string>, address: string) => {
    const query = new URLSearchParams({ ...login, f: 'json', c: 'x' })
    const response = await fetch(`${world.app.url}/rest/ping?${query.toString()}`, {
      headers: { 'x-forwarded-for': address },
    })
    const body = (await response.json()) as { 'subsonic-response': { status: string; error?: { code: number } } }
    return body['subsonic-response'].error?.code ?? body['subsonic-response'].status
  }
  const guesses: (string | number)[] = []
  for (let n = 0; n < 20; n++) guesses.push(await ping({ u: 'guessed', p: `guess ${n}` }, '192.0.2.80'))
  expect(new Set(guesses)).toEqual(new Set([40]))
  expect(await ping({ u: 'guessed', p: secret }, '192.0.2.80')).toBe(0)
  expect(await ping({ u: 'guessed', p: secret }, '192.0.2.81')).toBe('ok')
  expect(await ping({ u: 'listener', p: world.secret }, '192.0.2.80')).toBe('ok')
})
