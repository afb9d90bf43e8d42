import type { PlaybackPosition, PlayedWork, ReviewedWork, TrackFile, TrackFolder } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWav } from '../../../test/work-folders.ts'

const RAIN = 1_000_001
const WALK = 1_000_002

type History = { works: PlayedWork[]; pagination: { currentPage: number; totalCount: number } }

describe.each(dialects)('the older history and reviews on %s', (dialect) => {
  let library: TestLibrary
  let app: TestApp
  let token: string
  /** As the older web client has them in its queue. */
  let rain: TrackFile[]
  let walk: TrackFile[]

  beforeAll(async () => {
    library = aLibrary({
      'RJ01000001/mp3/01.wav': aWav({ seconds: 20 }),
      'RJ01000001/mp3/02.wav': aWav({ seconds: 30 }),
      'RJ01000001/mp3/readme.txt': 'text',
      'RJ01000001/bonus/talk.wav': aWav({ seconds: 3 }),
      'RJ01000002/only.wav': aWav({ seconds: 10 }),
    })
    app = await startApp({ libraryDirs: [library.dir], dialect, env: { GUEST: 'on' } })
    token = (await aMember(app, 'older')).token
    const tree = async (id: number) => (await call<(TrackFile | TrackFolder)[]>(app, 'GET', `/api/tracks/${id}`)).body
    const mp3 = (await tree(RAIN)).find(({ title }) => title === 'mp3') as TrackFolder
    rain = (mp3.children as TrackFile[]).filter(({ type }) => type === 'audio')
    walk = (await tree(WALK)) as TrackFile[]
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  const put = (work_id: unknown, state: unknown, as = token) =>
    call(app, 'PUT', '/api/histroy', { token: as, body: { work_id, state } })
  const history = async (query = '', as = token) =>
    (await call<History>(app, 'GET', `/api/histroy${query}`, { token: as })).body
  const positions = async (id: number) =>
    (await call<{ places: PlaybackPosition[] }>(app, 'GET', `/api/places/${id}`, { token })).body.places

  test('OLD-06 a queue that was left is the playback position of its track, and is found again', async () => {
    expect(await history()).toMatchObject({ works: [], pagination: { totalCount: 0 } })
    expect(await put(RAIN, { queue: rain, index: 1, seconds: 12.34 })).toMatchObject({
      status: 200,
      body: { message: 'Saved' },
    })
    expect(await positions(RAIN)).toMatchObject([
      { hash: rain[1]!.hash, seconds: 12.34, device: { id: 'kikoeru', name: 'kikoeru' } },
    ])
    const { works, pagination } = await history('?page=1&sort=desc')
    expect(pagination).toMatchObject({ currentPage: 1, totalCount: 1 })
    expect(works[0]).toMatchObject({
      id: RAIN,
      play_updated_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      userRating: null,
      review_text: null,
      progress: null,
      updated_at: null,
      state: { queue: rain, index: 1, seconds: 12.34 },
    })
  })

  test('OLD-06 the beginning of a track stays where it is, and its end is the end', async () => {
    await put(RAIN, { queue: rain, index: 0, seconds: 0 })
    expect((await history()).works[0]?.state).toMatchObject({ index: 0, seconds: 0 })
    expect((await positions(RAIN))[0]?.seconds).toBeGreaterThan(0)
    await put(RAIN, { queue: rain, index: 1, seconds: 29.6 })
    expect((await positions(RAIN))[0]).toMatchObject({ hash: rain[1]!.hash, seconds: 0 })
    expect((await history()).works[0]?.state).toMatchObject({ index: 1, seconds: 0 })
  })

  test('OLD-06 positions of our own player are in it, latest first or last, page by page', async () => {
    const device = { id: '6f6c6465-7200-4000-8000-00000000000d', name: 'Firefox' }
    const places = [{ hash: walk[0]!.hash, seconds: 4, secondsAgo: 0 }]
    await call(app, 'POST', '/api/places', { token, body: { device, places } })
    const ids = async (query: string) => (await history(query)).works.map(({ id }) => id)
    expect(await ids('')).toEqual([WALK, RAIN])
    expect(await ids('?sort=asc')).toEqual([RAIN, WALK])
    expect(await ids('?page=2&pageSize=1')).toEqual([RAIN])
    expect((await history()).works[0]?.state).toMatchObject({ queue: walk, index: 0, seconds: 4 })
  })

  test('OLD-06 of a large folder the thousand tracks around the current one are listed', async () => {
    const { write } = app.database
    const { id: _, ...file } = await write
      .selectFrom('file')
      .selectAll()
      .where('work_id', '=', WALK)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 1_500 }, (__, n) => ({ ...file, path: `𝄞 100%_/${n + 1}.wav` }))
    for (let at = 0; at < rows.length; at += 500)
      await write
        .insertInto('file')
        .values(rows.slice(at, at + 500))
        .execute()
    await write
      .insertInto('file')
      .values({ ...rows[0]!, path: '𝄞 100%_/deeper/1.wav' })
      .execute()
    await write
      .insertInto('file')
      .values({ ...rows[0]!, path: '𝄞 100%x/1.wav' })
      .execute()
    const tree = (await call<(TrackFile | TrackFolder)[]>(app, 'GET', `/api/tracks/${WALK}`)).body
    const folder = tree.find(({ title }) => title === '𝄞 100%_') as TrackFolder
    const tracks = (folder.children as TrackFile[]).filter(({ type }) => type === 'audio')
    for (const [at, index] of [
      [3, 3],
      [700, 500],
      [1_499, 999],
    ] as const) {
      await put(WALK, { queue: tracks, index: at, seconds: 1 })
      const { queue, index: found } = (await history()).works.find(({ id }) => id === WALK)!.state
      expect([queue.length, found, queue[found]?.hash]).toEqual([1_000, index, tracks[at]!.hash])
    }
    await write.deleteFrom('file').where('work_id', '=', WALK).where('path', 'like', '𝄞%').execute()
  })

  test('OLD-06 a work is taken out of it, for this member alone', async () => {
    const other = await aMember(app, 'other')
    await put(RAIN, { queue: rain, index: 0, seconds: 5 }, other.token)
    const removed = await call(app, 'DELETE', '/api/histroy', { token, body: { work_id: RAIN } })
    expect(removed).toMatchObject({ status: 200, body: { message: 'Deleted' } })
    expect((await history()).works.map(({ id }) => id)).toEqual([WALK])
    expect(await positions(RAIN)).toEqual([])
    expect((await history('', other.token)).works.map(({ id }) => id)).toEqual([RAIN])
  })

  test('OLD-06 what is no queue is refused by name, and guests have no history', async () => {
    for (const state of [
      {},
      [],
      'x',
      { queue: rain, index: 2, seconds: 1 },
      { queue: rain, index: -1, seconds: 1 },
      { queue: [], index: 0, seconds: 0 },
      { queue: [{ hash: 'x' }], index: 0, seconds: 0 },
      { queue: [{ hash: '1/99999999999' }], index: 0, seconds: 0 },
      { queue: [{ hash: '1/0' }], index: 0, seconds: 0 },
      { queue: rain, index: 0, seconds: 'x' },
    ]) {
      const answer = await put(RAIN, state)
      expect([state, answer.status]).toEqual([state, 400])
    }
    expect(await put(9_999_999, { queue: rain, index: 0, seconds: 1 })).toMatchObject({ status: 404 })
    // An unknown file is skipped, as in our own call.
    expect((await put(RAIN, { queue: [{ hash: '1/9999999' }], index: 0, seconds: 1 })).status).toBe(200)
    const guest = await logInAs(app, 'guest', 'guest')
    expect(await call(app, 'GET', '/api/histroy', { token: guest.token })).toMatchObject({
      status: 403,
      body: { error: 'guest.cannot' },
    })
  })

  test('OLD-09 a progress is set by the work’s path; a number says that it is being heard', async () => {
    const progress = async (id: number) =>
      (await call<ReviewedWork>(app, 'GET', `/api/work/${id}`, { token })).body.progress
    const set = (id: unknown, value: unknown) =>
      call(app, 'PUT', `/api/progress/${String(id)}`, { token, body: { progress: value } })
    expect(await set(WALK, 0.25)).toMatchObject({ status: 200, body: { message: 'Progress saved' } })
    expect(await progress(WALK)).toBe('listening')
    await set('RJ01000002', 'postponed')
    await set(WALK, 0.5)
    expect(await progress(WALK)).toBe('postponed')
    await set(WALK, null)
    expect(await progress(WALK)).toBeNull()
    expect((await set(9_999_999, 'listened')).status).toBe(404)
    expect((await set(9_999_999, 0.5)).status).toBe(404)
    for (const value of ['half', {}, undefined]) expect((await set(WALK, value)).status).toBe(400)
  })

  test('OLD-13 without a page size the list of reviews has days instead of times', async () => {
    await call(app, 'PUT', '/api/review?starOnly=true', {
      token,
      body: { work_id: WALK, rating: 4, user_name: 'older' },
    })
    const dates = async (query: string) => {
      const { body } = await call<{ works: ReviewedWork[] }>(app, 'GET', `/api/review${query}`, { token })
      return body.works.map(({ updated_at }) => updated_at)
    }
    const day = new Date().toISOString().slice(0, 10)
    for (const query of ['', '?order=updated_at&sort=desc&page=1', '?page=1&pageSize=']) {
      expect([query, await dates(query)]).toEqual([query, [day]])
    }
    expect((await dates('?pageSize=20'))[0]).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
    expect((await history()).works.find(({ id }) => id === WALK)).toMatchObject({ updated_at: day, userRating: 4 })
  })

  test('OLD-14 without an account the fields of a review are null', async () => {
    const { body } = await call<object>(app, 'GET', `/api/work/${WALK}`)
    expect(body).toMatchObject({
      userRating: null,
      review_text: null,
      progress: null,
      user_name: null,
      updated_at: null,
      playlistStatus: {},
    })
    const info = await call<object>(app, 'GET', `/api/workInfo/${WALK}`)
    expect(info.body).not.toHaveProperty('review_text')
  })
})
