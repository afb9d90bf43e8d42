import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aWav, writeFiles, writeWorks } from '../../../../test/work-folders.ts'

describe.each(dialects)('a rescan on %s', { timeout: 180_000 }, (dialect) => {
  let world: ScanWorld
  beforeEach(async () => {
    world = await openScanWorld(dialect)
  })
  afterEach(() => world.remove())

  test('ADM-01 unchanged works are not read again, unless all are asked for', async () => {
    const { root, scan, works, files } = world
    writeWorks(root, 3)
    const first = await scan()
    expect(first.counts).toMatchObject({ added: 3, filesRead: 6 })
    const before = [await works(), await files()]
    const second = await scan()
    expect(second.counts).toMatchObject({ found: 3, done: 3, added: 0, changed: 0, unchanged: 3, filesRead: 0 })
    expect([await works(), await files()]).toEqual(before)
    const full = await scan({ full: true })
    expect(full.counts).toMatchObject({ changed: 3, unchanged: 0, filesRead: 6 })
    expect(await files()).toEqual(before[1])
  })

  test('ADM-01 of a changed work only new and changed files are read, and ids stay with paths', async () => {
    const { root, scan, works, files } = world
    const [name = ''] = writeWorks(root, 1)
    await scan()
    const before = await files()
    writeFiles(join(root, name), { 'wav/1. night 1.wav': aWav({ seconds: 9 }), 'wav/3. new.wav': aWav({ seconds: 4 }) })
    const { counts } = await scan()
    expect(counts).toMatchObject({ changed: 1, filesRead: 2 })
    const after = await files()
    expect(after.filter(({ path }) => !path.endsWith('new.wav')).map(({ id, path }) => [id, path])).toEqual(
      before.map(({ id, path }) => [id, path]),
    )
    expect(after.find(({ path }) => path.endsWith('night 1.wav'))?.duration_seconds).toBe(9)
    expect((await works())[0]?.duration_seconds).toBe(15)
  })

  test('ADM-01 a renamed or moved file keeps its id by what it holds, and is not read again', async () => {
    const { root, scan, files, problems } = world
    const [name = ''] = writeWorks(root, 1)
    await scan()
    const before = await files()
    mkdirSync(join(root, name, 'disc 1'))
    renameSync(join(root, name, 'wav/1. night 1.wav'), join(root, name, 'disc 1/one.wav'))
    const { counts } = await scan()
    expect(counts).toMatchObject({ changed: 1, filesRead: 0, missing: 0 })
    const moved = (await files()).find(({ path }) => path === 'disc 1/one.wav')
    expect(moved).toMatchObject({
      id: before.find(({ path }) => path === 'wav/1. night 1.wav')?.id,
      state: 'present',
      duration_seconds: 1,
    })
    expect(await files()).toHaveLength(before.length)
    expect(await problems()).toEqual([])
  })

  test('ADM-01 a moved work keeps its id and its files, also between library folders', async () => {
    const { folder, root, scan, works, files, problems } = world
    const [name = ''] = writeWorks(root, 1)
    const other = join(folder.path, 'other')
    mkdirSync(join(other, 'circle'), { recursive: true })
    const roots = [root, other].map((path) => ({ path, isDemo: false }))
    writeFiles(root, { 'stays/x.txt': 'x' })
    await scan({ roots })
    const before = await files()
    renameSync(join(root, name), join(other, 'circle', `${name} renamed`))
    const { counts } = await scan({ roots })
    expect(counts).toMatchObject({ changed: 1, missing: 0, filesRead: 0 })
    expect(await files()).toEqual(before)
    expect(await works()).toMatchObject([{ root: other, path: `circle/${name} renamed`, state: 'present' }])
    expect(await problems()).toEqual([])
  })

  test('MED-09 what an older version has read of a FLAC is read again once, and the file keeps its id', async () => {
    const { database, root, scan, files, problems } = world
    writeFiles(join(root, 'RJ100001'), { 'a.flac': aCutFlac(), 'b.wav': aWav() })
    await scan()
    const before = await files()
    expect(await problems()).toMatchObject([{ kind: 'brokenMedia', path: 'RJ100001/a.flac' }])
    await database.write.updateTable('file').set({ problem: null, read_version: 0 }).execute()
    await database.write.updateTable('work').set({ signature: 'of an older version' }).execute()
    await database.write.deleteFrom('scan_problem').execute()
    expect((await scan()).counts).toMatchObject({ changed: 1, filesRead: 1, problems: 1 })
    expect((await files()).map(({ id, problem }) => [id, problem])).toEqual(
      before.map(({ id, problem }) => [id, problem]),
    )
    expect((await scan()).counts).toMatchObject({ unchanged: 1, filesRead: 0 })
  })

  test('CHP-05 cue sheets that an older version has seen are read by the next scan, and again once they change', async () => {
    const { database, root, scan, files } = world
    const sheet = (second: number) =>
      `FILE "a.wav" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:0${second}:00`
    writeFiles(join(root, 'RJ100001'), { 'a.wav': aWav({ seconds: 5 }), 'a.cue': sheet(2) })
    await scan()
    const read = async () => (await files()).find(({ path }) => path === 'a.cue')?.chapters
    const before = await read()
    expect(before).toBe('[["a.wav",[[0,""],[2,""]]]]')
    await database.write.updateTable('file').set({ chapters: null, read_version: 2 }).execute()
    await database.write.updateTable('work').set({ signature: 'of an older version' }).execute()
    await scan()
    expect(await read()).toBe(before)
    writeFiles(join(root, 'RJ100001'), { 'a.cue': `${sheet(4)}\n` })
    await scan()
    expect(await read()).toBe('[["a.wav",[[0,""],[4,""]]]]')
  })

  test('MED-07 what an older version took for no sound, or for sound without a length, is read again once', async () => {
    const { database, root, scan, files } = world
    writeFiles(join(root, 'RJ100001'), { 'a.aiff': aWav(), 'b.wav': aWav(), 'c.wav': aWav({ tone: 3 }) })
    await scan()
    const before = await files()
    const old = { read_version: 0, kind: 'other' as const, duration_seconds: null }
    await database.write.updateTable('file').set(old).where('path', '=', 'a.aiff').execute()
    await database.write
      .updateTable('file')
      .set({ ...old, kind: 'audio' })
      .where('path', '=', 'b.wav')
      .execute()
    await database.write.updateTable('file').set({ read_version: 0 }).where('path', '=', 'c.wav').execute()
    await database.write.updateTable('work').set({ signature: 'of an older version' }).execute()
    expect((await scan()).counts).toMatchObject({ changed: 1, filesRead: 2 })
    const told = (rows: typeof before) => rows.map(({ id, kind, duration_seconds }) => [id, kind, duration_seconds])
    expect(told(await files())).toEqual(told(before))
    expect((await scan()).counts).toMatchObject({ unchanged: 1, filesRead: 0 })
  })
})

/** The header of one second of audio, without the audio. */
function aCutFlac(): Uint8Array {
  const flac = Buffer.alloc(42)
  flac.write('fLaC')
  flac.writeUInt32BE(0x80000022, 4)
  flac.writeUInt16BE(4096, 8)
  flac.writeUInt16BE(4096, 10)
  // 44.1 kHz, two channels, 16 bits.
  flac.writeUInt32BE((44_100 << 12) | (1 << 9) | (15 << 4), 18)
  flac.writeUInt32BE(44_100, 22)
  return flac
}
