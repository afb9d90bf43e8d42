import { resolve } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { writeFiles, writeWorks } from '../../../../test/work-folders.ts'

import type { Place } from '../folders/identities.ts'
import { createWatchedFolders, foldersToWatch } from './watched-folders.ts'

describe.each(dialects)('the folders to watch, on %s', (dialect) => {
  let world: ScanWorld
  beforeEach(async () => {
    world = await openScanWorld(dialect)
  })
  afterEach(() => world.remove())

  test('WCH-06 those that hold works come first, then works with the folders in them, the last added first', async () => {
    const { database, root, scan } = world
    writeWorks(root, 1, { tracks: 1 })
    await scan()
    await database.write.updateTable('work').set({ create_date: '2020-01-01' }).execute()
    writeFiles(root, {
      'circle/RJ950001 New/01.txt': 'x',
      'circle/RJ950001 New/extra/deep/02.txt': 'x',
      'circle/RJ950001 New/extra/03.txt': 'x',
    })
    await scan()
    const paths = async (most?: number) => (await foldersToWatch(database.read, [root], most)).map(({ path }) => path)
    const old = 'RJ900001 Quiet evening 1'
    const inNew = ['', '/extra', '/extra/deep'].map((folder) => `circle/RJ950001 New${folder}`)
    expect(await paths()).toEqual(['', 'circle', ...inNew, old, `${old}/wav`])
    expect(await paths(4)).toEqual(['', 'circle', ...inNew])
    expect(await foldersToWatch(database.read, ['/other'])).toEqual([{ root: '/other', path: '', work: null }])
  })
})

test('WCH-06 what arrives anywhere in a work is one change of the work, so that a download is scanned once', async () => {
  const events: Place[] = []
  const report = new Map<string, (name: string | null) => void>()
  const folders = createWatchedFolders({
    watch(path, onEvent) {
      report.set(resolve(path), onEvent)
      return { close: () => report.delete(resolve(path)) }
    },
    onEvent: (place) => events.push(place),
  })
  const root = '/library'
  const work = 'RJ01000001 Rain'
  await folders.replace([
    { root, path: '', work: null },
    { root, path: work, work },
    { root, path: `${work}/mp3`, work },
  ])
  for (const name of ['01.mp3', '02.mp3', '.hidden', null]) report.get(`${root}/${work}/mp3`)?.(name)
  report.get(`${root}/${work}`)?.('cover.jpg')
  report.get(root)?.('RJ01000002 Roof')
  expect(events).toEqual([
    ...Array.from({ length: 4 }, () => ({ root, path: work })),
    { root, path: 'RJ01000002 Roof' },
  ])
  folders.close()
  expect(report.size).toBe(0)
})
