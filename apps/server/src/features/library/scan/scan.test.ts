import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aFolder, writeWorks } from '../../../../test/work-folders.ts'

import { newHolder, takeLease } from '#jobs/lease.ts'
import { diskFileSystem, type FileSystem } from '../files/file-system.ts'
import { SCAN, scanLease } from './scan-lease.ts'
import { scanLibrary, type ScanOptions } from './scan.ts'

const silent = { info() {}, warn() {}, error() {} }

describe.each(dialects)('a run of a scan on %s', { timeout: 180_000 }, (dialect) => {
  let world: ScanWorld
  beforeEach(async () => {
    world = await openScanWorld(dialect)
  })
  afterEach(() => world.remove())

  test('ADM-08 works that are read are stored while another one is still being read, with the run’s counts', async () => {
    const { database, root, scan, works } = world
    const names = writeWorks(root, 4, { tracks: 1 })
    const slowest = join(root, names[1] ?? '')
    const stop = new AbortController()
    // A file whose read never ends, as from a store that hangs.
    const hanging: FileSystem = {
      ...diskFileSystem,
      storeOf: (path) =>
        path.startsWith(`${slowest}/wav/`)
          ? {
              holdsAnything: async () => true,
              fingerprint: () => 'x',
              openMedia: (_path, signal) =>
                new Promise((_open, fail) => signal?.addEventListener('abort', () => fail(signal.reason as Error))),
              readHead: async () => new Uint8Array(),
            }
          : null,
    }
    let atKill: { counts: string }[] = []
    const onStored = async () => {
      const added = async () => (await works()).length
      if ((await added()) < 3) return
      atKill = await database.read.selectFrom('scan_run').select('counts').execute()
      stop.abort()
    }
    await scan({ files: hanging, signal: stop.signal, onStored: () => void onStored() })
    expect(atKill.map(({ counts }) => JSON.parse(counts))).toMatchObject([{ found: 4, done: 3, added: 3 }])
    expect((await works()).every(({ signature }) => signature !== null)).toBe(true)
    expect((await scan()).counts).toMatchObject({ unchanged: 3, added: 1 })
  })

  test('ADM-01 a new folder that is renamed while it is read is skipped, and the scan goes on', async () => {
    const { root, scan, problemKinds } = world
    const names = writeWorks(root, 3, { tracks: 1 })
    const [first = ''] = names
    const hasty: FileSystem = {
      ...diskFileSystem,
      stat(path) {
        if (path === join(root, first))
          throw Object.assign(new Error(`ENOENT: no such file or directory, stat '${path}'`), { code: 'ENOENT' })
        return diskFileSystem.stat(path)
      },
    }
    expect(await scan({ files: hasty })).toMatchObject({ state: 'done', counts: { found: 3, done: 3, added: 2 } })
    expect(await problemKinds()).toEqual(['unreadableFolder'])
    expect(await scan()).toMatchObject({ state: 'done', counts: { added: 1, problems: 0 } })
  })

  test('ADM-01 a cancelled scan keeps what it has read, marks nothing missing, and the next goes on', async () => {
    const { database, root, scan, works } = world
    const names = writeWorks(root, 60)
    await scan()
    rmSync(join(root, names[59] ?? ''), { recursive: true })
    const fresh = writeWorks(root, 60, { first: 100, tracks: 1 })
    const stop = new AbortController()
    let isReading = false
    const slow: FileSystem = {
      ...diskFileSystem,
      list(dir) {
        if (isReading && dir === join(root, fresh[30] ?? '')) stop.abort()
        return diskFileSystem.list(dir)
      },
    }
    const onProgress: ScanOptions['onProgress'] = (_counts, phase) => (isReading = phase === 'reading')
    const { state, counts } = await scan({ files: slow, signal: stop.signal, onProgress })
    expect(state).toBe('cancelled')
    expect(counts.added).toBeGreaterThanOrEqual(24)
    expect(counts.added).toBeLessThan(40)
    expect((await works()).filter(({ state }) => state === 'missing')).toEqual([])
    const next = await scan()
    expect(next.counts).toMatchObject({ added: 60 - counts.added, missing: 1 })
    const runs = await database.write.selectFrom('scan_run').select('state').orderBy('id').execute()
    expect(runs.map(({ state }) => state)).toEqual(['done', 'cancelled', 'done'])
  })

  test('ADM-01 only one process scans; a lease that ran out or whose process is dead is taken over', async () => {
    const { database, root, scan } = world
    writeWorks(root, 1)
    const holder = newHolder()
    expect(await takeLease(database.write, scanLease(holder))).toBe(true)
    await expect(scan()).rejects.toMatchObject({ code: 'scan.running' })
    await database.write
      .updateTable('lease')
      .set({ expires_at_ms: Date.now() - 1 })
      .execute()
    expect((await scan()).state).toBe('done')

    // No process has this number: it is above the kernel's limit.
    const [host = ''] = holder.split('/')
    const dead = `${host}/4194999/0/gone`
    await database.write
      .insertInto('lease')
      .values({ name: SCAN, holder: dead, expires_at_ms: Date.now() + 30_000 })
      .execute()
    await database.write
      .insertInto('scan_run')
      .values({ state: 'running', trigger: 'api', started_at_ms: 0, finished_at_ms: null, counts: '{}', error: null })
      .execute()
    expect((await scan()).state).toBe('done')
    const runs = await database.write.selectFrom('scan_run').select('state').orderBy('id').execute()
    expect(runs.map(({ state }) => state)).toEqual(['done', 'interrupted', 'done'])
    expect(await database.write.selectFrom('lease').selectAll().execute()).toEqual([])
  })

  test('ADM-01 a scan that has lost its lease writes nothing more', async () => {
    const { database, root, scan, works } = world
    writeWorks(root, 20)
    let hasTaken = false
    const result = await scan({
      onProgress: (_counts, phase) => {
        if (phase !== 'reading' || hasTaken) return
        hasTaken = true
        void database.write.updateTable('lease').set({ holder: 'elsewhere/1/0/x' }).execute()
      },
    })
    expect(result).toMatchObject({ state: 'failed' })
    expect(result.error).toContain('taken over')
    expect((await works()).length).toBeLessThan(20)
  })

  test('ADM-01 a work that the database refuses is reported once; the others are stored', async () => {
    const { database, root, scan, works, problems } = world
    const names = writeWorks(root, 12)
    const refuse =
      dialect === 'sqlite'
        ? sql`create trigger refusal before insert on work when new.id = 900005 begin select raise(abort, 'refused'); end`
        : sql`alter table work add constraint refusal check (id <> 900005)`
    await refuse.execute(database.write)
    for (let time = 0; time < 2; time++) {
      expect(await scan()).toMatchObject({ state: 'done', counts: { found: 12, done: 12, problems: 1 } })
      expect(await works()).toHaveLength(11)
      expect(await problems()).toMatchObject([{ kind: 'unreadableFolder', path: names[4] }])
    }
  })

  test('ADM-01 progress never goes back and ends with the result', async () => {
    const { root, scan } = world
    writeWorks(root, 30)
    const seen: number[] = []
    const phases = new Set<string>()
    const { counts } = await scan({
      onProgress: (at, phase) => {
        seen.push(at.done)
        phases.add(phase)
      },
    })
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.at(-1)).toBe(counts.done)
    expect([...phases]).toEqual(['looking', 'reading', 'finishing'])
  })
})

describe('a scan when the disk is full', () => {
  test('ADM-01 it ends as failed with the reason, keeps whole works, and goes on when there is room', async () => {
    const database = await openTestDatabase('sqlite')
    using folder = aFolder()
    try {
      const names = writeWorks(folder.path, 120, { tracks: 1 })
      for (const name of names) writeFileSync(join(folder.path, name, `${'long name '.repeat(20)}.txt`), 'x')
      const pages = await sql<{ page_count: number }>`pragma page_count`.execute(database.write)
      const limit = (pages.rows[0]?.page_count ?? 0) + 12
      await sql`pragma max_page_count = ${sql.raw(String(limit))}`.execute(database.write)
      const deps = {
        database,
        roots: [{ path: folder.path, isDemo: false }],
        retired: [],
        scanDepth: 3,
        ffmpegPath: 'ffmpeg',
        log: silent,
      }
      const full = await scanLibrary(deps, { trigger: 'api' })
      expect(full.state).toBe('failed')
      expect(full.error).toMatch(/full/i)
      const whole = await database.read
        .selectFrom('work')
        .innerJoin('file', 'file.work_id', 'work.id')
        .select((eb) => ['work.id', eb.fn.countAll<number>().as('count')])
        .groupBy('work.id')
        .execute()
      expect(whole.length).toBeLessThan(120)
      expect(whole.every(({ count }) => count === 4)).toBe(true)

      await sql`pragma max_page_count = 100000`.execute(database.write)
      const again = await scanLibrary(deps, { trigger: 'api' })
      expect(again).toMatchObject({ state: 'done', counts: { unchanged: whole.length, added: 120 - whole.length } })
    } finally {
      await database.remove()
    }
  })
})
