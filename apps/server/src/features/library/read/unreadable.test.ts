import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aWav, writeFiles, writeWorks } from '../../../../test/work-folders.ts'

import { diskFileSystem, type FileSystem } from '../files/file-system.ts'
import { type ScanOptions } from '../scan/scan.ts'

describe.each(dialects)('what a scan cannot read on %s', { timeout: 180_000 }, (dialect) => {
  let world: ScanWorld
  beforeEach(async () => {
    world = await openScanWorld(dialect)
  })
  afterEach(() => world.remove())

  test('ADM-01 broken media is a problem of that file; it stays listed and its problem lasts until it changes', async () => {
    const { root, scan, files, problems } = world
    writeFiles(join(root, 'RJ100001'), { 'good.wav': aWav(), 'bad.mp3': 'this is no mp3', 'empty.flac': '' })
    expect(await scan()).toMatchObject({ state: 'done', counts: { added: 1, problems: 2 } })
    expect((await problems()).map(({ kind, path }) => [kind, path])).toEqual([
      ['brokenMedia', 'RJ100001/bad.mp3'],
      ['brokenMedia', 'RJ100001/empty.flac'],
    ])
    expect((await files()).map(({ path, kind, problem }) => [path, kind, problem !== null])).toEqual([
      ['bad.mp3', 'audio', true],
      ['empty.flac', 'audio', true],
      ['good.wav', 'audio', false],
    ])
    expect((await scan()).counts).toMatchObject({ unchanged: 1, problems: 2 })
    writeFiles(join(root, 'RJ100001'), { 'bad.mp3': aWav(), 'empty.flac': aWav({ tone: 3 }) })
    expect((await scan()).counts).toMatchObject({ changed: 1, filesRead: 2, problems: 0 })
  })

  test('ADM-01 what lies in an unreadable folder does not become missing, in the walk and in a work', async () => {
    const { root, scan, works, files, problems } = world
    writeFiles(root, { 'x.txt': 'x' })
    writeWorks(join(root, 'shelf'), 3)
    const [name = ''] = writeWorks(root, 1, { first: 50 })
    await scan()
    const refusing = failingList((dir) => dir === join(root, 'shelf') || dir === join(root, name, 'wav'))
    expect((await scan({ files: refusing, allowMissing: true })).counts).toMatchObject({ missing: 0, problems: 2 })
    expect((await problems()).map(({ kind, path }) => [kind, path])).toEqual([
      ['unreadableFolder', 'shelf'],
      ['unreadableFolder', `${name}/wav`],
    ])
    expect((await works()).every(({ state }) => state === 'present')).toBe(true)
    expect((await files()).every(({ state }) => state === 'present')).toBe(true)
    expect((await scan()).counts).toMatchObject({ changed: 1, unchanged: 3, problems: 0 })
  })

  test('ADM-01 a new work whose folder cannot be read is reported, and found once it can', async () => {
    const { root, scan, problems } = world
    const [name = ''] = writeWorks(root, 1)
    const refusing = failingList((dir) => dir === join(root, name))
    expect((await scan({ files: refusing })).counts).toMatchObject({ found: 1, done: 1, added: 0, problems: 1 })
    expect(await problems()).toMatchObject([{ kind: 'unreadableFolder', path: name, workId: null }])
    expect((await scan()).counts).toMatchObject({ added: 1, problems: 0 })
  })

  test('ADM-01 an unreadable file is listed, reported, and tried again at every scan', async () => {
    const { root, scan, problems } = world
    const [name = ''] = writeWorks(root, 1)
    const locked = join(root, name, 'wav/1. night 1.wav')
    const refusing: FileSystem = {
      ...diskFileSystem,
      readBlocks(path, offsets, length) {
        if (path === locked) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
        return diskFileSystem.readBlocks(path, offsets, length)
      },
    }
    await scan({ files: refusing })
    expect(await problems()).toMatchObject([{ kind: 'unreadableFile', path: `${name}/wav/1. night 1.wav` }])
    expect((await scan()).counts).toMatchObject({ changed: 1, filesRead: 1, problems: 0 })
    expect((await scan()).counts.unchanged).toBe(1)
  })

  test('ADM-01 a disk that goes away while works are read takes nothing from them, and is read when it is back', async () => {
    const { folder, root, scan, works, files, problems } = world
    const [known = '', fresh = ''] = writeWorks(root, 2, { tracks: 2 })
    const sidecar = join(root, fresh, 'otodana.yaml')
    writeFileSync(sidecar, 'title: Told by its sidecar')
    renameSync(join(root, fresh), join(folder.path, fresh))
    await scan()
    const before = await files()
    renameSync(join(folder.path, fresh), join(root, fresh))

    let isAway = false
    // Listing and stat succeed; then the disk disappears.
    const failing: FileSystem = {
      ...diskFileSystem,
      readBlocks(path, offsets, length) {
        const blocks = diskFileSystem.readBlocks(path, offsets, length)
        if (!isAway) renameSync(root, `${root}.away`)
        isAway = true
        return blocks
      },
    }
    const cut = await scan({ full: true, files: failing, allowMissing: true })
    expect(cut).toMatchObject({ state: 'failed', counts: { missing: 0, changed: 0, added: 0 } })
    expect(cut.error).toContain(root)
    expect(isAway).toBe(true)
    expect(await problems()).toMatchObject([{ kind: 'rootUnavailable', root, path: '' }])
    const facts = (all: typeof before) =>
      all.map(({ id, path, duration_seconds, state }) => [id, path, duration_seconds, state])
    expect(facts((await files()).filter(({ work_id }) => work_id === before[0]?.work_id))).toEqual(facts(before))

    renameSync(`${root}.away`, root)
    expect(await scan()).toMatchObject({ state: 'done', counts: { problems: 0 } })
    expect((await works()).map(({ title }) => title)).toContain('Told by its sidecar')
    expect((await files()).every(({ kind, duration_seconds }) => kind !== 'audio' || duration_seconds !== null)).toBe(
      true,
    )
    expect(known).not.toBe(fresh)
  })

  test('ADM-07 a library folder that goes away in mid-scan ends it as failed; the others are read, nothing is missing', async () => {
    const { database, folder, root, scan, works, problems } = world
    const other = join(folder.path, 'other')
    const names = writeWorks(root, 12)
    const [gone = ''] = writeWorks(other, 10, { first: 50 })
    const roots = [root, other].map((path) => ({ path, isDemo: false }))
    await scan({ roots })
    const before = await works()
    rmSync(join(other, gone), { recursive: true })
    writeWorks(other, 1, { first: 70 })
    let isAway = false
    const leaving: FileSystem = {
      ...diskFileSystem,
      list(dir) {
        if (!isAway && dir === join(root, names[3] ?? '', 'wav')) {
          renameSync(root, `${root}.away`)
          // Like the mount point of an unmounted disk.
          mkdirSync(root)
          isAway = true
        }
        return diskFileSystem.list(dir)
      },
    }
    const onProgress: ScanOptions['onProgress'] = (_counts, phase) => (isAway = phase === 'looking')
    const result = await scan({ roots, files: leaving, allowMissing: true, onProgress })
    expect(result).toMatchObject({ state: 'failed', counts: { added: 1, changed: 0, missing: 0 } })
    expect(result.error).toContain(`${root}: The library folder went away during the scan`)
    expect(await problems()).toMatchObject([{ kind: 'rootUnavailable', root, path: '' }])
    expect((await works()).filter(({ root: at }) => at === root)).toEqual(before.filter(({ root: at }) => at === root))
    expect((await works()).every(({ state }) => state === 'present')).toBe(true)
    const { state, error } = await database.read
      .selectFrom('scan_run')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([state, error]).toEqual(['failed', result.error])

    rmSync(root, { recursive: true })
    renameSync(`${root}.away`, root)
    expect(await scan({ roots })).toMatchObject({ state: 'done', counts: { unchanged: 22, missing: 1, problems: 0 } })
  })

  test('ADM-07 a library folder that goes away while it is walked costs no work', async () => {
    const { root, scan, works, problems } = world
    writeWorks(join(root, 'shelf'), 12)
    await scan()
    const before = await works()
    const leaving: FileSystem = {
      ...diskFileSystem,
      list(dir) {
        if (dir === join(root, 'shelf')) renameSync(root, `${root}.away`)
        return diskFileSystem.list(dir)
      },
    }
    expect(await scan({ files: leaving, allowMissing: true })).toMatchObject({
      state: 'failed',
      counts: { missing: 0 },
    })
    expect(await problems()).toMatchObject([{ kind: 'rootUnavailable', root }])
    expect(await works()).toEqual(before)
  })

  test('ADM-09 a work with an unreadable part counts as changed once; it is tried again all the same', async () => {
    const { root, scan, works, files, problems } = world
    const [first = '', second = ''] = writeWorks(root, 2)
    await scan()
    writeFiles(join(root, first), { 'wav/3. new.wav': aWav({ seconds: 4 }) })
    const locked = [join(root, first, 'wav/3. new.wav'), join(root, second, 'wav')]
    let tries = 0
    const refuse = (path: string) => {
      if (!locked.includes(path)) return
      tries++
      throw Object.assign(new Error(`EACCES: permission denied, '${path}'`), { code: 'EACCES' })
    }
    const refusing: FileSystem = {
      ...diskFileSystem,
      list(dir) {
        refuse(dir)
        return diskFileSystem.list(dir)
      },
      readBlocks(path, offsets, length) {
        refuse(path)
        return diskFileSystem.readBlocks(path, offsets, length)
      },
    }
    expect((await scan({ files: refusing })).counts).toMatchObject({ changed: 2, unchanged: 0, problems: 2 })
    const stored = [await works(), await files(), await problems()]
    for (const time of [1, 2]) {
      tries = 0
      const { counts } = await scan({ files: refusing })
      expect(counts, `scan ${time}`).toMatchObject({ done: 2, changed: 0, unchanged: 2, problems: 2 })
      expect(tries).toBeGreaterThanOrEqual(2)
    }
    expect([await works(), await files(), await problems()]).toEqual(stored)
    writeFiles(join(root, second), { 'readme.txt': 'another text' })
    expect((await scan({ files: refusing })).counts).toMatchObject({ changed: 1, unchanged: 1, problems: 2 })
    expect((await scan()).counts).toMatchObject({ changed: 2, filesRead: 1, problems: 0 })
    expect((await scan()).counts).toMatchObject({ changed: 0, unchanged: 2 })
  })
})

/** A disk that refuses to list some folders, as without permission. */
function failingList(isRefused: (dir: string) => boolean): FileSystem {
  return {
    ...diskFileSystem,
    list(dir) {
      if (isRefused(dir))
        throw Object.assign(new Error(`EACCES: permission denied, scandir '${dir}'`), { code: 'EACCES' })
      return diskFileSystem.list(dir)
    },
  }
}
