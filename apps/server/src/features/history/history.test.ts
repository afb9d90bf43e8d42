import { randomUUID } from 'node:crypto'

import { type BegunWork, type HistoryPage, MAX_HISTORY_DAYS } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWav } from '../../../test/work-folders.ts'

import { createBegunRepository, MAX_POSITIONS_READ, MAX_PUT_ASIDE } from './begun.repository.ts'
import { createHistoryRepository, type Heard, MAX_HEARD } from './history.repository.ts'

const DAY_MS = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const today = dayOf(Date.now())
const yesterday = dayOf(Date.now() - DAY_MS)

describe.each(dialects)('listening history on %s', (dialect) => {
  let library: TestLibrary
  let app: TestApp
  let hashes: Map<string, string>
  const phone = randomUUID()
  const desk = randomUUID()

  beforeAll(async () => {
    library = aLibrary({
      'RJ01000001 Rain/01 Umbrella.wav': aWav({ seconds: 2 }),
      'RJ01000001 Rain/02 Puddle.wav': aWav({ seconds: 2, tone: 1 }),
      'RJ01000002 Wind/01.wav': aWav({ seconds: 2, tone: 2 }),
    })
    app = await startApp({ libraryDirs: [library.dir], dialect })
    const files = await app.database.read.selectFrom('file').select(['id', 'work_id', 'path']).execute()
    hashes = new Map(files.map(({ id, work_id, path }) => [`${work_id} ${path}`, `${work_id}/${id}`]))
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  const hashOf = (file: string) => hashes.get(file) ?? ''
  const rain = () => hashOf('1000001 01 Umbrella.wav')
  const puddle = () => hashOf('1000001 02 Puddle.wav')
  const wind = () => hashOf('1000002 01.wav')
  const fileOf = (hash: string) => Number(hash.split('/')[1])

  const heard = (hash: string, more: object = {}) => ({
    hash,
    day: today,
    firstSecondsAgo: 600,
    lastSecondsAgo: 60,
    heardSeconds: 100,
    seconds: 101.5,
    durationSeconds: 200,
    ...more,
  })
  const as = (token: string) => ({
    save: async (deviceId: string, ...tracks: object[]) =>
      (await call<{ saved: number; isOn: boolean }>(app, 'POST', '/api/history', { token, body: { deviceId, tracks } }))
        .body,
    undo: async (deviceId: string, ...tracks: object[]) =>
      (await call(app, 'POST', '/api/history', { token, body: { deviceId, isUndo: true, tracks } })).body,
    list: async (query = '') => (await call<HistoryPage>(app, 'GET', `/api/history${query}`, { token })).body,
    remove: (...entries: object[]) => call(app, 'POST', '/api/history/remove', { token, body: { entries } }),
    clear: () => call(app, 'DELETE', '/api/history', { token }),
    switch: (isOn: boolean) => call(app, 'PUT', '/api/history', { token, body: { isOn } }),
    play: (deviceId: string, hash: string, seconds: number, secondsAgo: number) =>
      call(app, 'POST', '/api/places', {
        token,
        body: { device: { id: deviceId, name: 'Device' }, places: [{ hash, seconds, secondsAgo }] },
      }),
    begun: async () => (await call<{ works: BegunWork[] }>(app, 'GET', '/api/history/begun', { token })).body.works,
    putAside: (work_id: number, isAside: boolean) =>
      call(app, 'PUT', '/api/history/begun', { token, body: { work_id, isAside } }),
  })
  const listener = async (name: string) => as((await aMember(app, name)).token)

  test('HIS-01 works are listed by day, latest first, with their tracks and what was heard', async () => {
    const me = await listener('by-day')
    await me.save(phone, heard(rain()), heard(puddle(), { lastSecondsAgo: 5, heardSeconds: 20 }))
    await me.save(phone, heard(wind(), { lastSecondsAgo: 30 }), heard(rain(), { day: yesterday }))
    const { entries, pagination, isOn } = await me.list()
    expect(isOn).toBe(true)
    expect(pagination).toMatchObject({ totalCount: 3, page: 1 })
    expect(entries.map(({ day, work }) => [day, work.title])).toEqual([
      [today, 'Rain'],
      [today, 'Wind'],
      [yesterday, 'Rain'],
    ])
    expect(entries[0]).toMatchObject({
      heardSeconds: 120,
      work: { id: 1_000_001, source_id: 'RJ01000001', isMissing: false },
      tracks: [
        { hash: puddle(), title: '02 Puddle.wav', heardSeconds: 20, seconds: 101.5, durationSeconds: 200 },
        { hash: rain(), heardSeconds: 100 },
      ],
    })
    expect(Date.parse(entries[0]?.lastAt ?? '')).toBeGreaterThan(Date.parse(entries[0]?.firstAt ?? ''))
    expect((await me.list('?page=2&pageSize=2')).entries).toHaveLength(1)
  })

  test('HIS-02 OFF-50 totals may be sent again and in any order, and devices add up', async () => {
    const me = await listener('again-and-again')
    const later = heard(rain(), { heardSeconds: 90, seconds: 190, lastSecondsAgo: 1 })
    const earlier = heard(rain(), { heardSeconds: 40, seconds: 60, firstSecondsAgo: 900, lastSecondsAgo: 500 })
    for (const one of [later, earlier, later]) expect(await me.save(phone, one)).toEqual({ saved: 1, isOn: true })
    await me.save(desk, heard(rain(), { heardSeconds: 5, seconds: 7, lastSecondsAgo: 300 }))
    const [entry] = (await me.list()).entries
    expect(entry?.tracks).toMatchObject([{ heardSeconds: 95, seconds: 190 }])
    expect(Date.parse(entry?.lastAt ?? '') - Date.parse(entry?.firstAt ?? '')).toBeGreaterThan(890_000)
  })

  test('HIS-03 words find works, circles and tracks in any case', async () => {
    const me = await listener('looks-for')
    await me.save(phone, heard(rain()), heard(puddle()), heard(wind()))
    const titles = async (words: string) =>
      (await me.list(`?keyword=${encodeURIComponent(words)}`)).entries.map(({ work }) => work.title)
    expect(await titles('wind')).toEqual(['Wind'])
    expect(await titles('ＲＡＩＮ umbrella')).toEqual(['Rain'])
    expect(await titles('rj01000002')).toEqual(['Wind'])
    expect(await titles('snow')).toEqual([])
    expect((await me.list('?keyword=umbrella')).entries[0]?.tracks).toHaveLength(1)
  })

  test('HIS-23 the list begins at a day that is asked for, or before it', async () => {
    const { token } = await aMember(app, 'goes-to-a-day')
    const me = as(token)
    await me.save(phone, heard(rain()), heard(wind()), heard(rain(), { day: yesterday }))
    const { entries, pagination } = await me.list(`?until=${yesterday}`)
    expect(entries.map(({ day, work }) => [day, work.title])).toEqual([[yesterday, 'Rain']])
    expect(pagination.totalCount).toBe(1)
    expect((await me.list(`?until=${today}`)).pagination.totalCount).toBe(3)
    expect((await me.list(`?until=${yesterday}&keyword=wind`)).entries).toEqual([])
    expect((await me.list('?until=2001-01-01')).entries).toEqual([])
    const refused = await call<{ error: string }>(app, 'GET', '/api/history?until=soon', { token })
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('until')])
  })

  test('HIS-04 one work of a day is removed, and saved again by an undo', async () => {
    const me = await listener('removes-one')
    await me.save(phone, heard(rain()), heard(wind()), heard(rain(), { day: yesterday }))
    expect((await me.remove({ day: today, work_id: 'RJ01000001' })).body).toEqual({ removed: 1 })
    const left = (await me.list()).entries.map(({ day, work }) => `${day} ${work.title}`)
    expect(left).toEqual([`${today} Wind`, `${yesterday} Rain`])
    await me.save(phone, heard(rain()))
    expect((await me.list()).entries).toHaveLength(3)
  })

  test('HIS-05 clearing removes everything, also what a device sends later', async () => {
    const me = await listener('clears-all')
    await me.save(phone, heard(rain()))
    expect((await me.clear()).body).toEqual({ removed: 1 })
    expect((await me.save(desk, heard(wind()))).saved).toBe(0)
    expect((await me.list()).entries).toEqual([])
    expect((await me.save(desk, heard(wind(), { lastSecondsAgo: 0 }))).saved).toBe(1)
  })

  test('HIS-05 of a total that began before the clearing only the time since counts', async () => {
    const { user } = await aMember(app, 'clears-midway')
    const id = user.id ?? 0
    let now = Date.now()
    const history = createHistoryRepository(app.database, () => now)
    const total = { fileId: fileOf(rain()), day: today, firstAtMs: now - 600_000, seconds: 9, durationSeconds: null }
    await history.clear(id)
    now += 30_000
    await history.save(id, desk, [{ ...total, lastAtMs: now, heardSeconds: 500 }])
    expect(await history.exported(id)).toMatchObject([
      { heardSeconds: 30, firstAt: new Date(now - 30_000).toISOString() },
    ])
  })

  test('HIS-06 switched off, nothing is stored and what is there stays', async () => {
    const me = await listener('switches-off')
    await me.save(phone, heard(rain()))
    expect((await me.switch(false)).body).toEqual({ isOn: false })
    expect(await me.save(phone, heard(wind()))).toEqual({ saved: 0, isOn: false })
    const { entries, isOn } = await me.list()
    expect([entries.length, isOn]).toEqual([1, false])
    await me.switch(true)
    expect(await me.save(phone, heard(wind()))).toEqual({ saved: 1, isOn: true })
  })

  test('HIS-04 HIS-06 an undo restores an entry while the history is off', async () => {
    const me = await listener('undoes-while-off')
    await me.save(phone, heard(rain()))
    await me.switch(false)
    await me.remove({ day: today, work_id: 1_000_001 })
    expect(await me.undo(phone, heard(rain()))).toEqual({ saved: 1, isOn: false })
    expect((await me.list()).entries).toMatchObject([{ heardSeconds: 100 }])
  })

  test('HIS-07 the history is the member’s alone, and the guest has none', async () => {
    const me = await listener('keeps-to-self')
    await me.save(phone, heard(rain()))
    expect((await (await listener('another-member')).list()).entries).toEqual([])
    const { token: guest } = await logInAs(app, 'guest', 'guest')
    expect((await call(app, 'GET', '/api/history', { token: guest })).status).toBe(403)
  })

  test('HIS-08 unknown files, impossible days and days of long ago are skipped', async () => {
    const me = await listener('sends-nonsense')
    const tooOld = dayOf(Date.now() - (MAX_HISTORY_DAYS + 1) * DAY_MS)
    const days = ['2026-02-31', tooOld].map((day) => heard(rain(), { day }))
    expect((await me.save(phone, heard('1/999999'), heard('1/2147483648'), ...days)).saved).toBe(0)
    expect((await me.save(phone, heard(rain(), { day: dayOf(Date.now() + DAY_MS) }))).saved).toBe(1)
  })

  test('HIS-08 a day of a clock that is far ahead counts as the one of the last moment', async () => {
    const { user } = await aMember(app, 'lives-ahead')
    const now = Date.parse('2026-06-15T12:00Z')
    const history = createHistoryRepository(app.database, () => now)
    const ahead = {
      fileId: fileOf(rain()),
      firstAtMs: now - DAY_MS,
      seconds: 1,
      heardSeconds: 9,
      durationSeconds: null,
    }
    await history.save(user.id ?? 0, phone, [
      { ...ahead, day: '2026-06-19', lastAtMs: now - DAY_MS },
      { ...ahead, day: '2026-06-20', lastAtMs: now },
    ])
    const days = (await history.exported(user.id ?? 0)).map(({ day }) => day)
    expect(days).toEqual(['2026-06-15', '2026-06-14'])
  })

  test('HIS-08 of too many rows the oldest are deleted, and those older than two years', async () => {
    const { user } = await aMember(app, 'hears-too-much')
    const id = user.id ?? 0
    let now = Date.now()
    const history = createHistoryRepository(app.database, () => now)
    const old = (days: number): Heard => ({
      fileId: fileOf(rain()),
      day: dayOf(now - days * DAY_MS),
      firstAtMs: now - days * DAY_MS,
      lastAtMs: now - days * DAY_MS,
      heardSeconds: 1,
      seconds: 1,
      durationSeconds: 2,
    })
    // One row by hand for each device: the call would take a while.
    const rows = Array.from({ length: MAX_HEARD }, (_, index) => ({
      account_id: id,
      day: dayOf(now - 10 * DAY_MS),
      file_id: fileOf(rain()),
      device_id: `device ${index}`,
      first_at_ms: 1,
      last_at_ms: now - 10 * DAY_MS + index,
      heard_seconds: 1,
      seconds: 1,
      duration_seconds: null,
    }))
    await app.database.write.transaction().execute(async (tx) => {
      for (let at = 0; at < rows.length; at += 1_000) {
        await tx
          .insertInto('heard')
          .values(rows.slice(at, at + 1_000))
          .execute()
      }
    })
    await history.save(id, phone, [old(1)])
    const count = async () => (await history.exported(id)).length
    expect(await count()).toBe(MAX_HEARD)
    expect((await history.exported(id)).at(-1)?.device).toBe('device 1')
    now += (MAX_HISTORY_DAYS - 5) * DAY_MS
    await history.save(id, phone, [])
    expect(await count()).toBe(1)
  })

  test.each<[string, object]>([
    ['deviceId', { deviceId: 'x', tracks: [] }],
    ['tracks', { deviceId: phone, tracks: Array.from({ length: 201 }, () => heard('1/1')) }],
    ['tracks.0.hash', { deviceId: phone, tracks: [heard('../1')] }],
    ['tracks.0.day', { deviceId: phone, tracks: [heard('1/1', { day: 'today' })] }],
    ['tracks.0.heardSeconds', { deviceId: phone, tracks: [heard('1/1', { heardSeconds: 260_000 })] }],
    ['tracks.0.seconds', { deviceId: phone, tracks: [heard('1/1', { seconds: -1 })] }],
  ])('API-03 what cannot be stored in the history is named: %s', async (param, body) => {
    const { token } = await logInAs(app, 'by-day')
    const answer = await call<{ errors: { param: string }[] }>(app, 'POST', '/api/history', { token, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error) => error.param)).toContain(param)
  })

  test('HIS-09 a member takes the history along, and it goes with the account', async () => {
    const { token, user } = await aMember(app, 'leaves-again')
    const me = as(token)
    await me.save(phone, heard(rain()))
    await me.putAside(1_000_002, true)
    await me.switch(false)
    const { body } = await call<Record<string, unknown>>(app, 'GET', '/api/auth/export', { token })
    expect(body).toMatchObject({
      history: [{ code: 'RJ01000001', path: '01 Umbrella.wav', day: today, device: phone, heardSeconds: 100 }],
      historyChoices: [{ isOn: false, clearedAt: null }],
      putAside: [{ code: 'RJ01000002' }],
    })
    await call(app, 'POST', '/api/auth/delete-account', { token, body: { password: 'leaves-again-secret' } })
    for (const table of ['heard', 'history_choice', 'put_aside'] as const) {
      const rows = await app.database.read
        .selectFrom(table)
        .select('account_id')
        .where('account_id', '=', user.id ?? 0)
        .execute()
      expect(rows).toEqual([])
    }
  })

  describe('works to continue', () => {
    test('HIS-11 are the last track of each work on any device, or the next one after its end', async () => {
      const me = await listener('goes-on')
      await me.play(phone, wind(), 1, 500)
      await me.play(phone, puddle(), 1, 400)
      await me.play(desk, rain(), 0, 300)
      expect(await me.begun()).toMatchObject([
        { work: { title: 'Rain' }, track: { hash: puddle(), seconds: 1, durationSeconds: 2 }, share: 0.75 },
        { work: { title: 'Wind' }, track: { hash: wind(), seconds: 1 }, share: 0.5 },
      ])
      await me.play(desk, puddle(), 0, 0)
      expect((await me.begun()).map(({ work }) => work.title)).toEqual(['Wind'])
    })

    test('HIS-13 one put aside comes back when it is played again, or by an undo', async () => {
      const me = await listener('puts-aside')
      await me.play(phone, rain(), 1, 30)
      expect((await me.putAside(1_000_001, true)).status).toBe(200)
      expect(await me.begun()).toEqual([])
      await me.putAside(1_000_001, false)
      expect(await me.begun()).toHaveLength(1)
      await me.putAside(1_000_001, true)
      const { read } = app.database
      const aside = await read.selectFrom('put_aside').select('at_ms').where('work_id', '=', 1_000_001).execute()
      await app.database.write
        .updateTable('put_aside')
        .set({ at_ms: Math.min(...aside.map(({ at_ms }) => at_ms)) - 60_000 })
        .where('work_id', '=', 1_000_001)
        .execute()
      await me.play(phone, rain(), 1.5, 0)
      expect(await me.begun()).toHaveLength(1)
      expect((await me.putAside(9_999_999, true)).status).toBe(404)
    })

    test('HIS-11 of very many positions the latest count', async () => {
      const { user } = await aMember(app, 'plays-everywhere')
      const id = user.id ?? 0
      const devices = Array.from({ length: MAX_POSITIONS_READ }, (_, index) => `device ${index}`)
      await app.database.write.transaction().execute(async (tx) => {
        const device = (name: string) => ({ account_id: id, id: name, name, seen_at_ms: 1 })
        const place = (device_id: string, fileId: number, at_ms: number) => ({
          account_id: id,
          device_id,
          file_id: fileId,
          seconds: 1,
          at_ms,
        })
        for (let at = 0; at < devices.length; at += 1_000) {
          const part = devices.slice(at, at + 1_000)
          await tx.insertInto('device').values(part.map(device)).execute()
          await tx
            .insertInto('place')
            .values(part.map((name, index) => place(name, fileOf(rain()), 10 + at + index)))
            .execute()
        }
        await tx
          .insertInto('place')
          .values(place('device 0', fileOf(wind()), 1))
          .execute()
      })
      const begun = await createBegunRepository(app.database).list(id, 20)
      expect(begun.map(({ work }) => work.title)).toEqual(['Rain'])
    })

    test('HIS-13 of too many put aside the first come back', async () => {
      const { user } = await aMember(app, 'puts-all-aside')
      const id = user.id ?? 0
      const works = Array.from({ length: MAX_PUT_ASIDE }, (_, index) => 5_000_000 + index)
      const work = await app.database.read
        .selectFrom('work')
        .selectAll()
        .where('id', '=', 1_000_001)
        .executeTakeFirstOrThrow()
      await app.database.write.transaction().execute(async (tx) => {
        for (let at = 0; at < works.length; at += 100) {
          const part = works.slice(at, at + 100)
          await tx
            .insertInto('work')
            .values(
              part.map((id) => ({ ...work, id, source_id: `RJ0${id}`, path: `${id}`, state: 'missing' as const })),
            )
            .execute()
          await tx
            .insertInto('put_aside')
            .values(part.map((workId) => ({ account_id: id, work_id: workId, at_ms: workId })))
            .execute()
        }
      })
      const begun = createBegunRepository(app.database)
      await begun.putAside(id, 1_000_001, true)
      const left = await begun.exported(id)
      expect(left).toHaveLength(MAX_PUT_ASIDE)
      expect(left.at(-1)?.code).toBe('RJ05000001')
    })
  })
})
