import { createHash, randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { answers, readXml, wrongIn } from '../../../test/opensubsonic-facts.ts'
import { openSubsonicWorld, parseXml, type SubsonicWorld } from '../../../test/subsonic-world.ts'

/**
 * What published apps send, in their order and spelling: which login and version, GET or POST, JSON or XML, and parameters that
 * they add without need. Read from their sources, or from requests in their issues.
 */
let world: SubsonicWorld
let url: string
beforeAll(async () => {
  world = await openSubsonicWorld('sqlite')
  url = `${world.app.url}/rest`
})
afterAll(() => world.close())

type Values = Record<string, string | number | boolean | readonly (string | number)[]>

function query(values: Values): URLSearchParams {
  const found = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? (value as readonly (string | number)[]) : [value]) {
      found.append(name, String(one))
    }
  }
  return found
}

function signed(salt: string) {
  const token = createHash('md5')
    .update(world.secret + salt)
    .digest('hex')
  return { u: 'listener', t: token, s: salt }
}

/** @returns the element of the answer, checked against the published schema */
function checked<T>(call: string, answer: Record<string, unknown>): T {
  expect([call, answer.status, answer.version]).toEqual([call, 'ok', '1.16.1'])
  const fact = answers[call]
  if (!fact) return {} as T
  expect([call, wrongIn(fact.type, answer[fact.element], fact.element)]).toEqual([call, []])
  return answer[fact.element] as T
}

async function json<T>(call: string, response: Response): Promise<T> {
  expect(response.status).toBe(200)
  const body = (await response.json()) as { 'subsonic-response': Record<string, unknown> }
  return checked(call, body['subsonic-response'])
}

async function xml<T>(call: string, response: Response): Promise<T> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8'])
  const root = parseXml(await response.text())
  const fact = answers[call]
  const element = fact && root.children.find(({ name }) => name === fact.element)
  return checked(call, { ...root.attributes, ...(fact && element && { [fact.element]: readXml(fact.type, element) }) })
}

type Songs = { song: { id: string; title: string }[] }
type Found = Songs & { artist: { id: string }[]; album: { id: string }[] }

test('SUBS-12 Symfonium copies the library: artists, albums and songs by `query=""` in pages of 500, then members’ data', async () => {
  const ask = async <T>(call: string, values: Values = {}) =>
    json<T>(
      call,
      await fetch(
        `${url}/${call}.view?${query({ ...values, ...signed(randomUUID()), v: '1.13.0', c: 'Symfonium', f: 'json' }).toString()}`,
      ),
    )
  await ask('ping')
  const extensions = await ask<{ name: string }[]>('getOpenSubsonicExtensions')
  expect(extensions.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['formPost', 'songLyrics', 'transcodeOffset']),
  )
  await ask('getMusicFolders')
  const none = { songOffset: 0, songCount: 0, albumOffset: 0, albumCount: 0, artistOffset: 0, artistCount: 0 }
  const page = (more: Values) => ask<Found>('search3', { query: '""', musicFolderId: 0, ...none, ...more })
  const artists = await page({ artistCount: 500 })
  expect([artists.artist.length, artists.album, artists.song]).toEqual([5, [], []])
  expect((await page({ albumCount: 500 })).album).toHaveLength(3)
  const { song } = await page({ songCount: 500 })
  expect(song).toHaveLength(5)
  // The page after the last one ends the copy.
  expect((await page({ songCount: 500, songOffset: 500 })).song).toEqual([])
  for (const call of ['getGenres', 'getStarred2', 'getPlaylists', 'getBookmarks', 'getScanStatus']) await ask(call)
  for (const call of ['getInternetRadioStations', 'getPodcasts']) await ask(call, { includeEpisodes: true })
  const { id } = song[0]!
  await ask('scrobble', { id, submission: false })
  await ask('scrobble', { id, submission: true, time: Date.now() })
  await ask('getLyricsBySongId', { id })
  const stream = await fetch(
    `${url}/stream.view?${query({ id, maxBitRate: 320, format: 'raw', estimateContentLength: true, ...signed('a'), c: 'Symfonium' }).toString()}`,
    { headers: { range: 'bytes=0-' } },
  )
  expect([stream.status, Number(stream.headers.get('content-length')) > 0]).toEqual([206, true])
  await stream.body?.cancel()
})

test('SUBS-12 Feishin logs in by the user, posts forms, and pages what it lists', async () => {
  const salt = 'abcdefghijkl'
  const login = await fetch(
    `${url}/getUser.view?${query({ c: 'Feishin', f: 'json', v: '1.13.0', username: 'Listener', ...signed(salt), u: 'Listener' }).toString()}`,
    { headers: { 'content-type': 'application/json', origin: 'https://feishin.example' } },
  )
  expect(login.headers.get('access-control-allow-origin')).toBe('*')
  expect(await json('getUser', login)).toMatchObject({ username: 'listener', adminRole: false })
  const post = async <T>(call: string, values: Values = {}) =>
    json<T>(
      call,
      await fetch(`${url}/${call}.view`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://feishin.example' },
        body: query({ c: 'Feishin', f: 'json', v: '1.13.0', ...signed(salt), ...values }).toString(),
      }),
    )
  await post('ping')
  await post('getOpenSubsonicExtensions')
  const folders = await post<{ musicFolder: { id: number }[] }>('getMusicFolders')
  const musicFolderId = folders.musicFolder[0]!.id
  const list = (values: Values) =>
    post<{ album: { id: string; name: string }[] }>('getAlbumList2', { size: 500, offset: 0, musicFolderId, ...values })
  expect((await list({ type: 'alphabeticalByName' })).album).toHaveLength(3)
  expect((await list({ type: 'byYear', fromYear: 2026, toYear: 0 })).album.map(({ name }) => name).slice(0, 2)).toEqual(
    ['雨の夜', 'Roof'],
  )
  for (const type of ['random', 'starred', 'frequent', 'newest', 'recent']) await list({ type })
  const [album] = (await list({ type: 'byGenre', genre: 'rain' })).album
  const { song } = await post<Songs>('getAlbum', { id: album!.id })
  await post('getArtists', { musicFolderId })
  await post('getSimilarSongs', { id: song[0]!.id, count: 10 })
  await post('getTopSongs', { artist: 'Ama', count: 500 })
  await post('getRandomSongs', { size: 20, genre: 'rain', musicFolderId })
  await post('star', { id: song.map(({ id }) => id) })
  await post('unstar', { id: song.map(({ id }) => id) })
  const { id: playlistId } = await post<{ id: string }>('createPlaylist', { name: 'Evening' })
  await post('updatePlaylist', { playlistId, songIdToAdd: song.map(({ id }) => id) })
  await post('updatePlaylist', { playlistId, songIndexToRemove: ['0'], comment: '', name: 'Evening', public: false })
  expect((await post<{ entry: object[] }>('getPlaylist', { id: playlistId })).entry).toHaveLength(song.length - 1)
  await post('savePlayQueueByIndex', { id: song.map(({ id }) => id), currentIndex: 1, position: 1_234 })
  expect(await post('getPlayQueueByIndex')).toMatchObject({ currentIndex: 1, position: 1_234 })
  await post('deletePlaylist', { id: playlistId })
})

test('SUBS-12 Supersonic and Amperfy read XML, with their older versions of the protocol', async () => {
  const ask = async <T>(call: string, values: Values = {}, client = 'supersonic', version = '1.8.0') =>
    xml<T>(
      call,
      await fetch(
        `${url}/${call}?${query({ f: 'xml', v: version, c: client, ...signed('aB3dEf9hIj'), ...values }).toString()}`,
      ),
    )
  await ask('ping')
  const { index } = await ask<{ index: { artist: { id: string; coverArt: string }[] }[] }>('getArtists')
  const artist = index.flatMap((one) => one.artist).at(-1)!
  await ask('getArtist', { id: artist.id })
  await ask('getArtistInfo2', { id: artist.id })
  await ask('getSimilarSongs2', { id: artist.id, count: 30 })
  const { album } = await ask<{ album: { id: string }[] }>('getAlbumList2', { type: 'newest', size: 20, offset: 0 })
  for (const { id } of album) await ask('getAlbum', { id })
  expect(await ask('getAlbumInfo', { id: 'w1000001' })).toEqual({ notes: 'A night of rain.' })
  for (const call of ['getStarred2', 'getGenres', 'getPlaylists']) await ask(call)
  const cover = await fetch(
    `${url}/getCoverArt?${query({ id: artist.coverArt, size: 300, ...signed('x') }).toString()}`,
  )
  expect(cover.headers.get('content-type')).toBe('image/jpeg')
  await cover.body?.cancel()

  const amperfy = <T>(call: string, values: Values = {}) => ask<T>(call, values, 'Amperfy', '1.13.0')
  await amperfy('getPodcasts', { includeEpisodes: false })
  await amperfy('getNewestPodcasts', { count: 20 })
  await amperfy('getInternetRadioStations')
  await amperfy('getIndexes', { musicFolderId: 1 })
  const songs = await amperfy<Songs>('getRandomSongs', { size: 5 })
  const { id } = songs.song[0]!
  await amperfy('getSong', { id })
  await amperfy('scrobble', { id, submission: 'true', date: 1_700_000_000 })
  await amperfy('setRating', { id, rating: 3 })
  await amperfy('star', { id })
  const none = { artistCount: 0, artistOffset: 0, albumCount: 0, albumOffset: 0, songCount: 0, songOffset: 0 }
  await amperfy('search3', { query: 'mio', ...none, artistCount: 40 })
})

test('SUBS-12 DSub posts everything, knows an error by its type, and goes on with a download', async () => {
  const hex = Buffer.from(world.secret).toString('hex')
  const login = { u: 'listener', p: `enc:${hex}`, v: '1.2.0', c: 'DSub' }
  const address = (call: string, values: Values = {}) =>
    `${url}/${call}.view?${query({ ...login, ...values }).toString()}`
  const post = (call: string, values: Values = {}, form?: Values, headers: Record<string, string> = {}) =>
    fetch(address(call, values), {
      method: 'POST',
      headers: { 'user-agent': 'DSub', ...headers },
      ...(form && { body: query(form) }),
    })
  const read = async <T>(call: string, values: Values = {}, form?: Values) =>
    xml<T>(call, await post(call, values, form))
  for (const call of ['ping', 'getLicense', 'getMusicFolders']) await read(call)
  const { index } = await read<{ index: { artist: { id: string; name: string }[] }[] }>('getIndexes', {
    musicFolderId: 1,
  })
  const ama = index.flatMap(({ artist }) => artist).find(({ name }) => name === 'Ama')!
  type Directory = { child: { id: string; isDir: boolean }[] }
  const works = await read<Directory>('getMusicDirectory', { id: ama.id })
  const { child } = await read<Directory>('getMusicDirectory', { id: works.child[0]!.id })
  const ids = child.map(({ id }) => id)
  expect(ids).toHaveLength(3)
  await read('search2', { query: '雨', artistCount: 10, albumCount: 20, songCount: 25 })
  // Ten values and more are a form, beside the login in the address.
  await read('savePlayQueue', {}, { id: [...ids, ...ids, ...ids], current: ids[1]!, position: 4_200 })
  expect(await read('getPlayQueue')).toMatchObject({ current: ids[1], position: 4_200 })
  await read('createBookmark', { id: ids[0]!, position: 1_000, comment: 'DSub' })
  await read('getBookmarks')
  await read('deleteBookmark', { id: ids[0]! })

  const whole = Buffer.from(await (await post('stream', { id: ids[0]!, maxBitRate: 0 })).arrayBuffer())
  const rest = await post('stream', { id: ids[0]!, maxBitRate: 0 }, undefined, { range: 'bytes=100-' })
  expect(rest.status).toBe(206)
  expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(100))).toBe(true)
  for (const call of ['stream', 'getCoverArt']) {
    const failed = await post(call, { id: 'gone' })
    expect([failed.status, failed.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8'])
    expect(parseXml(await failed.text()).attributes.status).toBe('failed')
  }
})

test('SUBS-12 Tempus, play:Sub and others: slashes, empty values, and the parameters of other servers', async () => {
  const login = { ...signed('tempus'), v: '1.15.0', c: 'Tempus', f: 'json' }
  const ask = async <T>(call: string, values: Values = {}) =>
    json<T>(call, await fetch(`${url}/${call}?${query({ ...login, ...values }).toString()}`))
  await ask('getAlbumList2', { type: 'newest', size: 25, offset: 0, fromYear: '', toYear: '' })
  await ask('getRandomSongs', { size: 100, fromYear: '', toYear: '' })
  await ask('getNowPlaying')
  await ask('getArtists', { musicFolderId: '' })
  await ask('getIndexes', { musicFolderId: -1, ifModifiedSince: 0 })
  await ask('getStarred')
  const { song } = await ask<Found>('search3', { query: 'roof', songCount: 20, albumCount: 20, artistCount: 20 })
  expect(song).toHaveLength(1)
  const trailing = await fetch(`${url}/ping.view/?${query(login).toString()}`)
  await json('ping', trailing)
})
