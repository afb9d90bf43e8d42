import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aWav, writeFiles } from '../../../../test/work-folders.ts'

import { diskFileSystem } from '../files/file-system.ts'

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
})
