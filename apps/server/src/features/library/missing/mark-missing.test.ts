import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aWorkFolder, writeFiles, writeWorks } from '../../../../test/work-folders.ts'

import { listMissingWorks } from './missing-works.ts'

describe.each(dialects)('what a scan misses on %s', { timeout: 180_000 }, (dialect) => {
  let world: ScanWorld
  beforeEach(async () => {
    world = await openScanWorld(dialect)
  })
  afterEach(() => world.remove())

  test('ADM-01 a deleted work becomes missing, keeps its rows, and comes back with its ids', async () => {
    const { folder, root, scan, works, files } = world
    const names = writeWorks(root, 10)
    await scan()
    const before = await files()
    const away = join(folder.path, 'away')
    renameSync(join(root, names[0] ?? ''), away)
    expect((await scan()).counts).toMatchObject({ missing: 1, problems: 0 })
    expect((await works()).map(({ state }) => state)).toEqual([
      'missing',
      ...Array.from({ length: 9 }, () => 'present'),
    ])
    expect((await files()).filter(({ state }) => state === 'missing')).toHaveLength(4)
    renameSync(away, join(root, names[0] ?? ''))
    expect((await scan()).counts).toMatchObject({ changed: 1, missing: 0, filesRead: 0 })
    expect(await files()).toEqual(before)
    expect((await works()).every(({ state }) => state === 'present')).toBe(true)
  })

  test('ADM-06 missing works are listed by code, with title and last known folder, in pages', async () => {
    const { database, root, scan } = world
    const names = writeWorks(root, 4)
    await scan()
    for (const name of names.slice(0, 3)) rmSync(join(root, name), { recursive: true })
    expect(await listMissingWorks(database.read, { demo: '', offset: 0, limit: 9 })).toEqual({ works: [], total: 0 })
    await scan({ allowMissing: true })
    const { works: first, total } = await listMissingWorks(database.read, { demo: '', offset: 0, limit: 2 })
    expect(total).toBe(3)
    expect(first).toEqual([
      { id: 900001, code: 'RJ900001', title: 'Quiet evening 1', root, path: names[0] },
      { id: 900002, code: 'RJ900002', title: 'Quiet evening 2', root, path: names[1] },
    ])
    const { works: last } = await listMissingWorks(database.read, { demo: '', offset: 2, limit: 2 })
    expect(last.map(({ code }) => code)).toEqual(['RJ900003'])
  })

  test('ADM-01 a deleted file becomes missing and no longer counts for its work', async () => {
    const { root, scan, works, files } = world
    const names = writeWorks(root, 10)
    await scan()
    rmSync(join(root, names[0] ?? '', 'wav/2. night 2.wav'))
    await scan()
    const gone = (await files()).filter(({ state }) => state === 'missing')
    expect(gone.map(({ path }) => path)).toEqual(['wav/2. night 2.wav'])
    expect((await works())[0]?.duration_seconds).toBe(1)
    expect((await scan()).counts).toMatchObject({ unchanged: 10 })
  })

  test('ADM-01 a tenth of the works may go missing; one more is refused until it is allowed', async () => {
    const { root, scan, works, problems } = world
    const names = writeWorks(root, 20, { tracks: 1 })
    await scan()
    for (const name of names.slice(0, 3)) rmSync(join(root, name), { recursive: true })
    expect((await scan()).counts).toMatchObject({ missing: 0, problems: 1 })
    expect((await works()).every(({ state }) => state === 'present')).toBe(true)
    const [problem] = await problems()
    expect(problem).toMatchObject({ kind: 'manyMissing', root })
    expect(problem?.message).toContain('3 of its 20 works and 9 of its 60 files')
    expect(problem?.message).toContain('npm run otodana -- scan --allow-missing')

    writeFiles(join(root, names[0] ?? ''), aWorkFolder(1, { tracks: 1 }))
    expect((await scan()).counts).toMatchObject({ missing: 2, problems: 0 })

    for (const name of names.slice(3, 9)) rmSync(join(root, name), { recursive: true })
    expect((await scan()).counts.missing).toBe(0)
    expect((await scan({ allowMissing: true })).counts).toMatchObject({ missing: 6, problems: 0 })
  })

  test('ADM-01 a tenth of the files may go missing; one more is refused until it is allowed', async () => {
    const { root, scan, files, problemKinds } = world
    const names = writeWorks(root, 8)
    await scan()
    const remove = (...indices: number[]) => {
      for (const index of indices) rmSync(join(root, names[index] ?? '', 'readme.txt'))
    }
    remove(0, 1, 2)
    expect((await scan()).counts.problems).toBe(0)
    expect((await files()).filter(({ state }) => state === 'missing')).toHaveLength(3)

    // 29 remain: three are more than a tenth.
    remove(3, 4, 5)
    await scan()
    expect(await problemKinds()).toEqual(['manyMissing'])
    expect((await files()).filter(({ state }) => state === 'missing')).toHaveLength(3)
    await scan()
    expect(await problemKinds()).toEqual(['manyMissing'])
    await scan({ allowMissing: true })
    expect((await files()).filter(({ state }) => state === 'missing')).toHaveLength(6)
    expect(await problemKinds()).toEqual([])
    expect((await scan()).counts.unchanged).toBe(8)
  })

  test('ADM-01 in a small library two works may go missing, unless they are half of it', async () => {
    const { root, scan, works, problemKinds } = world
    const names = writeWorks(root, 6)
    const missing = async () => (await works()).filter(({ state }) => state === 'missing').length
    await scan()
    // One is gone, and of the other only a file is left.
    rmSync(join(root, names[0] ?? ''), { recursive: true })
    rmSync(join(root, names[1] ?? '', 'wav'), { recursive: true })
    expect((await scan()).counts).toMatchObject({ missing: 1, problems: 0 })
    rmSync(join(root, names[1] ?? ''), { recursive: true })
    expect((await scan()).counts).toMatchObject({ missing: 1, problems: 0 })

    // Four remain.
    for (const name of names.slice(2, 4)) rmSync(join(root, name), { recursive: true })
    await scan()
    expect([await missing(), await problemKinds()]).toEqual([2, ['manyMissing']])
  })

  test('ADM-01 a library folder that is not there or empty costs no work; only the empty one can be allowed', async () => {
    const { folder, root, scan, problemKinds } = world
    writeWorks(root, 2)
    await scan()
    const away = join(folder.path, 'away')
    renameSync(root, away)
    expect((await scan({ allowMissing: true })).counts.missing).toBe(0)
    expect(await problemKinds()).toEqual(['rootUnavailable'])
    mkdirSync(root)
    expect((await scan()).counts.missing).toBe(0)
    expect(await problemKinds()).toEqual(['rootUnavailable'])
    expect((await scan({ allowMissing: true })).counts.missing).toBe(2)
  })

  test('ADM-01 a folder that is no longer configured keeps its works until it is allowed; the demo library does not', async () => {
    const { folder, root, scan, problems } = world
    writeWorks(root, 1)
    const other = join(folder.path, 'other')
    writeWorks(other, 1, { first: 50 })
    await scan({ roots: [root, other].map((path) => ({ path, isDemo: false })) })
    expect((await scan()).counts.missing).toBe(0)
    expect(await problems()).toMatchObject([{ kind: 'rootUnavailable', root: other }])
    expect((await scan({ retired: [other] })).counts).toMatchObject({ missing: 1, problems: 0 })
  })

  test('ADM-09 works with files that may not be called missing yet count as changed once', async () => {
    const { root, scan, files } = world
    const names = writeWorks(root, 2)
    await scan()
    for (const name of names) rmSync(join(root, name, 'readme.txt'))
    expect((await scan()).counts).toMatchObject({ changed: 2 })
    expect((await scan()).counts).toMatchObject({ changed: 0, unchanged: 2, problems: 1 })
    await scan({ allowMissing: true })
    expect((await files()).filter(({ state }) => state === 'missing')).toHaveLength(2)
    expect((await scan()).counts).toMatchObject({ unchanged: 2, problems: 0 })
  })
})
