import { setInterval } from 'node:timers'
import { join } from 'node:path'

import type { ScanStatus } from '@otodana/contract'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { writeHeldFfmpeg } from '../../../test/sounds.ts'
import { aFolder, writeFiles, writeWorks } from '../../../test/work-folders.ts'

import { newHolder } from '#jobs/lease.ts'
import { SCAN, SCAN_LEASE_MS } from './scan/scan-lease.ts'
import { createLibrary, type Library } from './library.ts'

describe.each(dialects)('the library on %s', { timeout: 180_000 }, (dialect) => {
  let database: TestDatabase
  let folder: ReturnType<typeof aFolder>
  let library: Library
  const lines: { level: number; msg: string }[] = []

  beforeEach(async () => {
    lines.length = 0
    folder = aFolder()
    database = await openTestDatabase(dialect)
    library = open()
  })
  afterEach(async () => {
    await library.close()
    await database.remove()
    folder[Symbol.dispose]()
  })

  function open(ffmpegPath = 'ffmpeg'): Library {
    return createLibrary({
      dataDir: '/nowhere',
      database,
      location: database.location,
      findRoots: async () => ({ roots: [{ path: folder.path, isDemo: false }], retired: [], refused: [] }),
      scanDepth: 4,
      scanIntervalMinutes: 0,
      ffmpegPath,
      log: pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) }),
    })
  }

  /** The scan of these twenty works does not get beyond the ninth before ffmpeg may go on. */
  function writeHeldWorks(programs: string) {
    const ffmpeg = writeHeldFfmpeg(programs)
    const names = writeWorks(folder.path, 20)
    writeFiles(folder.path, { [`${names[8]}/only ffmpeg tells its length.tta`]: 'sound' })
    library = open(ffmpeg.path)
    return ffmpeg
  }

  test('ADM-01 a scan runs in its own thread while timers go on, tells how far it is, and leaves a log', async () => {
    writeWorks(folder.path, 120, { tracks: 1 })
    expect(await library.status()).toEqual({ state: 'idle', counts: null, last: null })
    const seen: ScanStatus[] = []
    library.onStatus((status) => seen.push(status))
    let ticks = 0
    const ticking = setInterval(() => ticks++, 10)
    const before = performance.eventLoopUtilization()

    expect(await library.start()).toMatchObject({ state: 'running' })
    await library.whenIdle()
    clearInterval(ticking)
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.8)
    expect(ticks).toBeGreaterThan(5)

    const { state, last } = await library.status()
    expect(state).toBe('idle')
    expect(last).toMatchObject({ state: 'done', error: null, counts: { found: 120, added: 120, filesRead: 120 } })
    expect(seen.some(({ state, counts }) => state === 'running' && (counts?.done ?? 0) > 0)).toBe(true)
    expect(seen.at(-1)).toMatchObject({ state: 'idle', last: { state: 'done' } })
    expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['scan begins', 'scan done']))
  })

  test('ADM-08 a scan that was killed is shown as interrupted, with what it had done', async () => {
    const counts = { found: 9, done: 4, added: 4, changed: 0, unchanged: 0, missing: 0, filesRead: 7, problems: 0 }
    const run = { trigger: 'api', started_at_ms: 0, finished_at_ms: null, counts: JSON.stringify(counts), error: null }
    await database.write
      .insertInto('scan_run')
      .values({ ...run, state: 'running' })
      .execute()
    const shown = { state: 'interrupted', finishedAt: null, counts }
    expect(await library.status()).toMatchObject({ state: 'idle', last: shown })
    await database.write
      .insertInto('lease')
      .values({ name: SCAN, holder: newHolder(), expires_at_ms: Date.now() + SCAN_LEASE_MS })
      .execute()
    expect(await library.status()).toMatchObject({ state: 'running', counts, last: null })
  })

  test('while what a scan needs is being made, the library counts as being scanned', async () => {
    const making = Promise.withResolvers<void>()
    const prepared = library.prepare(() => making.promise)
    expect(await library.status()).toEqual({ state: 'running', counts: null, last: null })
    making.reject(new Error('no room'))
    await expect(prepared).rejects.toThrow('no room')
    expect(await library.status()).toMatchObject({ state: 'idle' })
  })

  test('ADM-01 a second scan is refused while one runs; a cancelled one stops and can be taken up again', async () => {
    using programs = aFolder()
    const ffmpeg = writeHeldWorks(programs.path)
    await library.start()
    await expect.poll(ffmpeg.wasAsked).toBe(true)
    await expect(library.start()).rejects.toMatchObject({ code: 'scan.running' })
    await library.cancel()
    await library.whenIdle()
    const { last } = await library.status()
    expect(last?.state).toBe('cancelled')
    expect(last?.counts.added).toBeGreaterThan(0)
    expect(last?.counts.added).toBeLessThan(20)
    await expect(library.cancel()).rejects.toMatchObject({ code: 'scan.notRunning' })

    ffmpeg.go()
    await library.start()
    await library.whenIdle()
    const { last: again } = await library.status()
    expect(again).toMatchObject({ state: 'done', counts: { unchanged: last?.counts.added } })
  })

  test('ADM-01 closing stops the scan after the works it is at', async () => {
    using programs = aFolder()
    const ffmpeg = writeHeldWorks(programs.path)
    await library.startByItself('start')
    await expect.poll(ffmpeg.wasAsked).toBe(true)
    await library.close()
    expect(await library.status()).toMatchObject({ state: 'idle', last: { state: 'cancelled' } })
    await expect(library.start()).rejects.toMatchObject({ code: 'server.busy' })
  })

  test('ADM-01 a scan of another process is seen, refused to callers, and waited for at the start', async () => {
    const other = newHolder()
    const lease = { name: SCAN, holder: other, expires_at_ms: Date.now() + SCAN_LEASE_MS }
    await database.write.insertInto('lease').values(lease).execute()
    expect(await library.status()).toMatchObject({ state: 'running', counts: null })
    await expect(library.start()).rejects.toMatchObject({ code: 'scan.running' })
    await library.whenIdle()
    await library.startByItself('start')
    expect(await library.status()).toMatchObject({ state: 'running' })
    await library.whenIdle()
    await database.write.deleteFrom('lease').execute()
    expect(await library.status()).toEqual({ state: 'idle', counts: null, last: null })
  })

  test('ADM-01 problems are listed with what and where', async () => {
    const [name = ''] = writeWorks(folder.path, 1)
    writeWorks(join(folder.path, 'copy'), 1)
    await library.start()
    await library.whenIdle()
    const [problem] = await library.problems()
    expect(problem).toMatchObject({ kind: 'duplicateCode', root: folder.path, path: `copy/${name}`, workId: 900_001 })
    expect(Date.parse(problem?.detectedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })
})

test('ADM-01 a scheduled scan without a database is logged; a rejection would end the server', async () => {
  const database = await openTestDatabase('sqlite')
  await database.read.destroy()
  const errors: string[] = []
  const library = createLibrary({
    dataDir: '/nowhere',
    database,
    location: { kind: 'sqlite', path: '/dev/null/otodana.db' },
    findRoots: async () => ({ roots: [], retired: [], refused: [] }),
    scanDepth: 4,
    scanIntervalMinutes: 0,
    ffmpegPath: 'ffmpeg',
    log: pino({ level: 'error' }, { write: (line) => errors.push((JSON.parse(line) as { msg: string }).msg) }),
  })
  try {
    await library.startByItself('schedule')
    expect(errors).toContain('the scan could not start')
    await library.close()
    errors.length = 0
    await library.startByItself('start')
    expect(errors).toEqual([])
  } finally {
    await library.close()
    await database.remove()
  }
})

test('ADM-01 when the database cannot be opened, callers get an error, a start is logged, and the server goes on', async () => {
  const database = await openTestDatabase('sqlite')
  const errors: string[] = []
  const library = createLibrary({
    dataDir: '/nowhere',
    database,
    location: { kind: 'sqlite', path: '/dev/null/otodana.db' },
    findRoots: async () => ({ roots: [], retired: [], refused: [] }),
    scanDepth: 4,
    scanIntervalMinutes: 0,
    ffmpegPath: 'ffmpeg',
    log: pino({ level: 'error' }, { write: (line) => errors.push((JSON.parse(line) as { msg: string }).msg) }),
  })
  try {
    await expect(library.start()).rejects.toThrow(/EEXIST|ENOTDIR/)
    await library.whenIdle()
    await library.startByItself('start')
    expect(await library.status()).toMatchObject({ state: 'idle', last: null })
    expect(errors).toContain('the scan could not start')
  } finally {
    await library.close()
    await database.remove()
  }
})
