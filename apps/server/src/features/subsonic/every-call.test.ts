import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dialects } from '../../../test/databases.ts'
import { answers, readXml, wrongIn } from '../../../test/opensubsonic-facts.ts'
import { subsonicCalls } from '../../../test/subsonic-client.ts'
import { openSubsonicWorld, parseXml, type SubsonicWorld } from '../../../test/subsonic-world.ts'

type Values = Record<string, string | number>

describe.each(dialects)('every call of OpenSubsonic on %s', (dialect) => {
  let world: SubsonicWorld
  let values: Record<string, Values[]>
  beforeAll(async () => {
    world = await openSubsonicWorld(dialect)
    const { client } = world
    const album = await world.albumNamed('雨の夜')
    const [, rain, wind] = album.song.map(({ id }) => id) as [string, string, string]
    await client.ask('star', { id: rain, albumId: album.id, artistId: album.artistId })
    await client.ask('setRating', { id: album.id, rating: 5 })
    await client.ask('scrobble', { id: rain })
    const { playlist } = await client.ask('createPlaylist', { name: 'A "night" & <more>', songId: [rain, wind] })
    await client.ask('savePlayQueue', { id: [rain, wind], current: wind, position: 700 })
    await client.ask('createBookmark', { id: rain, position: 900 })
    const artists = (await client.ask('getArtists')).artists.index.flatMap(({ artist }) => artist)
    const actor = artists.find(({ name }) => name === 'Mio')!.id
    values = {
      getMusicDirectory: [{ id: 1 }, { id: album.artistId }, { id: actor }, { id: album.id }],
      getArtist: [{ id: album.artistId }, { id: actor }],
      getArtistInfo: [{ id: album.artistId }, { id: album.id }],
      getArtistInfo2: [{ id: actor }],
      getAlbum: [{ id: album.id }, { id: 'w1000003' }],
      getAlbumInfo: [{ id: album.id }, { id: 'w1000003' }],
      getAlbumInfo2: [{ id: rain }],
      getAlbumList: ['newest', 'starred', 'highest', 'recent', 'frequent'].map((type) => ({ type })),
      getAlbumList2: ['alphabeticalByName', 'alphabeticalByArtist', 'starred'].map((type) => ({ type })),
      getSong: [{ id: rain }],
      getSongsByGenre: [{ genre: 'sleep' }],
      getTopSongs: [{ artist: 'Mio' }],
      getSimilarSongs: [{ id: album.id }, { id: rain }, { id: actor }],
      getSimilarSongs2: [{ id: actor }],
      search2: [{ query: '雨' }, {}],
      search3: [{ query: '""' }, { query: 'mio' }],
      getLyrics: [{ artist: 'Ama', title: '01 雨' }, {}],
      getLyricsBySongId: [{ id: rain }, { id: wind }],
      getPlaylist: [{ id: playlist.id }],
    }
  })
  afterAll(() => world.close())

  async function read(name: string, given: Values, format: string): Promise<string> {
    const response = await world.client.get(name, { ...given, f: format })
    expect([name, response.status]).toEqual([name, 200])
    return response.text()
  }

  /** Answers differ from one request to the next. */
  const isRandom = (name: string) => name === 'getRandomSongs'
  const changes = /^(?:star|unstar|setRating|scrobble|save|update|delete|create)/

  test('SUBS-03 every answer is as the published schema has it, and the same in XML as in JSON', async () => {
    expect(Object.keys(answers).toSorted()).toEqual([...subsonicCalls].toSorted())
    let compared = 0
    for (const [name, fact] of Object.entries(answers)) {
      if (fact === null || changes.test(name)) continue
      for (const given of values[name] ?? [{}]) {
        const json = (JSON.parse(await read(name, given, 'json')) as { 'subsonic-response': Record<string, unknown> })[
          'subsonic-response'
        ]
        const xml = parseXml(await read(name, given, 'xml'))
        expect([name, json.status, xml.attributes.status]).toEqual([name, 'ok', 'ok'])
        expect(xml.name).toBe('subsonic-response')
        expect([name, wrongIn(fact.type, json[fact.element], fact.element)]).toEqual([name, []])
        if (isRandom(name)) continue
        const elements = xml.children.filter((child) => child.name === fact.element)
        const item = fact.type.startsWith('[') ? fact.type.slice(1, -1) : null
        const found = item === null ? readXml(fact.type, elements[0]!) : elements.map((one) => readXml(item, one))
        expect([name, given, found]).toEqual([name, given, withoutEmptyLists(json[fact.element])])
        compared++
      }
    }
    expect(compared).toBeGreaterThan(45)
  })

  test('SUBS-01 an error is one in every format, with status 200', async () => {
    const json = JSON.parse(await read('getAlbum', { id: 'w1' }, 'json')) as Record<string, { error: object }>
    const { error } = json['subsonic-response']!
    expect(wrongIn('Error', error)).toEqual([])
    const xml = parseXml(await read('getAlbum', { id: 'w1' }, 'xml'))
    expect(xml.attributes).toMatchObject({ status: 'failed', xmlns: 'http://subsonic.org/restapi' })
    expect(readXml('Error', xml.children[0]!)).toEqual(error)
    expect(await read('getAlbum', { id: 'w1', callback: 'on' }, 'jsonp')).toBe(`/**/on(${JSON.stringify(json)});`)
  })
})

/** XML has no empty lists. */
function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyLists)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      Array.isArray(one) && one.length === 0 ? [] : [[name, withoutEmptyLists(one)]],
    ),
  )
}
