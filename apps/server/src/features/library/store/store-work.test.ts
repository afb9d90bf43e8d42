import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aWav, writeFiles } from '../../../../test/work-folders.ts'

import { createNameCache } from '#features/metadata/index.ts'

import { diskFileSystem } from '../files/file-system.ts'
import { createFolderService } from '../folders/folders.service.ts'
import { identityOfId } from '../folders/identities.ts'
import { storeWork } from './store-work.ts'

describe.each(dialects)('what a scan stores on %s', { timeout: 180_000 }, (dialect) => {
  let world: ScanWorld
  beforeEach(async () => {
    world = await openScanWorld(dialect)
  })
  afterEach(() => world.remove())

  test('EDT-04 an edit and an import that are made while a scan reads their work are not lost', async () => {
    const { database, root, scan, works } = world
    writeFiles(join(root, 'RJ100001 Rain'), { 'a.wav': aWav(), 'otodana.yaml': 'title: Rain\n' })
    await scan()
    writeFiles(join(root, 'RJ100001 Rain'), { 'b.wav': aWav({ tone: 2 }), 'otodana.yaml': 'title: Storm\ntags: [a]\n' })
    const edited: Promise<unknown>[] = []
    const write = database.write
    const files = {
      ...diskFileSystem,
      readBlocks(...given: Parameters<typeof diskFileSystem.readBlocks>) {
        if (edited.length === 0) {
          edited.push(
            write
              .insertInto('work_edit')
              .values({ work_id: 100_001, data: '{"title":"Edited"}', version: 1 })
              .execute(),
            write
              .insertInto('imported_metadata')
              .values({ work_id: 100_001, data: '{"price":5}', imported_at_ms: 1 })
              .execute(),
          )
        }
        return diskFileSystem.readBlocks(...given)
      },
    }
    await scan({ files })
    expect(edited).toHaveLength(2)
    expect(await works()).toMatchObject([{ title: 'Edited', price: 5, metadata_source: 'edit' }])
    expect(await database.read.selectFrom('tag').select('name').execute()).toEqual([{ name: 'a' }])
  })

  test('META-55 a folder that becomes another work while a scan reads it is that work only', async () => {
    const { database, root, scan } = world
    const service = createFolderService({ database, onChanged: () => Promise.resolve() })
    for (const number of [1, 2]) writeFiles(join(root, `RJ10000${number}`), { 'a.wav': aWav({ tone: number }) })
    await scan()
    const present = () =>
      database.read.selectFrom('work').select(['id', 'path']).where('state', '=', 'present').orderBy('id').execute()
    const files = () =>
      database.read
        .selectFrom('file')
        .select(['id', 'work_id'])
        .where('state', '=', 'present')
        .orderBy('work_id')
        .execute()
    const before = await files()

    /** Stores what a scan has read of the folder as a work that it may no longer be. */
    async function storeAs(id: number): Promise<boolean> {
      const path = 'RJ100002'
      const place = { root, path, name: path, absolutePath: join(root, path), realPath: join(root, path) }
      const reading = {
        found: { ...place, code: identityOfId(id), isNested: false },
        known: null,
        sources: null,
        coverPath: null,
        added: [],
        updated: [],
        vanishedIds: [],
        signature: '',
        unmarkedSignature: '',
        isPartial: false,
        isNews: true,
        problems: [],
      }
      return database.write.transaction().execute((tx) => storeWork(tx, reading, createNameCache()))
    }
    await service.correctCode(100_002, 100_009)
    expect(await storeAs(100_002)).toBe(false)
    const corrected = [
      { id: 100_001, path: 'RJ100001' },
      { id: 100_009, path: 'RJ100002' },
    ]
    expect(await present()).toEqual(corrected)
    await scan()
    expect(await present()).toEqual(corrected)
    expect(await files()).toEqual([before[0], { ...before[1], work_id: 100_009 }])

    await service.undo(100_009)
    expect(await storeAs(100_009)).toBe(false)
    expect(await present()).toMatchObject([{ id: 100_001 }, { id: 100_002 }])
    await scan()
    expect(await files()).toEqual(before)
  })
})
