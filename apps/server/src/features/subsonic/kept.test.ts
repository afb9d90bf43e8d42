import { MAX_PLAYLISTS } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'

import { createKeptRepository, type KeptRepository, MAX_PLAYLIST_SONGS, MAX_STARS } from './kept.repository.ts'
import { SubsonicError } from './subsonic-error.ts'

describe.each(dialects)('what apps keep, on %s', (dialect) => {
  let database: TestDatabase
  let kept: KeptRepository
  beforeAll(async () => {
    database = await openTestDatabase(dialect)
    kept = createKeptRepository(database)
    await database.write
      .insertInto('account')
      .values({
        id: 5,
        name: 'keeper',
        name_key: 'keeper',
        password_hash: '',
        account_group: 'user',
        is_founder: 0,
        session_version: 1,
        recommender_uuid: '00000000-0000-4000-8000-000000000005',
        created_at_ms: 0,
        last_login_at_ms: null,
      })
      .execute()
  })
  afterAll(() => database.remove())

  test('SUBS-08 a member has at most 10,000 stars of songs and artists, and loses none of them', async () => {
    const rows = Array.from({ length: MAX_STARS - 1 }, (_, index) => ({
      account_id: 5,
      item: `c${index}`,
      starred_at_ms: 1,
    }))
    for (let at = 0; at < rows.length; at += 2_000) {
      await database.write
        .insertInto('starred_item')
        .values(rows.slice(at, at + 2_000))
        .execute()
    }
    await kept.star(5, ['s1'])
    await expect(kept.star(5, ['s2', 's3'])).rejects.toThrow(SubsonicError)
    await kept.star(5, ['s1'])
    expect((await kept.stars(5)).size).toBe(MAX_STARS)
    await kept.unstar(5, ['s1'])
    expect((await kept.stars(5)).size).toBe(MAX_STARS - 1)
  })

  test('SUBS-09 a member has at most 1,000 playlists of 10,000 songs', async () => {
    const tooMany = Array.from({ length: MAX_PLAYLIST_SONGS + 1 }, () => 1)
    await expect(kept.createPlaylist(5, 'long', tooMany)).rejects.toThrow('at most 10000 songs')
    const rows = Array.from({ length: MAX_PLAYLISTS }, (_, index) => ({
      id: `id ${index}`,
      account_id: 5,
      name: 'x',
      comment: '',
      is_public: 0 as const,
      created_at_ms: 0,
      changed_at_ms: 0,
    }))
    await database.write.insertInto('song_playlist').values(rows).execute()
    await expect(kept.createPlaylist(5, 'one more', [])).rejects.toThrow('at most 1000 playlists')
    await expect(kept.changePlaylist(5, 'id 1', { addedIds: tooMany })).rejects.toThrow('at most 10000 songs')
    expect(await kept.changePlaylist(6, 'id 1', { name: 'taken over' })).toBe(false)
  })
})
