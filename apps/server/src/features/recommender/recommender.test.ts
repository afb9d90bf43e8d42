import { randomUUID } from 'node:crypto'

import { listenMilestones, type WorkPage } from '@otodana/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aMember, call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { fill, openShelf, type Shelf } from '../../../test/shelf.ts'
import { strictInvalid, strictPage, strictPersonalWork } from '../../../test/strict-client.ts'

type Page = WorkPage & { reasons?: { work_id: number; because: { id: number; title: string; source_id: string } }[] }
type Asking = { token?: string; address?: string }

const idOf = (index: number) => 1_000_001 + index * 7

describe.each(dialects)('what is suggested, on %s', (dialect) => {
  let shelf: Shelf
  beforeEach(async () => {
    shelf = await openShelf(dialect)
    await fill(shelf)
  })
  afterEach(() => shelf.close())

  const post = <T = Page>(name: string, body: unknown, { token, address }: Asking = {}) =>
    call<T>(shelf, 'POST', `/api/recommender/${name}`, {
      body,
      token,
      ...(address === undefined ? {} : { address }),
    })
  async function ids(name: string, body: unknown, asking?: Asking): Promise<number[]> {
    const { status, body: page } = await post(name, body, asking)
    expect([status, page]).toMatchObject([200, {}])
    return page.works.map(({ id }) => id)
  }
  async function tell(type: string, recommenderUuid: string, itemId: number | string, asking?: Asking) {
    return (await post('feedback', { type, recommenderUuid, itemId }, asking)).status
  }
  const rows = () => shelf.database.read.selectFrom('listening').selectAll().orderBy('work_id').execute()

  test('REC-01 all three answer as strict clients read them, with as little as clients send', async () => {
    for (const [name, body] of [
      ['popular', { page: 1, pageSize: 12 }],
      [
        'popular',
        { keyword: ' ', page: 1, pageSize: 12, subtitle: 0, localSubtitledWorks: [], withPlaylistStatus: [] },
      ],
      ['recommend-for-user', { keyword: ' ', recommenderUuid: randomUUID(), page: 1, pageSize: 12 }],
      ['recommend-for-user', { recommenderUuid: '', pageSize: '12' }],
      ['item-neighbors', { keyword: '', itemId: '1000001', localSubtitledWorks: [], pageSize: 12 }],
    ] as const) {
      const { status, body: page } = await post(name, body)
      expect([name, status]).toEqual([name, 200])
      const { works, pagination } = strictPage.parse(page)
      for (const work of works) strictPersonalWork.parse(work)
      expect(works.length).toBeGreaterThan(0)
      expect(pagination).toMatchObject({ page: 1, currentPage: 1, pageSize: 12 })
    }
    expect((await post('popular', undefined)).status).toBe(200)
  })

  test('REC-01 keyword, subtitles, local subtitles and pages narrow them as they do lists', async () => {
    const uuid = randomUUID()
    await tell('listen-90percent', uuid, idOf(3))
    const all = (await post('popular', {})).body.pagination.totalCount
    expect(all).toBe(60)
    for (const [name, extra] of [
      ['popular', {}],
      ['recommend-for-user', { recommenderUuid: uuid }],
    ] as const) {
      const found = await post(name, { ...extra, keyword: '$circle:硝子灯$', pageSize: 100 })
      expect(found.body.works.map((work) => work.circle_id)).toEqual(found.body.works.map(() => 2))
      expect(found.body.works.length).toBeGreaterThan(15)
      const subtitled = await post(name, { ...extra, subtitle: 1, pageSize: 100 })
      expect(subtitled.body.works.every((work) => work.has_subtitle)).toBe(true)
      const local = await post(name, {
        ...extra,
        subtitle: 1,
        localSubtitledWorks: ['RJ01000008', 1_000_015],
        pageSize: 100,
      })
      expect(
        local.body.works
          .filter((work) => !work.has_subtitle)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual([1_000_008, 1_000_015])
      const whole = await ids(name, { ...extra, pageSize: 100 })
      expect(await ids(name, { ...extra, pageSize: 7, page: 3 })).toEqual(whole.slice(14, 21))
      expect(await ids(name, { ...extra, pageSize: 100, page: 2 })).toEqual([])
      expect((await post(name, { ...extra, keyword: 'nothing has this' })).body.pagination.totalCount).toBe(0)
    }
    const alike = await ids('item-neighbors', { itemId: 'RJ01000001', pageSize: 100 })
    expect(alike.length).toBeGreaterThan(0)
    expect(alike).not.toContain(1_000_001)
    const subtitledAlike = await post('item-neighbors', { itemId: 1_000_001, subtitle: 1, pageSize: 100 })
    expect(subtitledAlike.body.works.every((work) => work.has_subtitle)).toBe(true)
    expect(await ids('item-neighbors', { itemId: '0001000001', keyword: '-$circle:Kitsune Lantern$ zz' })).toEqual([])
  })

  test('REC-04 popular says whether places say something, only where it is asked', async () => {
    expect((await post('popular', { withRanks: 1 })).body).toMatchObject({ isRanked: false })
    expect((await post('popular', {})).body).not.toHaveProperty('isRanked')
  })

  test('REC-01 no more than a hundred works on all pages, and the exact number of fewer', async () => {
    await shelf.put(...Array.from({ length: 80 }, (_, index) => ({ id: 5_000_000 + index, circle_id: 1 })))
    for (const name of ['popular', 'recommend-for-user']) {
      const { body } = await post(name, { pageSize: 500, recommenderUuid: randomUUID() })
      expect([body.works.length, body.pagination.totalCount]).toEqual([100, 100])
      expect((await post(name, { page: 6, pageSize: 20 })).body.works).toEqual([])
    }
  })

  test('REC-01 members see their own ratings and playlists there, and only they do', async () => {
    const { token } = await aMember(shelf, 'alice')
    const playlist = await call<{ id: string }>(shelf, 'POST', '/api/playlist/create-playlist', {
      token,
      body: { name: 'Night', works: [] },
    })
    const listed = await ids('popular', {})
    const id = listed[0]!
    await call(shelf, 'POST', '/api/playlist/add-works-to-playlist', {
      token,
      body: { id: playlist.body.id, works: [id] },
    })
    await call(shelf, 'PUT', '/api/review', { token, body: { work_id: id, rating: 4 } })
    const asked = { withPlaylistStatus: [playlist.body.id] }
    const own = await post('popular', asked, { token })
    expect(own.body.works.find((work) => work.id === id)).toMatchObject({
      userRating: 4,
      playlistStatus: { [playlist.body.id]: true },
    })
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect((await post('popular', asked)).body.works.find((work) => work.id === id)).toMatchObject({
      userRating: null,
      playlistStatus: {},
    })
  })

  test('REC-01 works that are missing are suggested nowhere, and are no neighbours of any', async () => {
    const [first] = await ids('popular', {})
    await shelf.change((db) => db.updateTable('work').set({ state: 'missing' }).where('id', '=', first!).execute())
    expect(await ids('popular', { pageSize: 100 })).not.toContain(first)
    expect(await ids('recommend-for-user', { pageSize: 100 })).not.toContain(first)
    const { status, body } = await post<{ error: string }>('item-neighbors', { itemId: first })
    expect([status, body.error]).toEqual([404, 'work.notFound'])
    expect(await tell('start-listen', randomUUID(), first!)).toBe(404)
  })

  test('REC-03 OFF-50 every milestone is noted once in the one row of listener and work, and repeats change nothing', async () => {
    const uuid = randomUUID()
    for (const milestone of listenMilestones) expect(await tell(milestone, uuid, 'RJ01000001')).toBe(200)
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(row).toMatchObject({ listener: uuid, work_id: 1_000_001, milestones: 255, opinion: 0 })
    for (const milestone of listenMilestones)
      await tell(milestone, uuid.toUpperCase(), '01000001', { address: '10.9.9.9' })
    expect(await rows()).toEqual([row])
  })

  test('REC-03 a like and a dislike are taken back, and replace each other', async () => {
    const uuid = randomUUID()
    const opinion = async () => (await rows())[0]?.opinion
    await tell('unlike', uuid, idOf(1))
    expect(await rows()).toEqual([])
    await tell('like', uuid, idOf(1))
    expect(await opinion()).toBe(1)
    await tell('undislike', uuid, idOf(1))
    expect(await opinion()).toBe(1)
    await tell('dislike', uuid, idOf(1))
    expect(await opinion()).toBe(-1)
    await tell('undislike', uuid, idOf(1))
    expect(await opinion()).toBe(0)
    await tell('like', uuid, idOf(1))
    await tell('start-listen', uuid, idOf(1))
    expect(await rows()).toMatchObject([{ opinion: 1, milestones: 1 }])
  })

  test('REC-03 what is no feedback is refused by its name, and nothing is kept of it', async () => {
    const good = { type: 'start-listen', recommenderUuid: randomUUID(), itemId: 1_000_001 }
    for (const [param, value] of [
      ['type', 'listen-1min'],
      ['type', 7],
      ['type', 'constructor'],
      ['recommenderUuid', 'me'],
      ['recommenderUuid', ''],
      ['recommenderUuid', `${randomUUID()}\0`],
      ['recommenderUuid', null],
      ['itemId', 'RJ'],
      ['itemId', '-1'],
      ['itemId', 1.5],
      ['itemId', 1e21],
      ['itemId', null],
      ['itemId', [1]],
      ['itemId', 'x'.repeat(10_000)],
    ]) {
      const { status, body } = await post<unknown>('feedback', { ...good, [param as string]: value })
      expect([param, value, status]).toEqual([param, value, 400])
      expect(strictInvalid.parse(body).errors[0]?.param).toBe(param)
    }
    for (const body of [null, [], 'text', { ...good, itemId: 999 }]) {
      expect((await post('feedback', body)).status).toBeGreaterThanOrEqual(400)
    }
    for (const body of [
      { recommenderUuid: 'me' },
      { recommenderUuid: [] },
      { keyword: 'x'.repeat(2_001) },
      { pageSize: 0 },
      { page: 0 },
      { localSubtitledWorks: Array.from({ length: 200_001 }, () => 1) },
      { withPlaylistStatus: Array.from({ length: 101 }, () => randomUUID()) },
    ]) {
      expect((await post('recommend-for-user', body)).status).toBe(400)
    }
    expect((await post('popular', { keyword: 'x'.repeat(5 * 1024 * 1024) })).status).toBe(413)
    expect(await rows()).toEqual([])
  })

  test('REC-02 a work that a listener finished or dislikes is no longer recommended to them, and still to others', async () => {
    const uuid = randomUUID()
    const [first, second, third, fourth] = await ids('recommend-for-user', { recommenderUuid: uuid })
    await tell('listen-90percent', uuid, first!)
    await tell('dislike', uuid, second!)
    await tell('listen-60percent', uuid, third!)
    const own = await ids('recommend-for-user', { recommenderUuid: uuid, pageSize: 100 })
    expect(own).not.toContain(first)
    expect(own).not.toContain(second)
    expect(own).toContain(fourth)
    // The name that other clients use.
    expect(await ids('recommend-for-user', { userId: uuid, pageSize: 100 })).toEqual(own)
    expect(await ids('recommend-for-user', { userId: 7, pageSize: 100 })).toContain(first)
    expect(await ids('recommend-for-user', { recommenderUuid: randomUUID() })).toContain(first)
  })

  test('REC-02 a listener who has finished every match gets them all the same', async () => {
    const uuid = randomUUID()
    await tell('listen-90percent', uuid, 1_000_001)
    expect(await ids('recommend-for-user', { recommenderUuid: uuid, keyword: 'RJ01000001' })).toEqual([1_000_001])
  })

  test('REC-02 a member is the account whatever id the client sends, and the member’s ratings count', async () => {
    const { token, user } = await aMember(shelf, 'alice')
    await tell('listen-90percent', randomUUID(), idOf(5), { token })
    expect(await rows()).toMatchObject([{ listener: user.recommenderUuid, work_id: idOf(5), network: null }])
    await call(shelf, 'PUT', '/api/review', { token, body: { work_id: idOf(6), progress: 'listened' } })
    await call(shelf, 'PUT', '/api/review', { token, body: { work_id: idOf(7), rating: 1 } })
    const own = await ids('recommend-for-user', { recommenderUuid: randomUUID(), pageSize: 100 }, { token })
    for (const index of [5, 6, 7]) expect(own).not.toContain(idOf(index))
  })

  test('REC-03 works that leave the library keep their rows, and deleted ones do not', async () => {
    const uuid = randomUUID()
    await tell('listen-90percent', uuid, idOf(5))
    await shelf.change((db) => db.updateTable('work').set({ state: 'missing' }).where('id', '=', idOf(5)).execute())
    expect(await rows()).toHaveLength(1)
    await shelf.change((db) => db.deleteFrom('work').where('id', '=', idOf(5)).execute())
    expect(await rows()).toEqual([])
  })
})
