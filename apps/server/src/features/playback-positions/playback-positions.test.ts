import { randomUUID } from 'node:crypto'

import type { PlaybackPosition } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWav } from '../../../test/work-folders.ts'

import { createPositionRepository, MAX_DEVICES, MAX_POSITIONS_PER_DEVICE } from './playback-positions.repository.ts'

type Saving = { hash: string; seconds: number; secondsAgo: number }

describe.each(dialects)('playback positions of members on %s', (dialect) => {
  let library: TestLibrary
  let app: TestApp
  let token: string
  let hashes: string[]
  const phone = { id: randomUUID(), name: 'Phone' }
  const desk = { id: randomUUID(), name: 'Desk' }

  beforeAll(async () => {
    library = aLibrary({
      'RJ01000001 Rain/01.wav': aWav({ seconds: 2 }),
      'RJ01000001 Rain/02.wav': aWav({ seconds: 3, tone: 1 }),
      'RJ01000002 Wind/01.wav': aWav({ seconds: 2, tone: 2 }),
    })
    app = await startApp({ libraryDirs: [library.dir], dialect })
    token = (await aMember(app, 'listener')).token
    const files = await app.database.read.selectFrom('file').select(['id', 'work_id']).orderBy('path').execute()
    hashes = files.map(({ id, work_id }) => `${work_id}/${id}`)
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  const save = (device: object, places: Saving[], by = token) =>
    call<{ saved: number }>(app, 'POST', '/api/places', { token: by, body: { device, places } })
  const list = async (work: string, by = token) =>
    (await call<{ places: PlaybackPosition[] }>(app, 'GET', `/api/places/${work}`, { token: by })).body.places
  const serversClock = async () => {
    const { body } = await call<{ now: string }>(app, 'GET', '/api/places/RJ01000001', { token })
    return Date.parse(body.now)
  }
  const of = (number: number) => hashes.filter((hash) => hash.startsWith(`${number}/`))

  test("PLY-14 each device has its own position, and none replaces another's", async () => {
    const [hash = ''] = of(1_000_001)
    expect((await save(phone, [{ hash, seconds: 61.5, secondsAgo: 120 }])).body).toEqual({ saved: 1 })
    expect((await save(desk, [{ hash, seconds: 12, secondsAgo: 0 }])).body).toEqual({ saved: 1 })
    const places = await list('RJ01000001')
    expect(places).toMatchObject([
      { hash, seconds: 12, device: desk },
      { hash, seconds: 61.5, device: phone },
    ])
    const apart = Date.parse(places[0]?.at ?? '') - Date.parse(places[1]?.at ?? '')
    expect(apart).toBeGreaterThan(119_000)
    expect(apart).toBeLessThan(150_000)
    expect(await list('RJ01000002')).toEqual([])
    expect(await serversClock()).toBeGreaterThanOrEqual(Date.parse(places[0]?.at ?? ''))
    expect(await serversClock()).toBeLessThanOrEqual(Date.now())
  })

  test('PLY-14 OFF-50 of one device the later position counts, in whichever order they come', async () => {
    const [, hash = ''] = of(1_000_001)
    expect((await save(phone, [{ hash, seconds: 40, secondsAgo: 5 }])).body).toEqual({ saved: 1 })
    expect((await save(phone, [{ hash, seconds: 10, secondsAgo: 3_600 }])).body).toEqual({ saved: 0 })
    const later = await save(phone, [
      { hash, seconds: 1, secondsAgo: 60 },
      { hash, seconds: 44, secondsAgo: 1 },
      { hash, seconds: 2, secondsAgo: 30 },
    ])
    expect(later.body).toEqual({ saved: 1 })
    expect((await list('1000001')).filter((place) => place.hash === hash)).toMatchObject([{ seconds: 44 }])
  })

  describe('after the server’s clock was set back', () => {
    const HOUR = 3_600_000
    const setAhead = async (byMs: number) => {
      const account = app.database.read.selectFrom('account').select('id').where('name', '=', 'listener')
      await app.database.write
        .updateTable('place')
        .set({ at_ms: Date.now() + byMs })
        .where('account_id', '=', account)
        .execute()
    }

    test('PLY-20 what is heard now is saved over a position whose time lies ahead', async () => {
      const [hash = '', other = ''] = of(1_000_001)
      await save(
        phone,
        [hash, other].map((of) => ({ hash: of, seconds: 3, secondsAgo: 0 })),
      )
      await setAhead(HOUR)
      expect((await save(phone, [{ hash, seconds: 77, secondsAgo: 5 }])).body).toEqual({ saved: 1 })
      const places = (await list('RJ01000001')).filter(({ device }) => device.id === phone.id)
      expect(places.find((place) => place.hash === hash)?.seconds).toBe(77)
      // The others are dated to when this was noticed.
      for (const { at } of places) expect(Date.parse(at)).toBeLessThanOrEqual(Date.now())
    })

    test('PLY-20 a time that lies ahead is set right when it is read, and stays then', async () => {
      const [hash = ''] = of(1_000_001)
      await save(phone, [{ hash, seconds: 3, secondsAgo: 0 }])
      await setAhead(HOUR)
      const first = await list('RJ01000001')
      for (const { at } of first) expect(Date.parse(at)).toBeLessThanOrEqual(Date.now())
      expect(await list('RJ01000001')).toEqual(first)
    })

    test('PLY-20 no time ahead of the clock is stored', async () => {
      const now = 5_000_000
      const { user } = await aMember(app, 'hears-ahead')
      const places = createPositionRepository(app.database, () => now)
      const fileId = Number(of(1_000_001)[0]?.split('/')[1])
      expect(await places.save(user.id ?? 0, phone, [{ fileId, seconds: 1, atMs: now + HOUR }])).toBe(1)
      expect(await places.all(user.id ?? 0)).toMatchObject([{ at: new Date(now).toISOString() }])
    })
  })

  test('PLY-14 positions are the member’s alone', async () => {
    const other = await aMember(app, 'other-listener')
    expect(await list('RJ01000001', other.token)).toEqual([])
    const [hash = ''] = of(1_000_002)
    // The same device with two accounts.
    await save(phone, [{ hash, seconds: 9, secondsAgo: 0 }], other.token)
    expect(await list('RJ01000002')).toEqual([])
    expect(await list('RJ01000002', other.token)).toMatchObject([{ seconds: 9 }])
  })

  test('PLY-14 an unknown file is skipped, and the others are saved', async () => {
    const [hash = ''] = of(1_000_002)
    const places = [
      { hash: '1000001/2147483648', seconds: 1, secondsAgo: 0 },
      { hash: '1/999999', seconds: 1, secondsAgo: 0 },
      { hash, seconds: 2, secondsAgo: 0 },
    ]
    expect((await save(desk, places)).body).toEqual({ saved: 1 })
    expect((await save(desk, [])).body).toEqual({ saved: 0 })
  })

  test.each<[string, unknown]>([
    ['places', { device: phone }],
    [
      'places',
      { device: phone, places: Array.from({ length: 501 }, () => ({ hash: '1/1', seconds: 1, secondsAgo: 1 })) },
    ],
    ['places.0.hash', { device: phone, places: [{ hash: '../1', seconds: 1, secondsAgo: 1 }] }],
    ['places.0.seconds', { device: phone, places: [{ hash: '1/1', seconds: -1, secondsAgo: 1 }] }],
    ['places.0.seconds', { device: phone, places: [{ hash: '1/1', seconds: 1e12, secondsAgo: 1 }] }],
    ['places.0.secondsAgo', { device: phone, places: [{ hash: '1/1', seconds: 1, secondsAgo: -5 }] }],
    ['device.id', { device: { id: 'x', name: 'Phone' }, places: [] }],
    ['device.name', { device: { ...phone, name: ' ' }, places: [] }],
    ['device.name', { device: { ...phone, name: 'x'.repeat(61) }, places: [] }],
  ])('API-03 what cannot be saved is named: %s', async (param, body) => {
    const answer = await call<{ errors: { param: string }[] }>(app, 'POST', '/api/places', { token, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error) => error.param)).toContain(param)
  })

  test('a member takes the positions along, and they go with the account', async () => {
    const { token: leaving } = await aMember(app, 'leaving')
    const [hash = ''] = of(1_000_002)
    await save(phone, [{ hash, seconds: 7, secondsAgo: 0 }], leaving)
    const exported = await call<{ places: unknown[]; devices: unknown[] }>(app, 'GET', '/api/auth/export', {
      token: leaving,
    })
    expect(exported.body.places).toMatchObject([{ hash, seconds: 7, device: phone }])
    expect(exported.body.devices).toEqual([{ ...phone, seenAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) }])
    const count = () => app.database.read.selectFrom('place').select('account_id').execute()
    const before = (await count()).length
    await call(app, 'POST', '/api/auth/delete-account', { token: leaving, body: { password: 'leaving-secret' } })
    expect(await count()).toHaveLength(before - 1)
  })

  test('the guest has no saved positions: many people share the account', async () => {
    const { token: guest } = await logInAs(app, 'guest', 'guest')
    expect((await save(phone, [], guest)).status).toBe(403)
  })

  test('of too many positions and devices the oldest are forgotten', async () => {
    const { user } = await aMember(app, 'hears-a-lot')
    const id = user.id ?? 0
    const places = createPositionRepository(app.database)
    const files: { id: number }[] = []
    await app.database.write.transaction().execute(async (tx) => {
      for (let n = 0; n < MAX_POSITIONS_PER_DEVICE + 3; n++) {
        files.push(await tx.insertInto('file').values(aFileRow(n)).returning('id').executeTakeFirstOrThrow())
      }
    })
    for (let begin = 0; begin < files.length; begin += 500) {
      const part = files.slice(begin, begin + 500)
      await places.save(
        id,
        phone,
        part.map((file, index) => ({ fileId: file.id, seconds: 1, atMs: begin + index + 1 })),
      )
    }
    const saved = await places.all(id)
    expect(saved).toHaveLength(MAX_POSITIONS_PER_DEVICE)
    expect(saved.at(-1)?.hash).toBe(`1000001/${files[3]?.id}`)

    const fileId = files[0]?.id ?? 0
    for (let n = 0; n < MAX_DEVICES; n++) {
      await places.save(id, { id: randomUUID(), name: `Device ${n}` }, [{ fileId, seconds: 1, atMs: 9_000_000 + n }])
    }
    const left = await places.all(id)
    expect(left).toHaveLength(MAX_DEVICES)
    expect(left.some(({ device }) => device.name === 'Phone')).toBe(false)
  })
})

function aFileRow(number: number) {
  return {
    work_id: 1_000_001,
    path: `many/${number}.wav`,
    fingerprint: `many ${number}`,
    kind: 'audio' as const,
    size_bytes: 1,
    mtime_ms: 0,
    duration_seconds: 1,
    tags: null,
    has_picture: 0 as const,
    state: 'missing' as const,
    problem: null,
  }
}
