import type { Playlist, Work } from '@otodana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aMember, call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { openShelf, type Shelf } from '../../../test/shelf.ts'

const [A, B, C, D] = [1_000_001, 1_000_002, 1_000_003, 1_000_004] as const

describe.each(dialects)('playlists that were changed without a connection, on %s', (dialect) => {
  let shelf: Shelf
  let token: string
  let other: string
  beforeAll(async () => {
    shelf = await openShelf(dialect)
    await shelf.change((tx) => tx.insertInto('circle').values({ id: 1, name: 'Rain', name_key: 'rain' }).execute())
    await shelf.put(...[A, B, C, D].map((id) => ({ id })))
    token = (await aMember(shelf, 'traveller')).token
    other = (await aMember(shelf, 'neighbour')).token
  })
  afterAll(() => shelf.close())

  const post = <T extends object = Record<string, unknown>>(path: string, body: object, key?: string, by = token) =>
    call<T>(shelf, 'POST', `/api/playlist/${path}`, { token: by, body, key })
  const get = async <T>(path: string) => (await call<T>(shelf, 'GET', `/api/playlist/${path}`, { token })).body
  const order = async (of = id) =>
    (await get<{ works: Work[] }>(`get-playlist-works?id=${of}`)).works.map((work) => work.id)

  let id: string
  beforeEach(async () => {
    id = (await post<Playlist>('create-playlist', { name: 'Night', description: 'Rain', works: [A, B, C] })).body.id
  })

  test('OFF-46 works that were added or removed once are not added or removed again', async () => {
    const add = { id, works: [D, 'RJ09999999'] }
    const added = await post('add-works-to-playlist', add, 'add')
    expect(added.body).toMatchObject({ rowCount: 1, notFound: ['RJ09999999'] })
    await post('remove-works-from-playlist', { id, works: [D] })
    expect((await post('add-works-to-playlist', add, 'add')).body).toEqual(added.body)
    expect(await order()).toEqual([A, B, C])

    expect((await post('remove-works-from-playlist', { id, works: [A] }, 'remove')).body).toMatchObject({ rowCount: 1 })
    await post('add-works-to-playlist', { id, works: [A] })
    expect((await post('remove-works-from-playlist', { id, works: [A] }, 'remove')).body).toMatchObject({ rowCount: 1 })
    expect(await order()).toEqual([B, C, A])
  })

  test('OFF-46 a playlist is made once, and a work moved once', async () => {
    const first = await post<Playlist>('create-playlist', { name: 'Trip', works: [A] }, 'make')
    const again = await post<Playlist>('create-playlist', { name: 'Trip', works: [A] }, 'make')
    expect(again.body).toEqual(first.body)
    const move = { id, work: C, position: 1 }
    await post('move-work-in-playlist', move, 'move')
    await post('move-work-in-playlist', { id, work: A, position: 1 })
    expect((await post('move-work-in-playlist', move, 'move')).status).toBe(200)
    expect(await order()).toEqual([A, C, B])
    expect((await post('move-work-in-playlist', { ...move, position: 2 }, 'move')).body).toEqual({
      error: 'write.keyReused',
    })
  })

  test('OFF-46 a like that was taken back on another device stays so', async () => {
    await post('edit-playlist-metadata', { id, data: { privacy: 2 } })
    for (const path of ['like-playlist', 'remove-like-playlist', 'like-playlist', 'remove-like-playlist']) {
      expect((await post(path, { id }, path, other)).status).toBe(200)
    }
    const seen = await call<Playlist>(shelf, 'GET', `/api/playlist/get-playlist-metadata?id=${id}`, { token: other })
    expect(seen.body.liked).toBe(false)
  })

  test('OFF-47 a name, description or privacy that was changed elsewhere is not overwritten', async () => {
    const edit = (data: object, base?: object, key?: string) =>
      post<Playlist & { error?: string }>('edit-playlist-metadata', { id, data, base }, key)
    await edit({ name: 'Morning' })
    expect(await edit({ name: 'Evening' }, { name: 'Night' }, 'rename')).toMatchObject({
      status: 409,
      body: { error: 'write.changedSince', present: { name: 'Morning', description: 'Rain', privacy: 0 } },
    })
    expect((await edit({ privacy: 1 }, { privacy: 2 })).status).toBe(409)
    // Other fields, and what is the same on both, are no conflict.
    expect(await edit({ description: 'Wind' }, { description: 'Rain', name: 'Night' })).toMatchObject({
      status: 200,
      body: { name: 'Morning', description: 'Wind' },
    })
    expect((await edit({ name: 'Morning' }, { name: 'Night' })).status).toBe(200)
    expect(await edit({ name: 'Evening' }, { name: 'Morning' }, 'rename')).toMatchObject({ body: { name: 'Evening' } })
    await edit({ name: 'Noon' })
    expect((await edit({ name: 'Evening' }, { name: 'Morning' }, 'rename')).body.name).toBe('Noon')
  })

  test('OFF-47 a work that was moved elsewhere stays there, and the answer says where', async () => {
    const move = (work: number, position: number, base?: object) =>
      post('move-work-in-playlist', { id, work, position, base })
    await move(C, 1)
    expect(await order()).toEqual([C, A, B])
    // Seen as the last, behind B.
    const seen = { before: B, after: null }
    expect(await move(C, 2, seen)).toMatchObject({
      status: 409,
      body: { error: 'write.changedSince', present: { position: 1, before: null, after: A } },
    })
    expect(await order()).toEqual([C, A, B])
    expect((await move(C, 2, { before: null, after: A })).status).toBe(200)
    expect(await order()).toEqual([A, C, B])
  })

  test('OFF-47 works added, removed or moved elsewhere in a playlist are no conflict for a move', async () => {
    const move = (work: number, position: number, base: object) =>
      post('move-work-in-playlist', { id, work, position, base })
    const seen = { before: A, after: C }
    await post('add-works-to-playlist', { id, works: [D] })
    await post('remove-works-from-playlist', { id, works: [A] })
    expect((await move(B, 2, seen)).status).toBe(200)
    expect(await order()).toEqual([C, B, D])
    // It is where it is to be, whatever was seen.
    expect((await move(B, 2, seen)).status).toBe(200)
    expect((await move(D, 1, {})).status).toBe(200)
    expect(await order()).toEqual([D, C, B])
    expect(await move(A, 1, seen)).toMatchObject({ status: 404 })
  })
})
