import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { openSubsonicWorld, type SubsonicWorld } from '../../../test/subsonic-world.ts'

describe.each(dialects)('what members do by OpenSubsonic on %s', (dialect) => {
  let world: SubsonicWorld
  let client: SubsonicWorld['client']
  let app: SubsonicWorld['app']
  let token: string
  beforeAll(async () => {
    world = await openSubsonicWorld(dialect)
    ;({ app, client, token } = world)
  })
  afterAll(() => world.close())

  const albumNamed = (name: string) => world.albumNamed(name)

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
    const listed = (await client.ask('getPlaylists', { username: 'LISTENER' })).playlists.playlist
    expect(listed).toMatchObject([{ id: playlist.id, coverArt: 'w1000001' }])
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

    const { client: stranger } = await world.anotherMember(`other-${dialect}`)
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
    expect((await client.ask('getPlayQueueByIndex')).playQueueByIndex).toMatchObject({ currentIndex: 1, position: 0 })
    await client.ask('savePlayQueueByIndex', { id: [wind, rain, wind], currentIndex: 2, position: 0 })
    expect((await client.ask('getPlayQueueByIndex')).playQueueByIndex).toMatchObject({ currentIndex: 2, position: 0 })
    // The beginning of a track is a position; the end is none.
    const { body: begun } = await call<{ places: { hash: string; seconds: number }[] }>(
      app,
      'GET',
      '/api/places/1000001',
      {
        token,
      },
    )
    expect(begun.places[0]).toMatchObject({ hash: expect.stringMatching(`/${wind.slice(1)}$`), seconds: 0.001 })
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
})
