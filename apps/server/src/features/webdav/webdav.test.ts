import { readFileSync, rmSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call } from '../../../test/accounts.ts'
import { createDavClient } from '../../../test/dav-client.ts'
import { dialects } from '../../../test/databases.ts'
import { type S3Server, startS3 } from '../../../test/s3-server.ts'
import { startApp, TEST_ADMIN_TOKEN, type TestApp } from '../../../test/start-app.ts'
import { aWav } from '../../../test/work-folders.ts'

const wav = Buffer.from(aWav({ seconds: 3, tone: 1 }))
const sidecar = (fields: object) => JSON.stringify(fields)

const rain = {
  'otodana.json': sidecar({ title: '雨の夜: 50% #1', circle: { name: 'Ama/Kaze' } }),
  'wav/01 雨.wav': wav,
  'mp3/01 雨.mp3': aWav({ seconds: 3, tone: 2 }),
  'Read Me.txt': 'one',
  'read me.txt': 'two',
}
const RAIN = 'RJ01000001 雨の夜： 50％ ＃1'
const files = {
  ...Object.fromEntries(Object.entries(rain).map(([path, content]) => [`RJ01000001 Rain/${path}`, content])),
  'RJ01000002 Roof/otodana.json': sidecar({ title: 'Roof', circle: { name: 'works' } }),
  'RJ01000002 Roof/01.wav': aWav({ tone: 4 }),
  'RJ01000003 Bare/only.wav': aWav({ tone: 5 }),
}

type Client = ReturnType<typeof createDavClient>

async function anAppPassword(
  app: { url: string },
  name: string,
): Promise<{ token: string; login: { name: string; secret: string } }> {
  const { token } = await aMember(app, name)
  const body = { name: 'WebDAV', password: `${name}-secret` }
  const made = await call<{ secret: string }>(app, 'POST', '/api/auth/app-passwords', { token, body })
  return { token, login: { name, secret: made.body.secret } }
}

describe.each([
  ...dialects.map((dialect) => ({ name: `a folder, ${dialect}`, dialect, isRemote: false })),
  { name: 'a bucket', dialect: 'sqlite' as const, isRemote: true },
])('WebDAV of a library in $name', ({ dialect, isRemote }) => {
  let s3: S3Server | null = null
  let library: TestLibrary
  let app: TestApp
  let dav: Client
  let token: string

  beforeAll(async () => {
    library = aLibrary(isRemote ? {} : files)
    if (isRemote) {
      s3 = await startS3()
      await s3.putAll('works', files)
      app = await startApp({ libraryDirs: [], dialect, env: s3.env('works') })
    } else app = await startApp({ libraryDirs: [library.dir], dialect })
    const made = await anAppPassword(app, 'listener')
    token = made.token
    dav = createDavClient(app.url, made.login)
  })
  afterAll(async () => {
    await app.close()
    await s3?.close()
    library.remove()
  })

  test('DAV-03 circles are at the root with their works, all works in one folder by code, and a work is found at the root', async () => {
    expect(await dav.list(dav.href())).toEqual([
      'works/',
      'playlists/',
      'Ama／Kaze/',
      'Unknown circle/',
      expect.stringMatching(/^works \(\d+\)\/$/),
    ])
    expect(await dav.list(dav.href('Ama／Kaze'))).toEqual([`${RAIN}/`])
    expect(await dav.list(dav.href('works'))).toEqual([`${RAIN}/`, 'RJ01000002 Roof/', 'RJ01000003 Bare/'])
    const inWork = ['mp3/', 'wav/', 'otodana.json', 'Read Me.txt', 'read me (2).txt']
    for (const names of [['Ama／Kaze', RAIN], ['works', RAIN], [RAIN]]) {
      expect(await dav.list(dav.href(...names))).toEqual(inWork)
    }
    expect(await dav.list(dav.href(RAIN, 'wav'))).toEqual(['01 雨.wav'])
  })

  test('DAV-03 a name stays valid when the title changes: the code finds the work, in any range of codes', async () => {
    for (const names of [
      ['works', 'RJ01000001 Another title', 'wav', '01 雨.wav'],
      ['RJ01000001', 'wav', '01 雨.wav'],
      ['works', 'RJ01000000-RJ01009999', 'RJ01000001-RJ01000001', RAIN, 'wav', '01 雨.wav'],
      ['Ama／Kaze', RAIN, 'wav', '01 雨.wav'.normalize('NFD')],
    ]) {
      const { status, headers } = await dav.send(dav.href(...names), { method: 'HEAD' })
      expect([names, status, headers['content-length']]).toEqual([names, 200, String(wav.length)])
    }
    for (const names of [
      ['nothing'],
      ['works', 'RJ01999999 Nothing'],
      ['works', 'RJ02000000-RJ02009999'],
      ['works', 'RJ01000002-RJ01000003', RAIN],
      ['Unknown circle', RAIN],
      [RAIN, 'nothing'],
      [RAIN, 'wav', '01 雨.wav', 'below a file'],
      ['constructor'],
      ['__proto__'],
    ]) {
      expect([names, (await dav.send(dav.href(...names), { method: 'HEAD' })).status]).toEqual([names, 404])
    }
  })

  test('DAV-12 no address leads out of the library', async () => {
    const work = dav.href(RAIN)
    for (const path of ['..', '%2e%2e', '..%2f..%2fetc%2fpasswd', 'wav%2f01%20%E9%9B%A8.wav', '.', '%00', '%5c']) {
      expect([path, (await dav.send(`${work}/${path}`)).status]).toEqual([path, 404])
    }
    expect((await dav.send(`${work}/%E0%A4%A`)).status).toBe(400)
    expect((await dav.send(`${work}#%E0%A4%A`)).status).toBe(200)
  })

  test('DAV-04 a file has the length, time and ETag that its list gives, and answers ranges and conditions', async () => {
    const href = dav.href('Ama／Kaze', RAIN, 'wav', '01 雨.wav')
    const [listed] = await dav.propfind(href, '0')
    const whole = await fetch(app.url + href, { headers: { authorization: await authorization() } })
    const { headers } = whole
    expect(Buffer.from(await whole.arrayBuffer()).equals(wav)).toBe(true)
    expect(listed!.found).toMatchObject({
      getcontentlength: headers.get('content-length'),
      getetag: headers.get('etag'),
      getlastmodified: headers.get('last-modified'),
      getcontenttype: headers.get('content-type'),
    })
    const etag = headers.get('etag') ?? ''
    const modified = headers.get('last-modified') ?? ''
    for (const [sent, status, length] of [
      [{ range: 'bytes=4-7' }, 206, 4],
      [{ range: 'bytes=-5' }, 206, 5],
      [{ range: `bytes=${wav.length}-` }, 416, null],
      [{ 'if-none-match': etag }, 304, 0],
      [{ 'if-none-match': '"other"' }, 200, wav.length],
      [{ 'if-modified-since': modified }, 304, 0],
      [{ range: 'bytes=4-7', 'if-range': etag }, 206, 4],
      [{ range: 'bytes=4-7', 'if-range': '"other"' }, 200, wav.length],
      [{ 'if-match': '"other"' }, 412, 0],
    ] as const) {
      const answer = await fetch(app.url + href, { headers: { authorization: await authorization(), ...sent } })
      const body = Buffer.from(await answer.arrayBuffer())
      expect([sent, answer.status, length === null ? null : body.length]).toEqual([sent, status, length])
      if (status === 206) expect(wav.includes(body)).toBe(true)
    }
    const head = await dav.send(href, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': String(wav.length), etag } })
    expect((await dav.send(`${href}/`, { method: 'HEAD' })).status).toBe(200)
  })

  const authorization = async () => (await login()).authorization
  async function login() {
    const made = await call<{ secret: string }>(app, 'POST', '/api/auth/app-passwords', {
      token,
      body: { name: 'Once', password: 'listener-secret' },
    })
    return { authorization: `Basic ${Buffer.from(`listener:${made.body.secret}`).toString('base64')}` }
  }

  test('DAV-09 playlists are folders of their works, and files with the tracks that these play, in order', async () => {
    const body = { name: 'Night/1', works: ['RJ01000003', 'RJ01000001'] }
    for (let n = 0; n < 2; n++) {
      expect((await call(app, 'POST', '/api/playlist/create-playlist', { token, body })).status).toBe(200)
    }
    const listed = await dav.list(dav.href('playlists'))
    const folders = listed.filter((name) => name.endsWith('/'))
    expect(folders.slice(0, 3)).toEqual(['Favourite works/', 'Bookmarked/', 'Night／1/'])
    expect(folders[3]).toMatch(/^Night／1 \([\da-f]{8}\)\/$/)
    expect(listed.filter((name) => !name.endsWith('/'))).toEqual(folders.map((name) => name.replace('/', '.m3u8')))
    expect(await dav.list(dav.href('playlists', 'Night／1'))).toEqual(['RJ01000003 Bare/', `${RAIN}/`])
    expect((await dav.send(dav.href('playlists', 'Night／1', 'RJ01000002'), { method: 'HEAD' })).status).toBe(404)

    const href = dav.href('playlists', 'Night／1.m3u8')
    const { headers, body: m3u } = await dav.send(href)
    expect(headers).toMatchObject({ 'content-type': 'audio/x-mpegurl; charset=utf-8' })
    expect(m3u.split('\n')).toEqual([
      '#EXTM3U',
      '#PLAYLIST:Night／1',
      '#EXTINF:1,Bare - only',
      'Night／1/RJ01000003 Bare/only.wav',
      '#EXTINF:3,Ama/Kaze - 雨の夜: 50% #1 - 01 雨',
      `Night／1/${RAIN}/mp3/01 雨.mp3`,
      '',
    ])
    const [entry] = await dav.propfind(href, '0')
    expect(entry!.found).toMatchObject({ getcontentlength: headers['content-length'], getetag: headers.etag })
    for (const line of m3u.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
      const address = new URL(encodeURI(line), app.url + href)
      expect((await dav.send(address.pathname, { method: 'HEAD' })).status).toBe(200)
    }
    expect((await dav.send(href, { headers: { 'if-none-match': headers.etag ?? '' } })).status).toBe(304)
  })
})

describe('WebDAV', () => {
  let library: TestLibrary
  let app: TestApp
  let dav: Client
  beforeAll(async () => {
    library = aLibrary(files)
    app = await startApp({ libraryDirs: [library.dir], env: { BASE_PATH: '/otodana' } })
    dav = createDavClient(`${app.url}/otodana`)
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  test('DAV-11 all addresses begin with the base path', async () => {
    const hrefs = (await dav.propfind(dav.href('works'), '1')).map(({ href }) => href)
    expect(hrefs.slice(0, 2)).toEqual(['/otodana/dav/works/', `/otodana/dav/works/${encodeURIComponent(RAIN)}/`])
    for (const href of hrefs) expect((await dav.send(href, { method: 'HEAD' })).status).toBe(200)
    expect((await createDavClient(app.url).send('/dav/')).status).toBe(404)
  })

  test('DAV-01 it is of class 1, and says which methods there are', async () => {
    for (const href of [dav.href(), `${dav.href()}/`, dav.href('works'), dav.href('nothing')]) {
      const { status, headers, body } = await dav.send(href, {
        method: 'OPTIONS',
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PROPFIND' },
      })
      expect([href, status, body]).toEqual([href, 200, ''])
      expect(headers).toMatchObject({ dav: '1', allow: 'OPTIONS, GET, HEAD, PROPFIND' })
      // Scripts of other sites get no leave.
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test.each([
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'PROPPATCH',
    'MKCOL',
    'COPY',
    'MOVE',
    'LOCK',
    'UNLOCK',
    'REPORT',
    'SEARCH',
    'ACL',
  ])('DAV-01 %s is refused, whatever is sent with it', async (method) => {
    for (const body of ['', '<x/>', Buffer.alloc(100_000)]) {
      const { status, headers } = await dav.send(dav.href('works', 'new'), { method, body })
      expect([status, headers.allow]).toEqual([405, 'OPTIONS, GET, HEAD, PROPFIND'])
    }
    expect(readFileSync(library.path('RJ01000003 Bare/only.wav')).length).toBeGreaterThan(0)
  })

  test('DAV-02 a folder is listed with depth 0 and 1; without an end, and without a depth, it is not', async () => {
    const href = dav.href('works')
    expect((await dav.propfind(href, '0')).map((response) => response.href)).toEqual(['/otodana/dav/works/'])
    expect(await dav.propfind(`${href}/`, '1')).toHaveLength(4)
    for (const headers of [{ depth: 'infinity' }, { depth: '2' }, {}] as Record<string, string>[]) {
      const { status, body } = await dav.send(href, { method: 'PROPFIND', headers })
      expect([status, body]).toEqual([403, expect.stringContaining('<D:propfind-finite-depth/>')])
    }
    expect(await dav.propfind(dav.href('works', RAIN, 'wav', '01 雨.wav'), 'infinity')).toHaveLength(1)
    expect((await dav.send(dav.href('nothing'), { method: 'PROPFIND', headers: { depth: '0' } })).status).toBe(404)
  })

  test('DAV-06 all properties, their names, or some with a 404 for those that there are not', async () => {
    const file = dav.href('works', RAIN, 'wav', '01 雨.wav')
    const names = [
      'displayname',
      'getcontentlength',
      'getcontenttype',
      'getetag',
      'getlastmodified',
      'resourcetype',
      'supportedlock',
    ]
    const [all] = await dav.propfind(file, '0')
    expect(Object.keys(all!.found).toSorted()).toEqual(names)
    expect(all!.found).toMatchObject({ displayname: '01 雨.wav', resourcetype: '', getcontenttype: 'audio/wav' })
    const question = (inner: string) => `<d:propfind xmlns:d="DAV:" xmlns:o="urn:other">${inner}</d:propfind>`
    const [named] = await dav.propfind(file, '0', question('<d:propname/>'))
    expect(named!.found).toEqual(Object.fromEntries(names.map((name) => [name, ''])))

    const asked = question('<d:prop><d:getcontentlength/><d:quota-used-bytes/><o:x/><y/><d:resourcetype/></d:prop>')
    const [folder, ...members] = await dav.propfind(dav.href('works', RAIN), '1', asked)
    const others = ['quota-used-bytes', '{urn:other}x', '{}y']
    expect(folder!.found).toEqual({ resourcetype: 'collection' })
    expect(folder!.missing.toSorted()).toEqual([...others, 'getcontentlength'].toSorted())
    const text = members.find(({ href }) => href.endsWith('read%20me%20(2).txt'))!
    expect(text.found).toEqual({ getcontentlength: '3', resourcetype: '' })
    expect(text.missing.toSorted()).toEqual(others.toSorted())
    const [nothing] = await dav.propfind(file, '0', question('<d:prop/>'))
    expect(nothing).toMatchObject({ found: {}, missing: [] })
  })

  test('DAV-07 a body that is no question is a 400, one that is too long a 413', async () => {
    const ask = (body: string, type = 'application/xml') =>
      dav.send(dav.href(), { method: 'PROPFIND', headers: { depth: '0', 'content-type': type }, body })
    const good = '<propfind xmlns="DAV:"><allprop/></propfind>'
    for (const type of ['application/xml; charset=utf-8', 'text/xml', 'application/x-www-form-urlencoded']) {
      expect((await ask(good, type)).status).toBe(207)
    }
    const bomb = `<!DOCTYPE p [<!ENTITY a "${'a'.repeat(1_000)}"><!ENTITY b "&a;&a;">]>`
    for (const body of [bomb + good, good.slice(1), '{}']) {
      expect((await ask(body)).status).toBe(400)
    }
    expect((await ask(`<!--${' '.repeat(17_000)}-->${good}`)).status).toBe(413)
  })

  test('DAV-03 works and files that a scan misses are left out', async () => {
    const { login } = await anAppPassword({ url: `${app.url}/otodana` }, 'searcher')
    const own = createDavClient(`${app.url}/otodana`, login)
    rmSync(library.path('RJ01000003 Bare'), { recursive: true })
    rmSync(library.path('RJ01000001 Rain/wav'), { recursive: true })
    await call(app, 'POST', '/otodana/api/library/scan', { token: TEST_ADMIN_TOKEN, body: { allowMissing: 1 } })
    await app.library.whenIdle()
    expect(await own.list(own.href('works'))).toEqual([`${RAIN}/`, 'RJ01000002 Roof/'])
    expect(await own.list(own.href())).not.toContain('Unknown circle/')
    expect(await own.list(own.href(RAIN))).not.toContain('wav/')
    for (const names of [['RJ01000003'], [RAIN, 'wav', '01 雨.wav']]) {
      expect((await own.send(own.href(...names), { method: 'HEAD' })).status).toBe(404)
    }
  })
})

describe.each(['public', 'members'] as const)('WebDAV where the library is %s', (access) => {
  let library: TestLibrary
  let app: TestApp
  beforeAll(async () => {
    library = aLibrary(files)
    app = await startApp({ libraryDirs: [library.dir], env: { ACCESS: access, GUEST: 'on' } })
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  const basic = (name: string, secret: string) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
  async function statusOf(authorization: string | null, path = '/dav/works/', address = '192.0.2.1') {
    const headers = { 'x-forwarded-for': address, ...(authorization !== null && { authorization }) }
    const { status, headers: answered } = await createDavClient(app.url).send(path, { method: 'GET', headers })
    if (status === 401) expect(answered['www-authenticate']).toBe('Basic realm="Otodana", charset="UTF-8"')
    return status
  }

  test('DAV-05 an app password opens it, and neither the account’s own nor a session does', async () => {
    const { token, login } = await anAppPassword(app, 'a:member')
    expect(await statusOf(basic(login.name, login.secret))).toBe(200)
    for (const wrong of [
      basic(login.name, 'a:member-secret'),
      basic('another', login.secret),
      basic(login.name, ''),
      'Basic',
      'Basic ????',
      'Digest username="x"',
      `Bearer ${token}`,
      `Bearer ${login.secret}`,
      `Bearer ${TEST_ADMIN_TOKEN}`,
    ]) {
      expect([wrong, await statusOf(wrong)]).toEqual([wrong, 401])
    }
    const withToken = await statusOf(null, `/dav/works/?token=${token}`)
    expect(withToken).toBe(access === 'public' ? 200 : 401)
    await call(app, 'POST', '/api/auth/end-other-sessions', { token })
    expect(await statusOf(basic(login.name, login.secret))).toBe(401)
  })

  test('DAV-05 anonymous visitors see what the API shows them, and no playlists', async () => {
    expect(await statusOf(null)).toBe(access === 'public' ? 200 : 401)
    expect(await statusOf(null, `/dav/${encodeURIComponent(RAIN)}/wav/`)).toBe(access === 'public' ? 200 : 401)
    expect(await statusOf(null, '/dav/playlists/')).toBe(401)
  })

  test('DAV-05 after 20 wrong logins from one network no login is tried, and other networks are let in', async () => {
    const { login } = await anAppPassword(app, 'target')
    for (let n = 0; n < 20; n++) expect(await statusOf(basic('target', `wrong-${n}`), '/dav/', '192.0.2.70')).toBe(401)
    expect(await statusOf(basic(login.name, login.secret), '/dav/', '192.0.2.70')).toBe(429)
    expect(await statusOf(basic(login.name, login.secret), '/dav/', '192.0.2.71')).toBe(200)
  })
})
