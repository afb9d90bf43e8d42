import { pino } from 'pino'
import { expect, test, vi } from 'vitest'

import { aMember, call } from '../../../test/accounts.ts'
import { startApp } from '../../../test/start-app.ts'

import type { Song } from './library.repository.ts'
import type { SubsonicLibrary } from './library.ts'
import { createWarmUp } from './warm-up.ts'

const log = pino({ level: 'silent' })

const SONG: Song = {
  id: 1,
  album: {
    id: 1,
    title: 'Rain at the Window',
    code: 'RJ01230001',
    circle: { id: 'c1', name: 'Moonlit Workshop' },
    release: null,
    addedOn: '2026-01-02',
    durationSeconds: 60,
    ageCategory: 'general',
    songCount: 1,
    genres: [],
    voiceActors: [],
  },
  path: '01 Rain.mp3',
  sizeBytes: 1_000,
  modifiedMs: 0,
  durationSeconds: 60,
  track: 1,
  disc: 1,
}

/** A library of this many works, each with one song. */
function aLibrary(size: number) {
  const albumIds = vi.fn<SubsonicLibrary['albumIds']>((_query, offset, limit) =>
    Array.from({ length: Math.max(Math.min(limit, size - offset), 0) }, (_, at) => offset + at + 1),
  )
  const albums = vi.fn<SubsonicLibrary['albums']>(() => Promise.resolve([]))
  const songsAmong = vi.fn<SubsonicLibrary['songsAmong']>(() => Promise.resolve([SONG]))
  const songPage = vi.fn<SubsonicLibrary['songPage']>(() => Promise.resolve([SONG]))
  return { albumIds, albums, songsAmong, songPage }
}

test('SUBS-05 pages of albums and songs are made once, and no more of them than there are', async () => {
  const library = aLibrary(60)
  const warmUp = createWarmUp({ library, log })
  warmUp.startAhead()
  warmUp.start()
  await vi.waitFor(() => expect(library.songPage).toHaveBeenCalledTimes(3))
  await warmUp.close()
  expect(library.songsAmong.mock.calls.map(([ids]) => ids.length)).toEqual([25, 25, 10])
  expect(library.albumIds).toHaveBeenCalledTimes(7)
  expect(library.songPage.mock.calls).toEqual([
    [0, 100],
    [0, 250],
    [0, 500],
  ])
})

test('SUBS-05 a large library is not read whole, and closing stops it', async () => {
  const library = aLibrary(100_000)
  const whole = createWarmUp({ library, log })
  whole.startAhead()
  await vi.waitFor(() => expect(library.songPage).toHaveBeenCalledTimes(3))
  await whole.close()
  expect(library.songsAmong).toHaveBeenCalledTimes(40)
  expect(library.albums.mock.calls.map(([ids]) => ids.length)).toEqual([...Array(40).fill(25), 100, 250, 500])

  const stopped = aLibrary(100_000)
  const warmUp = createWarmUp({ library: stopped, log })
  warmUp.start()
  await warmUp.close()
  expect(stopped.albums.mock.calls.length).toBeLessThan(3)
})

test('SUBS-05 beside the requests of an app there are only small ones', async () => {
  const library = aLibrary(100_000)
  const warmUp = createWarmUp({ library, log })
  warmUp.start()
  await vi.waitFor(() => expect(library.songsAmong).toHaveBeenCalledTimes(40))
  await warmUp.close()
  expect(library.songPage).not.toHaveBeenCalled()
})

test('SUBS-05 closing stops the larger ones, too', async () => {
  const library = aLibrary(100_000)
  const warmUp = createWarmUp({ library, log })
  let closed: Promise<void> | undefined
  library.songPage.mockImplementation(() => {
    closed ??= warmUp.close()
    return Promise.resolve([SONG])
  })
  warmUp.startAhead()
  await vi.waitFor(() => expect(closed).toBeDefined())
  await closed
  expect(library.songPage).toHaveBeenCalledOnce()
})

test('SUBS-05 after the start of a server they wait for ten seconds, and for none if it is closed', async () => {
  vi.useFakeTimers()
  try {
    const library = aLibrary(0)
    createWarmUp({ library, log }).startSoon()
    vi.advanceTimersByTime(9_999)
    expect(library.albumIds).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(library.albumIds).toHaveBeenCalledOnce()

    const closed = aLibrary(0)
    const warmUp = createWarmUp({ library: closed, log })
    warmUp.startSoon()
    await warmUp.close()
    vi.advanceTimersByTime(60_000)
    expect(closed.albumIds).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})

test('SUBS-05 a database that fails is a warning, and does not stop the server', async () => {
  const warn = vi.fn<() => void>()
  const library = { ...aLibrary(60), albums: () => Promise.reject(new Error('locked')) }
  const warmUp = createWarmUp({ library, log: { ...log, warn } as never })
  warmUp.start()
  await warmUp.close()
  expect(warn).toHaveBeenCalledOnce()
})

test('SUBS-05 they are made when a member makes an app password', async () => {
  const app = await startApp({ libraryDirs: [], scan: false })
  try {
    const { token } = await aMember(app, 'listener')
    const query = vi.spyOn(app.catalogue.index, 'query')
    const body = { name: 'Phone', password: 'not it' }
    await call(app, 'POST', '/api/auth/app-passwords', { token, body })
    expect(query).not.toHaveBeenCalled()
    await call(app, 'POST', '/api/auth/app-passwords', { token, body: { ...body, password: 'listener-secret' } })
    await vi.waitFor(() => expect(query).toHaveBeenCalled())
  } finally {
    await app.close()
  }
})
