import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'

import { JSDOM, type XmlNode } from 'jsdom'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { MAX_PODCAST_FEEDS, type PodcastFeed } from '@otodana/contract'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, TEST_ADMIN_TOKEN, type TestApp } from '../../../test/start-app.ts'
import { aPicture, aWav, taggedMp3 } from '../../../test/work-folders.ts'
import { createLogger } from '../../http/logger.ts'
import { MAX_EPISODES } from './episodes.ts'

type Target = { playlist: string } | { work: number | string }

const xml = new new JSDOM('').window.DOMParser()
const ITUNES = 'http://www.itunes.com/dtds/podcast-1.0.dtd'
const PODCAST = 'https://podcastindex.org/namespace/1.0'

const sheet = [
  'FILE "03 Long.wav" WAVE',
  'TRACK 01 AUDIO',
  'TITLE "Rain & wind"',
  'INDEX 01 00:00:00',
  'TRACK 02 AUDIO',
  'INDEX 01 00:02:00',
].join('\n')
const files = {
  'RJ01000001 Rain/otodana.json': JSON.stringify({
    title: '雨の夜 <1>',
    circle: { name: 'Ama & Kaze' },
    description: 'Rain & "wind"',
    release: '2024-05-06',
    age: 'general',
  }),
  'RJ01000001 Rain/01 雨.mp3': taggedMp3({ TIT2: 'x' }),
  'RJ01000001 Rain/01 雨.wav': aWav({ seconds: 2 }),
  'RJ01000001 Rain/02 風.mp3': taggedMp3({ TIT2: 'y' }),
  'RJ01000001 Rain/03 Long.wav': aWav({ seconds: 6, tone: 2 }),
  'RJ01000001 Rain/03 Long.cue': sheet,
  'RJ01000001 Rain/cover.png': aPicture(),
  'RJ01000001 Rain/特典/talk.mp3': taggedMp3({ TIT2: 'z' }),
  'RJ01000002 Roof/01.mp3': taggedMp3({ TIT2: 'r' }),
  'RJ01000003 Bare/01.mp3': taggedMp3({ TIT2: 'b' }),
}

const children = (element: XmlNode, name: string, namespace: string | null = null) =>
  [...element.children].filter((child) => child.localName === name && child.namespaceURI === namespace)
const textOf = (element: XmlNode, name: string, namespace: string | null = null) =>
  children(element, name, namespace)[0]?.textContent ?? null

/** Reads a feed as podcast apps do. */
function readFeed(body: string) {
  const [rss] = [...xml.parseFromString(body, 'application/xml').children]
  expect([rss?.localName, rss?.getAttribute('version')]).toEqual(['rss', '2.0'])
  const [channel] = children(rss!, 'channel')
  return {
    title: textOf(channel!, 'title'),
    link: textOf(channel!, 'link'),
    description: textOf(channel!, 'description'),
    author: textOf(channel!, 'author', ITUNES),
    image: children(channel!, 'image', ITUNES)[0]?.getAttribute('href') ?? null,
    explicit: textOf(channel!, 'explicit', ITUNES),
    type: textOf(channel!, 'type', ITUNES),
    block: textOf(channel!, 'block', ITUNES),
    items: children(channel!, 'item').map((item) => {
      const [enclosure] = children(item, 'enclosure')
      return {
        title: textOf(item, 'title'),
        guid: textOf(item, 'guid'),
        publishedAtMs: Date.parse(textOf(item, 'pubDate') ?? ''),
        url: enclosure?.getAttribute('url') ?? '',
        length: Number(enclosure?.getAttribute('length')),
        type: enclosure?.getAttribute('type'),
        duration: textOf(item, 'duration', ITUNES),
        episode: textOf(item, 'episode', ITUNES),
        image: children(item, 'image', ITUNES)[0]?.getAttribute('href') ?? '',
        chapters: children(item, 'chapters', PODCAST)[0]?.getAttribute('url') ?? null,
      }
    }),
  }
}

async function turnOn(app: TestApp, token: string, target: Target): Promise<string> {
  const { status, body } = await call<{ feed: PodcastFeed }>(app, 'POST', '/api/podcast-feed', { token, body: target })
  expect(status).toBe(200)
  return body.feed.address ?? ''
}

async function statusOf(address: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(address, { headers })
  await answer.arrayBuffer()
  return answer.status
}

describe.each(dialects)('podcast feeds on %s', (dialect) => {
  let library: TestLibrary
  let app: TestApp
  let token: string
  let playlist: string
  const lines: string[] = []

  beforeAll(async () => {
    library = aLibrary(files)
    app = await startApp({
      libraryDirs: [library.dir],
      dialect,
      env: { ACCESS: 'members', GUEST: 'on' },
      log: createLogger('debug', { write: (line: string) => lines.push(line) }),
    })
    token = (await aMember(app, 'listener')).token
    const body = { name: 'Night & day', works: ['RJ01000002', 'RJ01000001'] }
    playlist = (await call<{ id: string }>(app, 'POST', '/api/playlist/create-playlist', { token, body })).body.id
    // Until ffmpeg has answered there are no small streams.
    await app.streams.formats()
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  const editPlaylist = (data: object) =>
    call(app, 'POST', '/api/playlist/edit-playlist-metadata', { token, body: { id: playlist, data } })
  const feedOf = async (address: string) => readFeed(await (await fetch(address)).text())

  test('POD-01 a member turns the feed of a work on, and an app reads it without a login', async () => {
    // The library is closed.
    expect(await statusOf(`${app.url}/api/works`)).toBe(401)
    const get = (target: string) =>
      call<{ feed: PodcastFeed | null }>(app, 'GET', `/api/podcast-feed?${target}`, { token })
    expect((await get('work=RJ01000001')).body).toEqual({ feed: null })
    for (const work of ['', `RJ${'0'.repeat(31)}`]) {
      expect((await call(app, 'POST', '/api/podcast-feed', { token, body: { work } })).status).toBe(400)
    }
    expect(await turnOn(app, token, { work: 1_000_001 })).not.toBe('')
    const address = await turnOn(app, token, { work: 'RJ01000001' })
    expect(address).toMatch(new RegExp(`^${app.url}/feeds/[\\w-]{24}\\.xml$`))
    const answer = await fetch(address, { headers: { 'user-agent': 'Some podcast app' } })
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    const feed = readFeed(await answer.text())
    expect(feed).toMatchObject({
      title: '雨の夜 <1>',
      link: `${app.url}/work/RJ01000001`,
      description: 'Rain & "wind"',
      author: 'Ama & Kaze',
      type: 'serial',
      block: 'Yes',
    })
    // Each recording once, in the form that apps play; no extras.
    expect(feed.items.map(({ title, type, episode }) => [title, type, episode])).toEqual([
      ['01 雨', 'audio/mpeg', '1'],
      ['02 風', 'audio/mpeg', '2'],
      ['03 Long', 'audio/mpeg', '3'],
    ])
    expect((await get('work=1000001')).body.feed).toMatchObject({ address, lastFetchedBy: 'Some podcast app' })
  })

  test('POD-02 a playlist’s feed has the recordings of its works, with dates in their order and lasting ids', async () => {
    const address = await turnOn(app, token, { playlist })
    const { items, title } = await feedOf(address)
    expect(title).toBe('Night & day')
    expect(items.map((item) => item.title)).toEqual([
      'Roof – 01',
      ...['01 雨', '02 風', '03 Long'].map((name) => `雨の夜 <1> – ${name}`),
    ])
    const dates = items.map(({ publishedAtMs }) => publishedAtMs)
    expect(dates).toEqual(dates.toSorted((a, b) => a - b))
    expect(new Set(dates).size).toBe(4)
    expect(dates.at(-1)).toBeLessThanOrEqual(Date.now())
    const renewed = await feedOf(await turnOn(app, token, { playlist }))
    expect(renewed.items.map(({ guid }) => guid)).toEqual(items.map(({ guid }) => guid))
    expect(new Set(items.map(({ guid }) => guid)).size).toBe(4)
  })

  test('POD-03 recordings, covers and chapters open by the feed’s address, with ranges, and only those of the feed', async () => {
    const address = await turnOn(app, token, { work: 'RJ01000001' })
    const { items, image } = await feedOf(address)
    for (const { url, length, type } of items) {
      const whole = await fetch(url)
      const bytes = Buffer.from(await whole.arrayBuffer())
      expect([whole.status, bytes.length, whole.headers.get('content-type')]).toEqual([200, length, type])
      const part = await fetch(url, { headers: { range: 'bytes=10-19' } })
      expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))]).toEqual([206, true])
      const head = await fetch(url, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(length)])
    }
    expect(await statusOf(image ?? '')).toBe(200)
    expect(items.map(({ image: own }) => own)).toEqual([image, image, image])
    expect(items.map(({ chapters }) => chapters !== null)).toEqual([false, false, true])
    const chapters = await fetch(items[2]!.chapters!)
    expect(chapters.headers.get('content-type')).toBe('application/json+chapters; charset=utf-8')
    expect(await chapters.json()).toEqual({
      version: '1.2.0',
      chapters: [{ startTime: 0, title: 'Rain & wind' }, { startTime: 2 }],
    })

    const base = address.replace(/\.xml$/, '')
    const rows = await app.database.read.selectFrom('file').select(['id', 'path', 'work_id']).execute()
    const idOf = (path: string, workId: number) => rows.find((row) => row.path === path && row.work_id === workId)!.id
    for (const other of [
      `/files/${idOf('01.mp3', 1_000_002)}.mp3`,
      `/files/${idOf('特典/talk.mp3', 1_000_001)}.mp3`,
      `/files/${idOf('01 雨.wav', 1_000_001)}.wav`,
      `/files/${idOf('cover.png', 1_000_001)}.png`,
      '/files/999999.mp3',
      '/files/x.mp3',
      '/files/99999999999.mp3',
      '/covers/1000002.jpg',
      '/chapters/x.json',
      '',
      '/',
    ]) {
      expect([other, await statusOf(base + other)]).toEqual([other, 404])
    }
    for (const secret of ['x', 'x'.repeat(24), '..', '%00', address.slice(-20)]) {
      expect([secret, await statusOf(`${app.url}/feeds/${secret}.xml`)]).toEqual([secret, 404])
    }
  })

  test('POD-04 polls are answered by 304 while nothing has changed', async () => {
    const address = await turnOn(app, token, { playlist })
    const etag = (await fetch(address)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"/)
    expect(await statusOf(address, { 'if-none-match': etag })).toBe(304)
    const body = { id: playlist, works: ['RJ01000003'] }
    await call(app, 'POST', '/api/playlist/add-works-to-playlist', { token, body })
    const changed = await fetch(address, { headers: { 'if-none-match': etag } })
    expect([changed.status, readFeed(await changed.text()).items.length]).toEqual([200, 5])

    // What the library does not know of, and what a scan stores without telling the catalogue.
    const { write } = app.database
    const changes: [name: string, change: () => Promise<unknown>][] = [
      ['renamed', () => editPlaylist({ name: 'Dusk & dawn' })],
      ['described', () => editPlaylist({ description: 'All of it.' })],
      [
        'moved',
        () =>
          call(app, 'POST', '/api/playlist/move-work-in-playlist', {
            token,
            body: { id: playlist, work: 'RJ01000003', position: 1 },
          }),
      ],
      ['shortened', () => call(app, 'POST', '/api/playlist/remove-works-from-playlist', { token, body })],
      [
        'stored',
        async () => {
          await write.updateTable('file').set({ size_bytes: 999_999 }).where('path', '=', '01.mp3').execute()
          await write.updateTable('work').set({ updated_at_ms: Date.now() }).where('id', '=', 1_000_002).execute()
        },
      ],
    ]
    let last = changed.headers.get('etag') ?? ''
    for (const [name, change] of changes) {
      expect([name, await statusOf(address, { 'if-none-match': last })]).toEqual([name, 304])
      await change()
      const next = await fetch(address, { headers: { 'if-none-match': last } })
      expect([name, next.status]).toEqual([name, 200])
      last = next.headers.get('etag') ?? ''
    }
    await editPlaylist({ name: 'Night & day', description: '' })
  })

  test('POD-05 the address and its files end when it is renewed, turned off, its playlist or access is gone, or its member is', async () => {
    const { token: own, user } = await aMember(app, 'subscriber')
    const isOpen = async (address: string) => {
      const { items } = await feedOf(address)
      expect(items.length).toBeGreaterThan(0)
      return items[0]!.url
    }
    const isClosed = async (address: string, file: string) => {
      expect([await statusOf(address), await statusOf(file)]).toEqual([404, 404])
    }
    const first = await turnOn(app, own, { work: 'RJ01000001' })
    const file = await isOpen(first)
    const second = await turnOn(app, own, { work: 'RJ01000001' })
    await isClosed(first, file)
    const newFile = await isOpen(second)
    expect((await call(app, 'DELETE', '/api/podcast-feed?work=RJ01000001', { token: own })).body).toEqual({
      feed: null,
    })
    await isClosed(second, newFile)

    // Another member's playlist, while it can be seen.
    const edit = (privacy: number) =>
      call(app, 'POST', '/api/playlist/edit-playlist-metadata', { token, body: { id: playlist, data: { privacy } } })
    const refused = await call(app, 'POST', '/api/podcast-feed', { token: own, body: { playlist } })
    expect([refused.status, refused.body]).toEqual([404, { error: 'playlist.notFound' }])
    await edit(1)
    const shared = await turnOn(app, own, { playlist })
    const sharedFile = await isOpen(shared)
    await edit(0)
    await isClosed(shared, sharedFile)
    await edit(1)
    await isOpen(shared)

    const disable = (isDisabled: boolean) =>
      call(app, 'PUT', `/api/admin/users/${user.id}`, { token: TEST_ADMIN_TOKEN, body: { isDisabled } })
    await disable(true)
    await isClosed(shared, sharedFile)
    await disable(false)
    const again = (await logInAs(app, 'subscriber')).token
    const third = await turnOn(app, again, { playlist })
    const thirdFile = await isOpen(third)
    // As app passwords, it ends with the account's sessions.
    await call(app, 'POST', '/api/auth/end-other-sessions', { token: again })
    await isClosed(third, thirdFile)
    const other = await turnOn(app, (await logInAs(app, 'subscriber')).token, { playlist })
    const otherFile = await isOpen(other)
    await call(app, 'POST', '/api/playlist/delete-playlist', { token, body: { id: playlist } })
    await isClosed(other, otherFile)
  })

  test('POD-06 guests and anonymous visitors have none; what is neither or both is refused by name', async () => {
    const guest = (await logInAs(app, 'guest', 'guest')).token
    const post = async (body: object, by?: string) => {
      const { status, body: answer } = await call<{ error: string }>(app, 'POST', '/api/podcast-feed', {
        token: by,
        body,
      })
      return [status, answer.error]
    }
    expect(await post({ work: 'RJ01000001' }, guest)).toEqual([403, 'guest.cannot'])
    expect((await post({ work: 'RJ01000001' }))[0]).toBe(401)
    expect(await post({ work: 'RJ01999999' }, token)).toEqual([404, 'work.notFound'])
    for (const wrong of [{}, { work: 'x' }, { work: 'RJ01000001', playlist: '7d444840-9dc0-41d2-b4d6-0d3d0f6a0f11' }]) {
      expect((await post(wrong, token))[0]).toBe(400)
    }
  })

  test('POD-06 a member has at most 200 feeds, and renewing one needs no further', async () => {
    const { token: own, user } = await aMember(app, 'collector')
    await turnOn(app, own, { work: 'RJ01000001' })
    const [first] = await app.database.read
      .selectFrom('podcast_feed')
      .innerJoin('account', 'account.id', 'podcast_feed.account_id')
      .selectAll('podcast_feed')
      .where('account.name', '=', user.name)
      .execute()
    const { id: _id, ...row } = first!
    const others = Array.from({ length: MAX_PODCAST_FEEDS - 1 }, (_, at) => ({
      ...row,
      work_id: null,
      secret_hash: `other ${at} of ${dialect}`,
    }))
    await app.database.write.insertInto('podcast_feed').values(others).execute()
    const refused = await call(app, 'POST', '/api/podcast-feed', { token: own, body: { work: 'RJ01000002' } })
    expect([refused.status, refused.body]).toEqual([409, { error: 'feed.tooMany' }])
    expect(await statusOf(await turnOn(app, own, { work: 'RJ01000001' }))).toBe(200)
  })

  test('POD-07 neither the database nor the log has an address', async () => {
    const address = await turnOn(app, token, { work: 'RJ01000001' })
    const secret = /feeds\/(.+)\.xml/.exec(address)?.[1] ?? ''
    const [item] = (await feedOf(address)).items
    await statusOf(item!.url)
    await statusOf(`${app.url}/feeds/${secret}/files/%E0%A4%A`)
    const rows = await app.database.read.selectFrom('podcast_feed').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(lines.some((line) => line.includes('/feeds/[redacted]'))).toBe(true)
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
    const exported = await call<object>(app, 'GET', '/api/auth/export', { token })
    expect(JSON.stringify(exported.body)).not.toContain(secret)
  })
})

test('POD-08 a feed has its latest thousand episodes', async () => {
  const many = aLibrary()
  for (let work = 1; work <= 11; work++) {
    const folder = many.path(`RJ0200${String(work).padStart(4, '0')}`)
    mkdirSync(folder)
    // Empty recordings are quick to make, and to scan.
    execFileSync('sh', ['-c', 'for n in $(seq 100); do : > "$n.mp3"; done'], { cwd: folder })
  }
  const app = await startApp({ libraryDirs: [many.dir], log: pino({ level: 'fatal' }) })
  try {
    const { token } = await aMember(app, 'listener')
    const works = Array.from({ length: 11 }, (_, at) => `RJ0200${String(at + 1).padStart(4, '0')}`)
    const made = await call<{ id: string }>(app, 'POST', '/api/playlist/create-playlist', {
      token,
      body: { name: 'Long', works },
    })
    const { items } = readFeed(await (await fetch(await turnOn(app, token, { playlist: made.body.id }))).text())
    expect(items.length).toBe(MAX_EPISODES)
    expect(items[0]!.title).toContain('– 1')
    expect(items[0]!.url).not.toBe('')
    expect(items.map(({ publishedAtMs }) => publishedAtMs)).toEqual(
      items.map(({ publishedAtMs }) => publishedAtMs).toSorted((a, b) => a - b),
    )
  } finally {
    await app.close()
    rmSync(many.dir, { recursive: true })
  }
})
