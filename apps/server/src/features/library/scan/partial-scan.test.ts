import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aWorkFolder, writeFiles, writeWorks } from '../../../../test/work-folders.ts'

describe.each(dialects)('a scan of some folders on %s', { timeout: 60_000 }, (dialect) => {
  let world: ScanWorld
  beforeEach(async () => {
    world = await openScanWorld(dialect)
  })
  afterEach(() => world.remove())

  const scanWithin = (...paths: string[]) =>
    world.scan({ trigger: 'watch', within: paths.map((path) => ({ root: world.root, path })) })

  test('WCH-01 what is new, changed, moved or gone in them is found, and the rest of the library is not looked at', async () => {
    const { root, scan, works, files } = world
    const names = writeWorks(root, 12, { tracks: 1 })
    await scan()
    const before = await files()
    renameSync(join(root, names[0] ?? ''), join(root, `circle ${names[0]}`))
    rmSync(join(root, names[1] ?? ''), { recursive: true })
    rmSync(join(root, names[2] ?? ''), { recursive: true })
    writeFiles(join(root, 'new/RJ950001 New'), aWorkFolder(50, { tracks: 1 }))
    const { state, counts } = await scanWithin(names[0] ?? '', `circle ${names[0]}`, names[1] ?? '', 'new/RJ950001 New')
    expect([state, counts]).toMatchObject(['done', { found: 2, added: 1, changed: 1, missing: 1 }])
    const now = await works()
    expect(now.find(({ id }) => id === 900001)?.path).toBe(`circle ${names[0]}`)
    expect(now.filter(({ state: presence }) => presence === 'missing').map(({ id }) => id)).toEqual([900002])
    expect((await files()).filter(({ work_id: id }) => id === 900001)).toEqual(
      before.filter(({ work_id: id }) => id === 900001),
    )
  })

  test('WCH-02 many small losses are refused as one large one, and so is a folder that is empty now', async () => {
    const { root, scan, works, problemKinds } = world
    const names = writeWorks(root, 20, { tracks: 1 })
    await scan()
    for (const name of names.slice(0, 4)) {
      rmSync(join(root, name), { recursive: true })
      await scanWithin(name)
    }
    expect((await works()).filter(({ state }) => state === 'missing')).toHaveLength(2)
    expect(await problemKinds()).toEqual(['manyMissing'])
    for (const name of names.slice(4)) rmSync(join(root, name), { recursive: true })
    await scanWithin(...names)
    expect((await works()).filter(({ state }) => state === 'missing')).toHaveLength(2)
    rmSync(root, { recursive: true })
    expect((await scanWithin(...names)).counts.missing).toBe(0)
    expect((await works()).filter(({ state }) => state === 'missing')).toHaveLength(2)
  })

  test('WCH-02 files lost one by one from works that stay are refused as one large loss; a whole scan begins a new count', async () => {
    const { root, scan, files, problemKinds } = world
    const names = writeWorks(root, 20, { tracks: 1 })
    await scan()
    const lost = async () => (await files()).filter(({ state }) => state === 'missing').length
    const lose = async (index: number) => {
      rmSync(join(root, names[index] ?? '', 'readme.txt'))
      await scanWithin(names[index] ?? '')
    }
    for (let index = 0; index < 6; index++) await lose(index)
    expect([await lost(), await problemKinds()]).toEqual([6, []])
    await lose(6)
    expect([await lost(), await problemKinds()]).toEqual([6, ['manyMissing']])

    // One that is back no longer counts.
    writeFiles(join(root, names[0] ?? ''), aWorkFolder(1, { tracks: 1 }))
    await scanWithin(names[0] ?? '')
    expect(await lost()).toBe(5)
    await scanWithin(names[6] ?? '')
    expect(await lost()).toBe(6)

    // What a whole scan was allowed to mark is no loss of the partial scans after it.
    for (const name of names.slice(10, 15)) rmSync(join(root, name), { recursive: true })
    await scan({ allowMissing: true })
    expect(await lost()).toBe(21)
    await lose(7)
    expect([await lost(), await problemKinds()]).toEqual([22, []])
  })

  test('WCH-01 a second folder of a known code is a problem, unless the first is gone; links are left to a whole scan', async () => {
    const { root, scan, works, problems } = world
    writeWorks(root, 12, { tracks: 1 })
    mkdirSync(join(root, 'linked'))
    symlinkSync(join(root, 'links to it'), join(root, 'linked', 'RJ960001 link'))
    writeFiles(join(root, 'links to it'), aWorkFolder(60, { tracks: 1 }))
    await scan()
    const [first] = await works()
    writeFiles(join(root, 'again', first?.path ?? ''), aWorkFolder(1, { tracks: 1 }))
    await scanWithin('again', 'linked')
    expect((await works())[0]).toEqual(first)
    expect((await problems()).filter(({ kind }) => kind === 'duplicateCode')).toHaveLength(1)
    rmSync(join(root, first?.path ?? ''), { recursive: true })
    await scanWithin('again', first?.path ?? '')
    expect((await works())[0]).toMatchObject({ path: `again/${first?.path}`, state: 'present' })
    expect((await works()).every(({ state }) => state === 'present')).toBe(true)
    expect((await problems()).filter(({ kind }) => kind === 'duplicateCode')).toEqual([])
  })
})
