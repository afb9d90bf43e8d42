import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aWav, writeFiles } from '../../../../test/work-folders.ts'

import { diskFileSystem } from '../files/file-system.ts'
import { CODELESS_AT_MOST } from './codeless-folders.ts'
import { createFolderService } from './folders.service.ts'

describe.each(dialects)('folders of works that are gone, on %s', { timeout: 120_000 }, (dialect) => {
  let world: ScanWorld
  beforeEach(async () => {
    world = await openScanWorld(dialect)
  })
  afterEach(() => world.remove())

  test('META-53 each other folder is listed once for all works that are gone, and only while it is new', async () => {
    const { database, root, folder, scan } = world
    const service = createFolderService({ database, onChanged: () => Promise.resolve() })
    const names = ['Bells', 'Rain', 'Wind']
    names.forEach((name, index) => writeFiles(join(root, name), { 'a.wav': aWav({ seconds: 2, tone: index }) }))
    writeFiles(join(root, 'Free'), { 'a.wav': aWav({ seconds: 2, tone: 9 }) })
    await scan()
    const ids = new Map<string, number>()
    for (const name of names) ids.set(name, await service.makeWork({ root, path: name }))

    /** @returns how often the scan lists the free folder */
    async function scanCounting(): Promise<number> {
      let listed = 0
      const files = {
        ...diskFileSystem,
        list(path: string) {
          if (path === join(root, 'Free')) listed++
          return diskFileSystem.list(path)
        },
      }
      await scan({ files, allowMissing: true })
      return listed
    }
    const walked = await scanCounting()
    renameSync(join(root, 'Bells'), join(folder.path, 'Bells'))
    for (const name of ['Rain', 'Wind']) rmSync(join(root, name), { recursive: true })
    expect(await scanCounting()).toBe(walked + 1)
    expect(await scanCounting()).toBe(walked)
    writeFiles(join(root, 'Free'), { 'b.wav': aWav({ seconds: 3 }) })
    expect(await scanCounting()).toBe(walked + 1)

    // Half copied when a scan lists it, and whole in the next one.
    writeFiles(join(root, 'Bells at dusk'), { 'b.wav': aWav({ seconds: 4 }) })
    await scan()
    renameSync(join(folder.path, 'Bells', 'a.wav'), join(root, 'Bells at dusk', 'a.wav'))
    await scan()
    const present = await database.read
      .selectFrom('work')
      .select(['id', 'path'])
      .where('state', '=', 'present')
      .execute()
    expect(present).toEqual([{ id: ids.get('Bells'), path: 'Bells at dusk' }])
  })

  test('META-51 a thousand folders of each library folder are listed, until it is removed from the settings', async () => {
    const { database, root, folder, scan } = world
    const { list } = createFolderService({ database, onChanged: () => Promise.resolve() })
    const other = join(folder.path, 'other')
    const names = Array.from({ length: CODELESS_AT_MOST + 1 }, (_, index) => `${index}/a.wav`)
    writeFiles(root, Object.fromEntries(names.map((name) => [name, 'a'])))
    writeFiles(other, { 'Rain/a.wav': 'a' })
    await scan({ roots: [root, other].map((path) => ({ path, isDemo: false })) })
    const { folders } = await list()
    expect(folders.filter((one) => one.root === root)).toHaveLength(CODELESS_AT_MOST)
    expect(folders.filter((one) => one.root === other)).toMatchObject([{ path: 'Rain' }])
    await scan({ roots: [{ path: other, isDemo: false }] })
    expect((await list()).folders).toMatchObject([{ root: other, path: 'Rain' }])
  })
})
