import { MAX_PLAYLIST_WORKS, type Pagination, type Playlist, type Work } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { openShelf, type Shelf } from '../../../test/shelf.ts'
import { createPlaylistRepository, playlistVersion } from './index.ts'

type Lists = { playlists: (Playlist & { exist?: boolean })[]; pagination: Pagination }
type Works = {
  works: (Work & { playlist_rel_created_at: string; playlist_rel_place: number })[]
  pagination: Pagination
}
type Made = Playlist & { notFound: string[] }
type Edited = { id: string; rowCount: number; notFound: string[] }

describe.each(dialects)('playlists on %s', (dialect) => {
  let shelf: Shelf
  let mine: string
  let other: string
  beforeAll(async () => {
    shelf = await openShelf(dialect)
    await shelf.change((tx) => tx.insertInto('circle').values({ id: 1, name: 'Rain', name_key: 'rain' }).execute())
    await shelf.put(...Array.from({ length: 30 }, (_, index) => ({ id: 1_000_001 + index })))
    mine = (await aMember(shelf, 'collector')).token
    other = (await aMember(shelf, 'somebody-else')).token
  })
  afterAll(() => shelf.close())

  const post = <T = unknown>(path: string, body: object, token: string | undefined = mine) =>
    call<T>(shelf, 'POST', `/api/playlist/${path}`, { token, body })
  const get = <T = unknown>(path: string, token?: string) => call<T>(shelf, 'GET', `/api/playlist/${path}`, { token })
  const make = async (name: string, more: object = {}, token = mine) =>
    (await post<Made>('create-playlist', { name, ...more }, token)).body
  const lists = async (query = '', token = mine) => (await get<Lists>(`get-playlists?pageSize=100${query}`, token)).body
  const worksOf = async (id: string, query = '', token = mine) =>
    (await get<Works>(`get-playlist-works?id=${id}${query}`, token)).body
  const idsOf = async (id: string) => (await worksOf(id, '&pageSize=500')).works.map((work) => work.id)

  test('PLS-03 every member has the server’s two lists, first and private, and the first call makes no duplicates', async () => {
    const { token } = await aMember(shelf, 'fresh-one')
    await Promise.all([lists('', token), lists('', token), lists('', token)])
    const { playlists, pagination } = await lists('', token)
    expect(playlists).toMatchObject([
      { name: '__SYS_PLAYLIST_LIKED', privacy: 0, user_name: 'fresh-one', works_count: 0, latestWorkID: null },
      { name: '__SYS_PLAYLIST_MARKED', privacy: 0, is_owner: true },
    ])
    expect(pagination).toEqual({ currentPage: 1, page: 1, pageSize: 100, totalCount: 2 })
  })

  test('PLS-02 API-03 a NUL in what is typed is kept as a space, as neither database would keep it', async () => {
    const made = await post<Made>('create-playlist', { name: 'night\0list\0', description: 'a\0b', locale: 'en\0' })
    expect(made).toMatchObject({ status: 200, body: { name: 'night list', description: 'a b', locale: 'en ' } })
    expect((await post('create-playlist', { name: '\0' })).status).toBe(400)
    const data = { name: 'other\0name' }
    const edited = await post<Made>('edit-playlist-metadata', { id: made.body.id, data })
    expect(edited).toMatchObject({ status: 200, body: { name: 'other name' } })
    await post('delete-playlist', { id: made.body.id })
  })

  test('OFF-55 a playlist that was changed since its member saw it stays, and the answer has what it is', async () => {
    const { id } = await make('Sleep')
    expect(await post('delete-playlist', { id, base: { name: 'Sleep', works_count: 1 } })).toMatchObject({
      status: 409,
      body: { error: 'write.changedSince', present: { name: 'Sleep', works_count: 0 } },
    })
    expect((await post('delete-playlist', { id, base: { name: 'Nap', works_count: 0 } })).status).toBe(409)
    expect(await post('delete-playlist', { id, base: { name: 'Sleep', works_count: 0 } })).toMatchObject({
      status: 200,
      body: { id },
    })
  })

  test('PLS-03 the server’s own cannot be made, renamed or deleted, but shown to others', async () => {
    const [liked] = (await lists()).playlists
    const id = liked?.id ?? ''
    const system = { status: 403, body: { error: 'playlist.system' } }
    expect(await post('create-playlist', { name: '__SYS_PLAYLIST_LIKED' })).toMatchObject(system)
    expect(await post('create-playlist', { name: '__sys_playlist_mine' })).toMatchObject(system)
    expect(await post('edit-playlist-metadata', { id, data: { name: 'Mine' } })).toMatchObject(system)
    expect(await post('delete-playlist', { id })).toMatchObject(system)
    const { id: own } = await make('Renames')
    expect(await post('edit-playlist-metadata', { id: own, data: { name: '__SYS_PLAYLIST_X' } })).toMatchObject(system)
    const shown = await post('edit-playlist-metadata', { id, data: { name: '__SYS_PLAYLIST_LIKED', privacy: 2 } })
    expect(shown).toMatchObject({ status: 200, body: { privacy: 2 } })
    await post('edit-playlist-metadata', { id, data: { privacy: 0 } })
  })

  test('PLS-01 PLS-02 a playlist is made with works by code, id and digits, each once; what there is none of is named', async () => {
    const made = await make('  Night list ', {
      description: 'Rain',
      privacy: '1',
      locale: 'ja',
      works: ['RJ01000002', 1_000_001, '1000003', 'rj1000002', 'RJ09999999', 'nonsense', 'VJ000001'],
    })
    expect(made).toMatchObject({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Night list',
      description: 'Rain',
      privacy: 1,
      locale: 'ja',
      user_name: 'collector',
      works_count: 3,
      latestWorkID: 1_000_003,
      mainCoverUrl: `${shelf.url}/api/cover/1000003.jpg?type=main`,
      playback_count: 0,
      notFound: ['RJ09999999', 'nonsense', 'VJ000001'],
    })
    expect(await idsOf(made.id)).toEqual([1_000_002, 1_000_001, 1_000_003])
  })

  test('PLS-01 details change one by one, and what is left out stays', async () => {
    const { id, created_at } = await make('Before', { description: 'Kept' })
    const edited = await post<Playlist>('edit-playlist-metadata', { id, data: { name: 'After' } })
    expect(edited.body).toMatchObject({ name: 'After', description: 'Kept', privacy: 0, created_at })
    const shown = await post<Playlist>('edit-playlist-metadata', { id, data: { privacy: 2, description: '' } })
    expect(shown.body).toMatchObject({ name: 'After', description: '', privacy: 2 })
    expect((await post('delete-playlist', { id })).body).toEqual({ id })
    expect(await get(`get-playlist-metadata?id=${id}`, mine)).toMatchObject({
      status: 404,
      body: { error: 'playlist.notFound' },
    })
  })

  test('PLS-04 private is visible to the owner, unlisted by address, public to all; only the owner changes it', async () => {
    const { id } = await make('Shared', { works: [1_000_001] })
    const notFound = { status: 404, body: { error: 'playlist.notFound' } }
    for (const token of [undefined, other]) {
      expect(await get(`get-playlist-metadata?id=${id}`, token)).toMatchObject(notFound)
      expect(await get(`get-playlist-works?id=${id}`, token)).toMatchObject(notFound)
    }
    for (const privacy of [1, 2]) {
      await post('edit-playlist-metadata', { id, data: { privacy } })
      for (const token of [undefined, other]) {
        expect((await get<Playlist>(`get-playlist-metadata?id=${id}`, token)).body).toMatchObject({
          name: 'Shared',
          is_owner: false,
        })
        expect((await worksOf(id, '', token)).works).toHaveLength(1)
      }
    }
    for (const [path, body] of [
      ['edit-playlist-metadata', { data: { name: 'Stolen' } }],
      ['delete-playlist', {}],
      ['add-works-to-playlist', { works: [1_000_002] }],
      ['remove-works-from-playlist', { works: [1_000_001] }],
      ['set-default-mark-target-playlist', {}],
    ] as const) {
      expect(await post(path, { id, ...body }, other), path).toMatchObject(notFound)
    }
    expect((await get<Playlist>(`get-playlist-metadata?id=${id.toUpperCase()}`, mine)).body).toMatchObject({
      name: 'Shared',
      works_count: 1,
    })
  })

  test('CRD-02 a playlist’s works name the member’s other playlists too, and no other member’s', async () => {
    const { id } = await make('Shown', { works: [1_000_001, 1_000_002], privacy: 1 })
    const target = await make('Target', { works: [1_000_002] })
    const theirs = await make('Theirs', { works: [1_000_001], privacy: 2 }, other)
    const query = `&withPlaylistStatus[]=${target.id.toUpperCase()}&withPlaylistStatus[]=${theirs.id}`
    const status = async (token?: string) => (await worksOf(id, query, token)).works.map((work) => work.playlistStatus)
    expect(await status()).toEqual([
      { [id]: true, [target.id]: false },
      { [id]: true, [target.id]: true },
    ])
    expect((await status(other))[0]).toEqual({ [theirs.id]: true })
  })

  test('PLS-04 works come in pages, in the order in which they were added, without missing ones', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => 1_000_025 - index)
    const { id } = await make('Long', { works: ids })
    const page = await worksOf(id, '&page=2&pageSize=12')
    expect(page.works.map((work) => work.id)).toEqual(ids.slice(12, 24))
    expect(page.pagination).toEqual({ currentPage: 2, page: 2, pageSize: 12, totalCount: 25 })
    expect(page.works[0]).toMatchObject({
      playlist_rel_created_at: expect.stringMatching(/^\d{4}-/),
      playlistStatus: { [id]: true },
    })
    const state = (to: 'present' | 'missing') =>
      shelf.change((tx) => tx.updateTable('work').set({ state: to }).where('id', '=', 1_000_025).execute())
    await state('missing')
    expect((await worksOf(id)).pagination.totalCount).toBe(24)
    expect((await get<Playlist>(`get-playlist-metadata?id=${id}`, mine)).body.works_count).toBe(24)
    await state('present')
    expect((await idsOf(id))[0]).toBe(1_000_025)
  })

  test('PLS-01 works are added to the end and removed, and what was there stays where it is', async () => {
    const { id } = await make('Changing', { works: [1_000_001, 1_000_002] })
    const added = await post<Edited>('add-works-to-playlist', { id, works: ['1000003', 'RJ01000001', 1_000_004, 5] })
    expect(added.body).toEqual({ id, rowCount: 2, notFound: ['5'] })
    expect(await idsOf(id)).toEqual([1_000_001, 1_000_002, 1_000_003, 1_000_004])
    const removed = await post<Edited>('remove-works-from-playlist', { id, works: ['RJ01000002', 1_000_009, 'x'] })
    expect(removed.body).toEqual({ id, rowCount: 1, notFound: ['x'] })
    expect(await idsOf(id)).toEqual([1_000_001, 1_000_003, 1_000_004])
  })

  test('PLS-06 a work moves to a position among those in the library; what is added later still comes last', async () => {
    const works = [1, 2, 3, 4, 5, 6].map((number) => 1_000_000 + number)
    const { id } = await make('Order', { works })
    const move = (work: number | string, position: number, token = mine) =>
      post('move-work-in-playlist', { id, work, position }, token)
    expect(await move('RJ01000005', 1)).toMatchObject({ status: 200, body: { id } })
    expect(await idsOf(id)).toEqual([5, 1, 2, 3, 4, 6].map((number) => 1_000_000 + number))
    await move(1_000_005, 3)
    await move(1_000_001, MAX_PLAYLIST_WORKS)
    expect(await idsOf(id)).toEqual([2, 5, 3, 4, 6, 1].map((number) => 1_000_000 + number))
    // Where it is already.
    await move(1_000_003, 3)
    await post('add-works-to-playlist', { id, works: [1_000_007] })
    expect(await idsOf(id)).toEqual([2, 5, 3, 4, 6, 1, 7].map((number) => 1_000_000 + number))

    await shelf.change((tx) => tx.updateTable('work').set({ state: 'missing' }).where('id', '=', 1_000_003).execute())
    await move(1_000_007, 3)
    expect(await idsOf(id)).toEqual([2, 5, 7, 4, 6, 1].map((number) => 1_000_000 + number))
    await shelf.change((tx) => tx.updateTable('work').set({ state: 'present' }).where('id', '=', 1_000_003).execute())
    expect(await idsOf(id)).toEqual([2, 5, 3, 7, 4, 6, 1].map((number) => 1_000_000 + number))

    expect(await move(1_000_009, 1)).toMatchObject({ status: 404, body: { error: 'work.notFound' } })
    expect(await move(1_000_002, 2, other)).toMatchObject({ status: 404, body: { error: 'playlist.notFound' } })
    for (const position of [0, MAX_PLAYLIST_WORKS + 1]) expect((await move(1_000_002, position)).status).toBe(400)
    expect((await move('nothing', 1)).status).toBe(400)
    await post('delete-playlist', { id })
  })

  test('PLS-01 a work that is put back comes to its place, also when another device has changed the list meanwhile', async () => {
    const ids = [1_000_001, 1_000_002, 1_000_003, 1_000_004]
    const { id } = await make('Undone', { works: ids })
    const placeOf = async (work: number) =>
      (await worksOf(id)).works.find((one) => one.id === work)?.playlist_rel_place ?? 0
    const places = [await placeOf(1_000_002), await placeOf(1_000_004)]
    await post('remove-works-from-playlist', { id, works: [1_000_002, 1_000_004] })
    await post('add-works-to-playlist', { id, works: [1_000_005] })
    await post('remove-works-from-playlist', { id, works: [1_000_001] })
    const back = await post<Edited>('add-works-to-playlist', { id, works: [1_000_002, 'RJ01000004'], places })
    expect(back.body).toMatchObject({ rowCount: 2 })
    expect(await idsOf(id)).toEqual([1_000_002, 1_000_003, 1_000_004, 1_000_005])
    expect(await placeOf(1_000_002)).toBe(places[0])
    // A work that another device has appended meanwhile keeps that position.
    await post('remove-works-from-playlist', { id, works: [1_000_003] })
    await post('add-works-to-playlist', { id, works: [1_000_003] })
    expect((await post<Edited>('add-works-to-playlist', { id, works: [1_000_003], places: [1] })).body.rowCount).toBe(0)
    expect(await idsOf(id)).toEqual([1_000_002, 1_000_004, 1_000_005, 1_000_003])
    // The cover is that of the last work, not of the restored one.
    expect((await get<Playlist>(`get-playlist-metadata?id=${id}`, mine)).body.latestWorkID).toBe(1_000_003)
    const { body } = await call<{ playlists: { own: { name: string; works: { code: string }[] }[] } }>(
      shelf,
      'GET',
      '/api/auth/export',
      { token: mine },
    )
    const exported = body.playlists.own.find(({ name }) => name === 'Undone')
    expect(exported?.works.map(({ code }) => code)).toEqual(['RJ01000002', 'RJ01000004', 'RJ01000005', 'RJ01000003'])
  })

  test('PLS-04 a keyword narrows a playlist in the language of every search, in its order, with an exact count', async () => {
    const title = (id: number, text: string) =>
      shelf.change((tx) =>
        tx
          .updateTable('work')
          .set({ title: text, price: id % 100 })
          .where('id', '=', id)
          .execute(),
      )
    for (let n = 1; n <= 20; n++) await title(1_000_000 + n, n % 2 === 0 ? `雨音の夜 ${n}` : `Harbour ${n}`)
    const ids = Array.from({ length: 20 }, (_, n) => 1_000_020 - n)
    const { id } = await make('Searched', { works: ids, privacy: 1 })
    const found = async (keyword: string, query = '', token?: string) => {
      const { works, pagination } = await worksOf(id, `&keyword=${encodeURIComponent(keyword)}${query}`, token)
      return { ids: works.map((work) => work.id), total: pagination.totalCount }
    }
    const even = ids.filter((one) => one % 2 === 0)
    expect(await found('雨音', '&pageSize=3&page=2')).toEqual({ ids: even.slice(3, 6), total: 10 })
    expect(await found('雨音 $-price:10$', '', mine)).toEqual({
      ids: [1_000_008, 1_000_006, 1_000_004, 1_000_002],
      total: 4,
    })
    expect(await found('RJ01000005')).toEqual({ ids: [1_000_005], total: 1 })
    // In the library, but not in the playlist.
    expect(await found('RJ01000021')).toEqual({ ids: [], total: 0 })
    expect(await found('harbour\0')).toMatchObject({ total: 10 })
    for (const nothing of ['', '   '])
      expect(await found(nothing, '&pageSize=2')).toEqual({ ids: ids.slice(0, 2), total: 20 })
    expect((await found('$price:abc$')).total).toBe(0)
    const long = await post<Works>(
      'get-playlist-works-by-keyword',
      { id, keyword: '雨音', page: 2, pageSize: 3 },
      other,
    )
    expect(long.body.works.map((work) => work.id)).toEqual(even.slice(3, 6))
    // Missing works are not found.
    await shelf.change((tx) => tx.updateTable('work').set({ state: 'missing' }).where('id', '=', 1_000_020).execute())
    expect((await found('雨音')).total).toBe(9)
    await shelf.change((tx) => tx.updateTable('work').set({ state: 'present' }).where('id', '=', 1_000_020).execute())
    const refused = await get<{ errors: { param: string }[] }>(
      `get-playlist-works?id=${id}&keyword=${'x'.repeat(2_001)}`,
    )
    expect([refused.status, refused.body.errors.map(({ param }) => param)]).toEqual([400, ['keyword']])
    const { id: hidden } = await make('Hidden search', { works: [1_000_002] })
    expect((await get(`get-playlist-works?id=${hidden}&keyword=RJ01000002`, other)).status).toBe(404)
    expect((await post('get-playlist-works-by-keyword', { id: hidden, keyword: 'RJ01000002' }, other)).status).toBe(404)
  })

  test('PLS-04 what is kept of a public list’s page is known to be old as soon as anything of it changes', async () => {
    const playlists = createPlaylistRepository(shelf.database)
    const { id } = await make('Kept', { privacy: 2, works: [1_000_001] })
    const ask = () => playlistVersion(playlists, `/api/playlist/get-playlist-metadata?id=${id.toUpperCase()}`)
    const versions = [await ask()]
    const changed = async (path: string, body: object) => {
      await post(path, { id, ...body })
      versions.push(await ask())
    }
    expect(await ask()).toBe(versions[0])
    const body = JSON.stringify({ id, page: 1, pageSize: 20, keyword: 'x'.repeat(1_500) })
    expect(await playlistVersion(playlists, '/api/playlist/get-playlist-works-by-keyword', body)).toBe(versions[0])
    await changed('edit-playlist-metadata', { data: { name: 'Renamed' } })
    await changed('edit-playlist-metadata', { data: { privacy: 1 } })
    await changed('edit-playlist-metadata', { data: { privacy: 0 } })
    await changed('add-works-to-playlist', { works: [1_000_002] })
    await changed('remove-works-from-playlist', { works: [1_000_002] })
    await changed('delete-playlist', {})
    expect(new Set(versions).size).toBe(versions.length)
    expect(await ask()).toBe('')
    expect(playlistVersion(playlists, '/api/works?page=1')).toBeNull()
  })

  test('PLS-01 works that go and come back while a list is edited are counted exactly', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => 1_000_001 + n)
    const { id } = await make('Counted', { works: ids.slice(0, 10) })
    const state = (to: 'present' | 'missing', work: number) =>
      shelf.change((tx) => tx.updateTable('work').set({ state: to }).where('id', '=', work).execute())
    await Promise.all([
      ...ids.slice(10).map((work) => post('add-works-to-playlist', { id, works: [work] })),
      ...ids.slice(0, 5).map((work) => post('remove-works-from-playlist', { id, works: [work] })),
      ...ids.slice(5, 8).map((work) => state('missing', work)),
      ...ids.slice(25, 28).map((work) => state('missing', work)),
    ])
    // Works that were missing when added are not in it.
    const { body } = await get<Playlist>(`get-playlist-metadata?id=${id}`, mine)
    expect(body.works_count).toBe(19)
    expect((await worksOf(id, '&pageSize=100')).pagination.totalCount).toBe(19)
    expect(await idsOf(id)).toHaveLength(19)
    for (const work of [...ids.slice(5, 8), ...ids.slice(25, 28)]) await state('present', work)
    expect((await get<Playlist>(`get-playlist-metadata?id=${id}`, mine)).body.works_count).toBe(
      (await idsOf(id)).length,
    )
  })

  test('PLS-01 two devices that edit one list lose nothing', async () => {
    const { id } = await make('Two devices', { works: [1_000_001, 1_000_002] })
    await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => post('add-works-to-playlist', { id, works: [1_000_010 + n] })),
      ...Array.from({ length: 10 }, (_, n) => post('add-works-to-playlist', { id, works: [1_000_015 + n] })),
      post('remove-works-from-playlist', { id, works: [1_000_002] }),
      post('edit-playlist-metadata', { id, data: { name: 'Renamed' } }),
      post('edit-playlist-metadata', { id, data: { description: 'Described' } }),
    ])
    const { body } = await get<Playlist>(`get-playlist-metadata?id=${id}`, mine)
    expect(body).toMatchObject({ name: 'Renamed', description: 'Described', works_count: 16 })
    const expected = [1_000_001, ...Array.from({ length: 15 }, (_, n) => 1_000_010 + n)]
    expect((await idsOf(id)).toSorted((a, b) => a - b)).toEqual(expected)
  })

  test('PLS-01 likes are of others’ lists, counted once, and gone when the list is private again', async () => {
    const { id } = await make('Liked', { privacy: 2 })
    expect(await post('like-playlist', { id })).toMatchObject({ status: 403, body: { error: 'playlist.own' } })
    await Promise.all(Array.from({ length: 5 }, () => post('like-playlist', { id, liked: false }, other)))
    expect((await post('like-playlist', { id }, other)).body).toEqual({ id, liked: true })
    expect((await get(`get-liked-status?id=${id}`, other)).body).toEqual({ id, liked: true })
    expect((await get<Playlist>(`get-playlist-metadata?id=${id}`, other)).body).toMatchObject({
      liked: true,
      like_count: 1,
    })
    expect((await lists('&filterBy=liked', other)).playlists.map((one) => one.id)).toEqual([id])
    expect((await lists('', other)).playlists.map((one) => one.id)).toContain(id)
    expect((await lists('&filterBy=owned', other)).playlists.map((one) => one.id)).not.toContain(id)
    await post('edit-playlist-metadata', { id, data: { privacy: 0 } })
    expect((await lists('&filterBy=liked', other)).pagination.totalCount).toBe(0)
    await post('edit-playlist-metadata', { id, data: { privacy: 1 } })
    expect((await post('remove-like-playlist', { id }, other)).body).toEqual({ id, liked: false })
    expect((await get(`get-liked-status?id=${id}`, other)).body).toEqual({ id, liked: false })
    const { id: hidden } = await make('Hidden')
    expect((await post('like-playlist', { id: hidden }, other)).status).toBe(404)
  })

  test('PLS-01 many members who like a list at once, some of them no more, are counted exactly', async () => {
    const { id } = await make('Loved', { privacy: 2 })
    const members = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await aMember(shelf, `likes-${dialect}-${n}`)).token),
    )
    await Promise.all(members.flatMap((by) => Array.from({ length: 5 }, () => post('like-playlist', { id }, by))))
    await Promise.all(members.flatMap((by, n) => (n % 4 === 0 ? [post('remove-like-playlist', { id }, by)] : [])))
    expect((await get<Playlist>(`get-playlist-metadata?id=${id}`, mine)).body.like_count).toBe(15)
  })

  test('CRD-03 a work says in which of the member’s own lists it is', async () => {
    const { id } = await make('Has it', { works: [1_000_027] })
    const path = 'get-work-exist-status-in-my-playlists?version=2&pageSize=100'
    const { playlists, pagination } = (await get<Lists>(`${path}&workID=1000027`, mine)).body
    expect(playlists.filter(({ exist }) => exist).map((one) => one.id)).toEqual([id])
    expect(pagination.totalCount).toBe(playlists.length)
    expect((await get<Lists>(`${path}&workID=RJ01000028`, mine)).body.playlists.some(({ exist }) => exist)).toBe(false)
    const second = (await get<Lists>(`get-work-exist-status-in-my-playlists?workID=1&page=2&pageSize=2`, mine)).body
    expect(second.playlists).toHaveLength(2)
  })

  test('CRD-02 lists tell in which of the asked lists a work is, for the member’s own', async () => {
    const { id } = await make('Quick', { works: [1_000_005] })
    const { id: foreign } = await make('Foreign', { privacy: 2, works: [1_000_005] }, other)
    const ask = `pageSize=500&withPlaylistStatus[]=${id}&withPlaylistStatus[]=${foreign}`
    const { works } = (await call<{ works: Work[] }>(shelf, 'GET', `/api/works?${ask}`, { token: mine })).body
    const status = (workId: number) => works.find((work) => work.id === workId)?.playlistStatus
    expect(status(1_000_005)).toEqual({ [id]: true })
    expect(status(1_000_006)).toEqual({ [id]: false })
    const anonymous = (await call<{ works: Work[] }>(shelf, 'GET', `/api/works?${ask}`)).body
    expect(anonymous.works[0]?.playlistStatus).toEqual({})
  })

  test('QMK-01 works are marked into the marked list until the member chooses another, and again when that is gone', async () => {
    const target = async () => (await get<Playlist>('get-default-mark-target-playlist', mine)).body
    expect((await target()).name).toBe('__SYS_PLAYLIST_MARKED')
    const { id } = await make('My target')
    expect((await post<Playlist>('set-default-mark-target-playlist', { id })).body.id).toBe(id)
    expect(await target()).toMatchObject({ id, name: 'My target' })
    await post('delete-playlist', { id })
    expect((await target()).name).toBe('__SYS_PLAYLIST_MARKED')
  })

  test('PLS-05 ATH-04 the guest makes no playlists', async () => {
    const { token } = await logInAs(shelf, 'guest', 'guest')
    expect(await post('create-playlist', { name: 'Mine' }, token)).toMatchObject({
      status: 403,
      body: { error: 'guest.cannot' },
    })
  })

  test.each<[string, string, object]>([
    ['name', 'create-playlist', { name: '  ' }],
    ['name', 'create-playlist', {}],
    ['name', 'create-playlist', { name: 'x'.repeat(101) }],
    ['description', 'create-playlist', { name: 'x', description: 'x'.repeat(501) }],
    ['privacy', 'create-playlist', { name: 'x', privacy: 3 }],
    ['works', 'create-playlist', { name: 'x', works: Array(1_001).fill(1) }],
    ['works', 'create-playlist', { name: 'x', works: [1.5] }],
    [
      'places.0',
      'add-works-to-playlist',
      { id: '0d9a6c6e-3c0a-4a3f-9d1f-0a1b2c3d4e5f', works: [1], places: [2 ** 31] },
    ],
    ['works', 'add-works-to-playlist', { id: '0d9a6c6e-3c0a-4a3f-9d1f-0a1b2c3d4e5f', works: 'RJ01000001' }],
    ['id', 'delete-playlist', { id: '1' }],
    ['data.name', 'edit-playlist-metadata', { id: '0d9a6c6e-3c0a-4a3f-9d1f-0a1b2c3d4e5f', data: { name: '' } }],
    [
      'data.name',
      'edit-playlist-metadata',
      { id: '0d9a6c6e-3c0a-4a3f-9d1f-0a1b2c3d4e5f', data: { name: ' \u200b\u3164' } },
    ],
  ])('PLS-02 API-03 what cannot be kept is named: %s of %s', async (param, path, body) => {
    const answer = await post<{ errors: { param: string }[] }>(path, body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error) => error.param)).toEqual([param])
  })

  test('a member takes the playlists along, and they go with the account, with their likes', async () => {
    const { token } = await aMember(shelf, 'leaving')
    const { id } = await make('Bye', { privacy: 2, works: [1_000_001] }, token)
    await post('like-playlist', { id })
    await post('set-default-mark-target-playlist', { id }, token)
    const { body } = await call<{ playlists: { own: object[] }; markTarget: string }>(
      shelf,
      'GET',
      '/api/auth/export',
      { token },
    )
    expect(body.playlists.own).toContainEqual(
      expect.objectContaining({ name: 'Bye', works: [expect.objectContaining({ code: 'RJ01000001' })] }),
    )
    expect(body.markTarget).toBe(id)
    await call(shelf, 'POST', '/api/auth/delete-account', { token, body: { password: 'leaving-secret' } })
    expect((await get(`get-playlist-metadata?id=${id}`)).status).toBe(404)
    expect((await lists('&filterBy=liked')).pagination.totalCount).toBe(0)
  })
})
