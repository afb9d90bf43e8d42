import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { createSubsonicClient, subsonicCalls } from '../../../test/subsonic-client.ts'
import { aWav } from '../../../test/work-folders.ts'

const sidecar = (fields: object) => JSON.stringify(fields)
const lrc = '[00:00.50]雨の音\n[00:01.50]おやすみ\n'
const MISSING_UUID = '00000000-0000-4000-8000-000000000000'

type Client = ReturnType<typeof createSubsonicClient>

describe.each(dialects)('OpenSubsonic on %s', (dialect) => {
  let library: TestLibrary
  let app: TestApp
  let client: Client
  let token: string
  let secret: string

  beforeAll(async () => {
    library = aLibrary({
      'RJ01000001 Rain/otodana.json': sidecar({
        title: '雨の夜',
        circle: { name: 'Ama' },
        voice_actors: ['Mio', 'Rin'],
        tags: ['rain', 'sleep'],
        release: '2024-05-06',
        description: 'A night of rain.',
      }),
      'RJ01000001 Rain/01 雨.wav': aWav({ seconds: 3, tone: 1 }),
      'RJ01000001 Rain/01 雨.lrc': lrc,
      'RJ01000001 Rain/02 Wind.wav': aWav({ seconds: 2, tone: 2 }),
      'RJ01000001 Rain/bonus/Talk.wav': aWav({ tone: 3 }),
      'RJ01000002 Roof/otodana.json': sidecar({
        title: 'Roof',
        circle: { name: 'Beta' },
        voice_actors: ['Mio'],
        tags: ['sleep'],
        release: '2021-01-02',
      }),
      'RJ01000002 Roof/01.wav': aWav({ tone: 4 }),
      'RJ01000003 Bare/only.wav': aWav({ tone: 5 }),
    })
    app = await startApp({ libraryDirs: [library.dir], dialect })
    token = (await aMember(app, 'listener')).token
    const made = await call<{ secret: string }>(app, 'POST', '/api/auth/app-passwords', {
      token,
      body: { name: 'Strict', password: 'listener-secret' },
    })
    secret = made.body.secret
    client = createSubsonicClient(app.url, { u: 'listener', p: secret })
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  const albumNamed = async (name: string) => {
    const { albumList2 } = await client.ask('getAlbumList2', { type: 'alphabeticalByName', size: 500 })
    const { id } = albumList2.album.find((album) => album.name === name)!
    return (await client.ask('getAlbum', { id })).album
  }

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
    expect((await client.fail('getUser', { username: 'another' })).code).toBe(50)
  })

  test('SUBS-01 XML, JSON and JSONP, with and without .view, by GET and by form', async () => {
    const login = new URLSearchParams({ u: 'listener', p: secret, v: '1.16.1', c: 'x' })
    const xml = await fetch(`${app.url}/rest/getAlbumList2.view?type=newest&${login.toString()}`)
    expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(await xml.text()).toMatch(/<albumList2><album id="w\d+" name="[^"]+".*<genres name="sleep"\/>/s)
    const form = await fetch(`${app.url}/rest/ping`, {
      method: 'POST',
      body: new URLSearchParams([...login, ['f', 'json']]),
    })
    expect(await form.json()).toMatchObject({ 'subsonic-response': { status: 'ok' } })
    const script = await client.get('ping', { f: 'jsonp', callback: 'on' })
    expect(await script.text()).toMatch(/^\/\*\*\/on\(\{/)
    const bad = await fetch(`${app.url}/rest/ping?f=jsonp&callback=a(b`)
    expect(bad.headers.get('content-type')).toContain('application/xml')
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
    const later = await client.ask('getIndexes', { ifModifiedSince: indexes.lastModified! })
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
    const found = await client.ask('search3', { query: '雨の夜' })
    expect(found.searchResult3.album.map(({ name }) => name)).toEqual(['雨の夜'])
    expect(found.searchResult3.song).toHaveLength(3)
    const byActor = await client.ask('search2', { query: 'mio', songCount: 1, songOffset: 3 })
    expect(byActor.searchResult2.artist.map(({ name }) => name)).toEqual(['Mio'])
    expect(byActor.searchResult2.album).toHaveLength(2)
    expect(byActor.searchResult2.song).toHaveLength(1)
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

  test('SUBS-08 stars of albums are marks, ratings are reviews, and what was heard is in the history', async () => {
    const album = await albumNamed('雨の夜')
    const song = album.song[1]!
    await client.ask('star', { id: song.id, albumId: album.id, artistId: album.artistId })
    const { starred2 } = await client.ask('getStarred2')
    expect([starred2.album, starred2.song, starred2.artist].map((list) => list.map(({ id }) => id))).toEqual([
      [album.id],
      [song.id],
      [album.artistId],
    ])
    expect((await albumNamed('雨の夜')).starred).toBeDefined()
    type Lists = { playlists: { name: string; works_count: number }[] }
    const lists = await call<Lists>(app, 'GET', '/api/playlist/get-playlists?page=1', { token })
    expect(lists.body.playlists.find(({ name }) => name === '__SYS_PLAYLIST_MARKED')?.works_count).toBe(1)
    const ids = (await client.ask('getAlbumList2', { type: 'starred' })).albumList2.album.map(({ id }) => id)
    expect(ids).toEqual([album.id])
    await client.ask('unstar', { id: [song.id, album.id, album.artistId] })
    expect((await client.ask('getStarred')).starred).toEqual({ artist: [], album: [], song: [] })
    expect((await client.fail('star', { id: 's99999' })).code).toBe(70)
    expect((await client.fail('star')).code).toBe(10)

    await client.ask('setRating', { id: song.id, rating: 4 })
    const { body } = await call<{ userRating: number }>(app, 'GET', '/api/work/1000001', { token })
    expect(body.userRating).toBe(4)
    expect((await albumNamed('雨の夜')).userRating).toBe(4)
    await client.ask('setRating', { id: album.id, rating: 0 })
    expect((await albumNamed('雨の夜')).userRating).toBeUndefined()
    expect((await client.fail('setRating', { id: album.id, rating: 6 })).code).toBe(0)

    await client.ask('scrobble', { id: song.id, submission: false })
    expect((await client.ask('getAlbumList2', { type: 'recent' })).albumList2.album).toEqual([])
    await client.ask('scrobble', { id: song.id, time: Date.now() - 60_000 })
    expect((await client.ask('getAlbumList2', { type: 'recent' })).albumList2.album).toHaveLength(1)
    expect((await client.ask('getAlbumList2', { type: 'frequent' })).albumList2.album).toHaveLength(1)
    const history = await call<{ entries: { work: { id: number } }[] }>(app, 'GET', '/api/history', { token })
    expect(history.body.entries).toHaveLength(1)
    const work = await call<{ progress: string }>(app, 'GET', '/api/work/1000001', { token })
    expect(work.body.progress).toBe('listening')
  })

  test('SUBS-09 playlists of songs are made, changed, shared and deleted', async () => {
    const { song } = await albumNamed('雨の夜')
    const [talk, rain, wind] = song.map(({ id }) => id) as [string, string, string]
    const { playlist } = await client.ask('createPlaylist', { name: ' Night ', songId: [rain, wind, rain] })
    expect(playlist).toMatchObject({ name: 'Night', songCount: 3, duration: 8, owner: 'listener', public: false })
    const { id: playlistId } = playlist
    await client.ask('updatePlaylist', {
      playlistId,
      name: 'Nights',
      comment: 'calm',
      public: true,
      songIdToAdd: talk,
      songIndexToRemove: [0, 1],
    })
    const changed = (await client.ask('getPlaylist', { id: playlistId })).playlist
    expect(changed).toMatchObject({ name: 'Nights', comment: 'calm', public: true, readonly: false })
    expect(changed.entry.map(({ id }) => id)).toEqual([rain, talk])
    const replaced = (await client.ask('createPlaylist', { playlistId, songId: wind })).playlist
    expect(replaced.entry.map(({ id }) => id)).toEqual([wind])

    const { token: otherToken } = await aMember(app, `other-${dialect}`)
    const other = await call<{ secret: string }>(app, 'POST', '/api/auth/app-passwords', {
      token: otherToken,
      body: { name: 'Other', password: `other-${dialect}-secret` },
    })
    const stranger = createSubsonicClient(app.url, { apiKey: other.body.secret })
    expect((await stranger.ask('getPlaylists')).playlists.playlist).toMatchObject([{ id: playlistId, readonly: true }])
    expect((await stranger.fail('updatePlaylist', { playlistId, name: 'Mine' })).code).toBe(70)
    expect((await stranger.fail('deletePlaylist', { id: playlistId })).code).toBe(70)
    await client.ask('updatePlaylist', { playlistId, public: false })
    expect((await stranger.fail('getPlaylist', { id: playlistId })).code).toBe(70)
    expect((await stranger.ask('getPlaylists')).playlists.playlist).toEqual([])

    expect((await client.fail('createPlaylist', { songId: rain })).code).toBe(10)
    expect((await client.fail('createPlaylist', { name: 'x'.repeat(500) })).code).toBe(0)
    expect((await client.fail('createPlaylist', { name: 'x', songId: 's99999' })).code).toBe(70)
    await client.ask('deletePlaylist', { id: playlistId })
    expect((await client.fail('getPlaylist', { id: playlistId })).code).toBe(70)
  })

  test('SUBS-10 the queue and bookmarks carry positions to other devices, and to our own app', async () => {
    const { song } = await albumNamed('雨の夜')
    const [talk, rain, wind] = song.map(({ id }) => id) as [string, string, string]
    expect((await client.ask('getPlayQueue')).playQueue).toBeUndefined()
    await client.ask('savePlayQueue', { id: [talk, rain, wind], current: rain, position: 1_500 })
    const { playQueue } = await client.ask('getPlayQueue')
    expect(playQueue).toMatchObject({
      current: rain,
      position: 1_500,
      changedBy: 'Strict Client',
      username: 'listener',
    })
    expect(playQueue?.entry.map(({ id }) => id)).toEqual([talk, rain, wind])
    const { body } = await call<{ places: object[] }>(app, 'GET', '/api/places/1000001', { token })
    expect(body.places).toMatchObject([{ seconds: 1.5, device: { name: 'Strict Client' } }])
    await client.ask('savePlayQueueByIndex', { id: [wind, wind], currentIndex: 1, position: 0 })
    expect((await client.ask('getPlayQueueByIndex')).playQueueByIndex).toMatchObject({ currentIndex: 0, position: 0 })
    expect((await client.fail('savePlayQueue', { id: talk, current: rain })).code).toBe(0)
    expect((await client.fail('savePlayQueueByIndex', { id: talk, currentIndex: 1 })).code).toBe(0)

    await client.ask('createBookmark', { id: wind, position: 700, comment: 'here' })
    const { bookmarks } = await client.ask('getBookmarks')
    expect(bookmarks.bookmark.map(({ position, entry }) => [entry.id, position])).toEqual([
      [wind, 700],
      [rain, 1_500],
    ])
    await client.ask('deleteBookmark', { id: wind })
    expect((await client.ask('getBookmarks')).bookmarks.bookmark).toHaveLength(1)
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
