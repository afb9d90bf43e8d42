import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dialects } from '../../../test/databases.ts'
import { createSubsonicClient, subsonicCalls } from '../../../test/subsonic-client.ts'
import { openSubsonicWorld, type SubsonicWorld } from '../../../test/subsonic-world.ts'

const MISSING_UUID = '00000000-0000-4000-8000-000000000000'

describe.each(dialects)('OpenSubsonic on %s', (dialect) => {
  let world: SubsonicWorld
  let client: SubsonicWorld['client']
  let app: SubsonicWorld['app']
  let secret: string
  beforeAll(async () => {
    world = await openSubsonicWorld(dialect)
    ;({ app, client, secret } = world)
  })
  afterAll(() => world.close())

  const albumNamed = (name: string) => world.albumNamed(name)

  test('SUBS-02 an app logs in by password, encoded password, token with salt, or key; never by the account’s password', async () => {
    const name = { u: 'listener' }
    const signed = createHash('md5').update(`${secret}abc`).digest('hex')
    for (const login of [
      { ...name, p: secret },
      { ...name, p: `enc:${Buffer.from(secret).toString('hex')}` },
      { ...name, t: signed, s: 'abc' },
      { apiKey: secret },
    ]) {
      expect((await createSubsonicClient(app.url, login).ask('tokenInfo')).tokenInfo.username).toBe('listener')
    }
    const codes = await Promise.all(
      [
        { ...name, p: 'listener-secret' },
        { ...name, t: signed, s: 'other' },
        { u: 'another', p: secret },
        { apiKey: 'not one' },
        { ...name, apiKey: secret },
        { ...name, p: secret, t: signed, s: 'abc' },
        { ...name },
        { p: secret },
        { ...name, t: signed },
      ].map(async (login) => (await createSubsonicClient(app.url, login as Record<string, string>).fail('ping')).code),
    )
    expect(codes).toEqual([40, 40, 40, 44, 43, 43, 10, 10, 10])
  })

  test('SUBS-02 every call needs a login but the one that says how; unknown calls are refused', async () => {
    const stranger = createSubsonicClient(app.url, {})
    for (const name of [...subsonicCalls, 'stream', 'download', 'getCoverArt']) {
      if (name === 'getOpenSubsonicExtensions') await stranger.ask(name)
      else expect([name, (await stranger.fail(name)).code]).toEqual([name, 10])
    }
    for (const name of ['jukeboxControl', 'createUser', 'constructor', '__proto__', 'ping.view.view']) {
      expect([name, (await client.fail(name)).code]).toEqual([name, 70])
    }
    expect((await client.fail('startScan')).code).toBe(50)
    for (const id of ['w99', 's99999', 'c99999']) {
      expect([id, (await client.fail('getArtistInfo', { id })).code]).toEqual([id, 70])
    }
    expect((await client.fail('getUser', { username: 'another' })).code).toBe(50)
  })

  test('SUBS-01 XML, JSON and JSONP, with and without .view, by GET and by form', async () => {
    const login = new URLSearchParams({ u: 'listener', p: secret, v: '1.16.1', c: 'x' })
    const xml = await fetch(`${app.url}/rest/getAlbumList2.view?type=newest&${login.toString()}`)
    expect(xml.headers.get('content-type')).toBe('text/xml; charset=utf-8')
    expect(await xml.text()).toMatch(/<albumList2><album id="w\d+" name="[^"]+".*<genres name="sleep"\/>/s)
    const form = await fetch(`${app.url}/rest/ping`, {
      method: 'POST',
      body: new URLSearchParams([...login, ['f', 'json']]),
    })
    expect(await form.json()).toMatchObject({ 'subsonic-response': { status: 'ok' } })
    const script = await client.get('ping', { f: 'jsonp', callback: 'on' })
    expect(await script.text()).toMatch(/^\/\*\*\/on\(\{/)
    const bad = await fetch(`${app.url}/rest/ping?f=jsonp&callback=a(b`)
    expect(bad.headers.get('content-type')).toContain('text/xml')
    const tooLong = await fetch(`${app.url}/rest/ping`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `u=${'x'.repeat(600_000)}`,
    })
    expect(tooLong.status).toBe(413)
  })

  test('SUBS-03 circles and voice actors are artists, works albums, recordings songs, tags genres', async () => {
    const { artists } = await client.ask('getArtists')
    expect(artists.index.map(({ name, artist }) => [name, artist.map((one) => one.name)])).toEqual([
      ['#', ['[unknown]']],
      ['A', ['Ama']],
      ['B', ['Beta']],
      ['M', ['Mio']],
      ['R', ['Rin']],
    ])
    const all = artists.index.flatMap(({ artist }) => artist)
    const ama = all.find(({ name }) => name === 'Ama')!
    const mio = all.find(({ name }) => name === 'Mio')!
    expect([ama.roles, mio.roles, mio.albumCount]).toEqual([['albumartist', 'artist'], ['performer'], 2])
    const { artist } = await client.ask('getArtist', { id: mio.id })
    expect(artist.album.map(({ name }) => name)).toEqual(['雨の夜', 'Roof'])

    const album = await albumNamed('雨の夜')
    expect(album).toMatchObject({
      artist: 'Ama',
      artistId: ama.id,
      version: 'RJ01000001',
      year: 2024,
      releaseDate: { year: 2024, month: 5, day: 6 },
      songCount: 3,
      genres: [{ name: 'rain' }, { name: 'sleep' }],
    })
    expect(album.song.map(({ title, discNumber, track }) => [title, discNumber, track])).toEqual([
      ['Talk', 1, 1],
      ['01 雨', 2, 1],
      ['02 Wind', 2, 2],
    ])
    const rain = album.song[1]!
    expect(rain).toMatchObject({
      displayArtist: 'Mio / Rin',
      suffix: 'wav',
      contentType: 'audio/wav',
      duration: 3,
      size: 44 + 6_000,
      isDir: false,
      parent: album.id,
      path: 'Ama/RJ01000001 雨の夜/01 雨.wav',
    })
    expect((await client.ask('getSong', { id: rain.id })).song).toEqual(rain)
    expect((await client.ask('getAlbumInfo2', { id: album.id })).albumInfo.notes).toBe('A night of rain.')
    await client.ask('getArtistInfo2', { id: ama.id })
    expect((await client.ask('getGenres')).genres.genre).toEqual([
      { value: 'sleep', albumCount: 2, songCount: 4 },
      { value: 'rain', albumCount: 1, songCount: 3 },
    ])
    for (const id of ['w1', 's1', 'c99999', `v${MISSING_UUID}`, 'w99999999999', '', 'x', '../w1', 'w1%00']) {
      const code = (await client.fail('getAlbum', { id })).code
      expect([id, code]).toEqual([id, id === '' ? 10 : 70])
    }
  })

  test('SUBS-03 the same by folders', async () => {
    const { indexes } = await client.ask('getIndexes')
    expect(indexes.index.map(({ name }) => name)).toEqual(['#', 'A', 'B'])
    const later = await client.ask('getIndexes', { ifModifiedSince: indexes.lastModified })
    expect(later.indexes.index).toEqual([])
    const root = await client.ask('getMusicDirectory', { id: 1 })
    const circle = root.directory.child.find(({ title }) => title === 'Ama')!
    const works = await client.ask('getMusicDirectory', { id: circle.id })
    const work = works.directory.child[0]!
    expect(work).toMatchObject({ isDir: true, parent: circle.id, mediaType: 'album' })
    const songs = await client.ask('getMusicDirectory', { id: work.id })
    expect(songs.directory).toMatchObject({ parent: circle.id, name: '雨の夜' })
    expect(songs.directory.child).toHaveLength(3)
    expect((await client.fail('getIndexes', { musicFolderId: 2 })).code).toBe(70)
  })

  test('SUBS-04 lists of albums and songs', async () => {
    const names = async (values: Record<string, string | number>) =>
      (await client.ask('getAlbumList2', values)).albumList2.album.map(({ name }) => name)
    expect(await names({ type: 'alphabeticalByName' })).toEqual(
      (await client.ask('getAlbumList', { type: 'alphabeticalByName' })).albumList.album.map(({ title }) => title),
    )
    const byArtist = await names({ type: 'alphabeticalByArtist' })
    expect(byArtist.filter((name) => ['雨の夜', 'Roof'].includes(name))).toEqual(['雨の夜', 'Roof'])
    expect(byArtist).toHaveLength(3)
    expect(await names({ type: 'alphabeticalByArtist', offset: 1, size: 1 })).toEqual(byArtist.slice(1, 2))
    expect(await names({ type: 'byYear', fromYear: 2020, toYear: 2025 })).toEqual(['Roof', '雨の夜'])
    expect(await names({ type: 'byYear', fromYear: 2025, toYear: 2022 })).toEqual(['雨の夜'])
    expect(await names({ type: 'byGenre', genre: 'sleep' })).toEqual(['雨の夜', 'Roof'])
    expect(await names({ type: 'byGenre', genre: 'none' })).toEqual([])
    for (const type of ['random', 'newest', 'highest']) expect(await names({ type })).toHaveLength(3)
    expect(await names({ type: 'newest', size: 1, offset: 2 })).toHaveLength(1)
    expect((await client.fail('getAlbumList2', { type: 'nonsense' })).code).toBe(0)
    expect((await client.fail('getAlbumList2', { type: 'byYear', fromYear: 2020 })).code).toBe(10)
    expect((await client.fail('getAlbumList2')).code).toBe(10)
    expect((await client.fail('getAlbumList2', { type: 'newest', size: 'ten' })).message).toContain('"size"')

    expect((await client.ask('getRandomSongs', { size: 4 })).randomSongs.song).toHaveLength(4)
    expect((await client.ask('getRandomSongs', { genre: 'rain' })).randomSongs.song).toHaveLength(3)
    expect((await client.ask('getRandomSongs', { fromYear: 2021, toYear: 2021 })).randomSongs.song).toHaveLength(1)
    const genre = await client.ask('getSongsByGenre', { genre: 'sleep', count: 2, offset: 2 })
    expect(genre.songsByGenre.song.map(({ title }) => title)).toEqual(['02 Wind', '01'])
    expect((await client.ask('getTopSongs', { artist: 'Mio' })).topSongs.song).toHaveLength(4)
    const { id } = await albumNamed('Roof')
    expect((await client.ask('getSimilarSongs2', { id, count: 2 })).similarSongs2.song.length).toBeLessThanOrEqual(2)
  })

  test('SUBS-05 an empty search lists the whole library in pages, and words search it', async () => {
    const pages: string[] = []
    for (let offset = 0; offset < 6; offset += 2) {
      const values = { query: '""', songCount: 2, songOffset: offset, albumCount: 0, artistCount: 0 }
      const { searchResult3 } = await client.ask('search3', values)
      expect([searchResult3.album, searchResult3.artist]).toEqual([[], []])
      pages.push(...searchResult3.song.map(({ id }) => id))
    }
    expect(new Set(pages).size).toBe(5)
    const jumped = await client.ask('search3', { query: '', songCount: 2, songOffset: 3 })
    expect(jumped.searchResult3.song.map(({ id }) => id)).toEqual(pages.slice(3, 5))
    expect(jumped.searchResult3.album).toHaveLength(3)
    expect(jumped.searchResult3.artist).toHaveLength(5)
    for (const query of ['*', ' ', '\0']) {
      const { searchResult3 } = await client.ask('search3', { query, songCount: 2, songOffset: 3 })
      expect([query, searchResult3]).toEqual([query, jumped.searchResult3])
    }
    const found = await client.ask('search3', { query: '雨の夜' })
    expect(found.searchResult3.album.map(({ name }) => name)).toEqual(['雨の夜'])
    expect(found.searchResult3.song).toHaveLength(3)
    for (const query of ['雨の夜*', '"雨の夜"', '"雨の* 夜"', '雨の" "夜*']) {
      const { searchResult3 } = await client.ask('search3', { query })
      expect([query, searchResult3.album.map(({ name }) => name)]).toEqual([query, ['雨の夜']])
    }
    const byActor = await client.ask('search2', { query: 'mio', songCount: 1, songOffset: 3 })
    expect(byActor.searchResult2.artist.map(({ name }) => name)).toEqual(['Mio'])
    expect(byActor.searchResult2.album).toHaveLength(2)
    expect(byActor.searchResult2.song).toHaveLength(1)
  })

  test('SUBS-06 what is sent as a file is no error in the log', async () => {
    const { id, song } = await albumNamed('雨の夜')
    const given = new URLSearchParams({ apiKey: secret, c: 'Logged' }).toString()
    for (const address of [`stream?id=${song[0]!.id}`, `download?id=${song[0]!.id}`, `getCoverArt?id=${id}`]) {
      const answer = await fetch(`${app.url}/rest/${address}&${given}`, { headers: { range: 'bytes=0-9' } })
      await answer.arrayBuffer()
      expect([200, 206]).toContain(answer.status)
    }
    expect(world.errors).toEqual([])
  })

  test('SUBS-05 what changed since is in the next page of albums: names, tags, voice actors and songs', async () => {
    const rain = async () => {
      const { searchResult3 } = await client.ask('search3', { query: '', albumCount: 10 })
      const { artist, genres, songCount } = searchResult3.album.find(({ version }) => version === 'RJ01000001')!
      return { artist, genres: genres.map(({ name }) => name), songCount }
    }
    const before = await rain()
    expect(before).toEqual({ artist: 'Ama', genres: ['rain', 'sleep'], songCount: 3 })
    const change = async (circle: string, tag: string, state: 'present' | 'missing', positions: [number, number]) => {
      const { write } = app.database
      await write.updateTable('circle').set({ name: circle }).where('name', 'in', ['Ama', 'Amano']).execute()
      await write.updateTable('tag').set({ name: tag }).where('name', 'in', ['rain', 'storm']).execute()
      const { id } = await write
        .selectFrom('work')
        .select('id')
        .where('source_id', '=', 'RJ01000001')
        .executeTakeFirstOrThrow()
      const links = await write
        .selectFrom('work_tag')
        .innerJoin('tag', 'tag.id', 'tag_id')
        .select(['tag_id', 'tag.name'])
        .where('work_id', '=', id)
        .execute()
      for (const link of links) {
        const position = positions[link.name === 'sleep' ? 1 : 0]
        await write
          .updateTable('work_tag')
          .set({ position })
          .where('work_id', '=', id)
          .where('tag_id', '=', link.tag_id)
          .execute()
      }
      // Changes the catalogue does not log.
      await write
        .updateTable('file')
        .set({ state })
        .where('work_id', '=', id)
        .where('path', '=', 'bonus/Talk.wav')
        .execute()
      await write
        .updateTable('work')
        .set((eb) => ({ updated_at_ms: eb('updated_at_ms', '+', 1) }))
        .where('id', '=', id)
        .execute()
      await app.catalogue.catchUp()
    }
    await change('Amano', 'storm', 'missing', [1, 0])
    expect(await rain()).toEqual({ artist: 'Amano', genres: ['sleep', 'storm'], songCount: 2 })
    await change('Ama', 'rain', 'present', [0, 1])
    expect(await rain()).toEqual(before)
  })

  test('SUBS-06 files are streamed with ranges, downloaded, and have covers', async () => {
    const { song, id: albumId } = await albumNamed('雨の夜')
    const { id, size } = song[1]!
    const part = await client.get('stream', { id }, { headers: { range: 'bytes=4-7' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-7/${size}`])
    const whole = await client.get('stream', { id, format: 'raw', maxBitRate: 1 })
    expect((await whole.arrayBuffer()).byteLength).toBe(size)
    expect((await client.get('stream', { id }, { method: 'HEAD' })).headers.get('content-length')).toBe(String(size))
    const wrong = await client.get('stream', { id }, { headers: { range: 'bytes=999999-' } })
    expect(wrong.status).toBe(416)
    const download = await client.get('download', { id })
    expect(download.headers.get('content-disposition')).toContain('attachment')
    await download.arrayBuffer()
    for (const item of [albumId, id, song[1]!.artistId]) {
      const cover = await client.get('getCoverArt', { id: item, size: 100 })
      expect(cover.headers.get('content-type')).toMatch(/^image\//)
      await cover.arrayBuffer()
    }
    expect((await client.fail('stream', { id: 's99999' })).code).toBe(70)
    expect((await client.fail('getCoverArt', { id: 'nothing' })).code).toBe(70)
    expect((await client.fail('stream', { id: albumId })).code).toBe(70)
  })

  test('SUBS-06 a smaller stream is made for a low bit rate, also from its middle', async () => {
    const { song } = await albumNamed('雨の夜')
    const { id } = song[1]!
    const small = await client.get('stream', { id, maxBitRate: 8 })
    expect(small.headers.get('content-type')).toBe('audio/mpeg')
    const bytes = Buffer.from(await small.arrayBuffer())
    const later = await client.get('stream', { id, maxBitRate: 8, timeOffset: 2 })
    expect(later.status).toBe(200)
    const rest = Buffer.from(await later.arrayBuffer())
    expect(rest.equals(bytes.subarray(Math.floor(2 / 0.024) * 288))).toBe(true)
    const opus = await client.get('stream', { id, format: 'opus' })
    expect(opus.headers.get('content-type')).toContain('audio/webm')
    await opus.arrayBuffer()
  })

  test('SUBS-07 lyrics have times', async () => {
    const { song } = await albumNamed('雨の夜')
    const { lyricsList } = await client.ask('getLyricsBySongId', { id: song[1]!.id })
    expect(lyricsList.structuredLyrics).toEqual([
      {
        lang: 'jpn',
        synced: true,
        line: [
          { start: 500, value: '雨の音' },
          { start: 1_500, value: 'おやすみ' },
        ],
      },
    ])
    expect((await client.ask('getLyricsBySongId', { id: song[2]!.id })).lyricsList.structuredLyrics).toEqual([])
    const { lyrics } = await client.ask('getLyrics', { artist: 'Ama', title: '01 雨' })
    expect(lyrics.value).toBe('雨の音\nおやすみ')
    expect((await client.ask('getLyrics', { artist: 'Ama', title: 'no' })).lyrics.value).toBe('')
  })

  test('SUBS-11 what there is none of is an empty list', async () => {
    const empty = [
      'getPodcasts',
      'getNewestPodcasts',
      'getInternetRadioStations',
      'getShares',
      'getNowPlaying',
    ] as const
    for (const name of [...empty, 'getVideos', 'getLicense', 'getMusicFolders', 'getUser'] as const) {
      await client.ask(name)
    }
    expect((await client.ask('getScanStatus')).scanStatus).toEqual({ scanning: false, count: 5 })
  })
})

test('SUBS-02 an offset is declared only where it can be kept: not without ffmpeg', async () => {
  const world = await openSubsonicWorld('sqlite', { FFMPEG_PATH: '/no/ffmpeg' })
  try {
    const { openSubsonicExtensions } = await world.client.ask('getOpenSubsonicExtensions')
    const names = openSubsonicExtensions.map(({ name }) => name)
    expect(names).toEqual(['apiKeyAuthentication', 'formPost', 'indexBasedQueue', 'songLyrics'])
    // What cannot be made smaller is sent as it is.
    const { song } = await world.albumNamed('雨の夜')
    const stream = await world.client.get('stream', { id: song[1]!.id, maxBitRate: 8, format: 'mp3', timeOffset: 1 })
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    await stream.body?.cancel()
  } finally {
    await world.close()
  }
})
