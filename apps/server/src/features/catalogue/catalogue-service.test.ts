import { renameSync, rmSync } from 'node:fs'

import { parseKeyword } from '@otodana/keyword'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWav, writeWorks } from '../../../test/work-folders.ts'

import { scanLibrary } from '../library/index.ts'
import { importMetadata } from '../metadata/index.ts'
import type { CatalogueUpdate } from './index.ts'

const RAIN = 'RJ01000001 Rain'
const SNOW = 'RJ01000002 Snow'
const quiet = { info() {}, warn() {}, error() {} }

describe.each(dialects)('the catalogue of a server on %s', { timeout: 60_000 }, (dialect) => {
  let library: TestLibrary
  let app: TestApp
  let updates: CatalogueUpdate[]

  beforeEach(async () => {
    library = aLibrary({
      [`${RAIN}/01.wav`]: aWav({ seconds: 3 }),
      [`${RAIN}/otodana.yaml`]: sidecar({ title: 'Night rain', circle: 'Lantern', tags: ['rain', 'sleep'] }),
    })
    app = await startApp({ libraryDirs: [library.dir], dialect })
    updates = []
    app.catalogue.onChange((update) => updates.push(update))
  })
  afterEach(async () => {
    await app.close()
    library.remove()
  })

  async function scan(options = {}): Promise<void> {
    await app.library.start(options)
    await app.library.whenIdle()
  }

  function find(keyword: string): number[] {
    const terms = parseKeyword(keyword)
    return app.catalogue.index.query({ terms, order: 'id', direction: 'asc', offset: 0, limit: 100 }).ids
  }
  const changedWorks = () => [...new Set(updates.flatMap(({ workIds }) => [...workIds]))]
  const row = (id: number) => app.database.read.selectFrom('work').selectAll().where('id', '=', id).executeTakeFirst()

  test('a new work is found by all that is known of it as soon as the scan ends', async () => {
    const known = { voice_actors: ['風見はるか'], tags: ['rain', { name: 'whisper', ja: '囁き' }], age: 'adult' }
    library.write({
      [`${SNOW}/01.wav`]: aWav({ seconds: 2 }),
      [`${SNOW}/otodana.yaml`]: sidecar({
        title: 'First snow',
        circle: 'Hearth',
        price: 1_320,
        language: 'ENG',
        ...known,
      }),
    })
    expect(find('snow')).toEqual([])
    await scan()
    const keywords = ['first snow', '01000002', '$circle:hearth$', '$va:風見はるか$', '$tag:囁き$', '$tag:whisper$']
    keywords.push('$age:adult$', '$lang:ENG$', '$price:1320$', '$-tag:sleep$')
    expect(keywords.map((keyword) => [keyword, find(keyword)])).toEqual(keywords.map((keyword) => [keyword, [1000002]]))
    expect(find('$tag:rain$')).toEqual([1000001, 1000002])
    expect(find('$duration:3s$')).toEqual([1000001])
    expect(changedWorks()).toEqual([1000002])
  })

  test('an edited sidecar changes what finds the work, and tells whose document is out of date', async () => {
    library.write({ [`${RAIN}/otodana.yaml`]: sidecar({ title: 'Morning rain', circle: 'Hearth', tags: ['dawn'] }) })
    await scan()
    expect(find('night')).toEqual([])
    expect(find('$tag:rain$')).toEqual([])
    expect(find('morning $tag:dawn$ $circle:hearth$')).toEqual([1000001])
    expect(changedWorks()).toEqual([1000001])
    expect(updates.some(({ namesChanged }) => namesChanged)).toBe(false)
  })

  test('a scan that reads everything again changes nothing', async () => {
    const { version } = app.catalogue.index
    await scan({ full: true })
    expect(app.catalogue.index.version).toBe(version)
    expect(updates).toEqual([])
  })

  test('a renamed folder is a renamed work', async () => {
    rmSync(library.path(RAIN, 'otodana.yaml'))
    renameSync(library.path(RAIN), library.path('RJ01000001 Thunder'))
    await scan()
    expect(find('thunder')).toEqual([1000001])
    expect(find('night')).toEqual([])
  })

  test('imported metadata shows once the import is caught up with', async () => {
    library.write({ 'works.jsonl': `${JSON.stringify({ code: 'RJ01000002', title: 'Imported', tags: ['sea'] })}\n` })
    await importMetadata(app.database, library.path('works.jsonl'))
    library.write({ [`${SNOW}/01.wav`]: aWav() })
    await scan()
    expect(find('imported $tag:sea$')).toEqual([1000002])

    library.write({ 'works.jsonl': `${JSON.stringify({ code: 'RJ01000002', title: 'Imported anew', tags: null })}\n` })
    await importMetadata(app.database, library.path('works.jsonl'))
    await app.catalogue.catchUp()
    expect(find('anew')).toEqual([1000002])
    expect(find('$tag:sea$')).toEqual([])
  })

  test('a missing work is not found until it is back', async () => {
    renameSync(library.path(RAIN), library.path('elsewhere'))
    await scan({ allowMissing: true })
    expect(app.catalogue.index.size).toBe(0)
    expect(await row(1000001)).toMatchObject({ state: 'missing' })
    expect(changedWorks()).toEqual([1000001])
    renameSync(library.path('elsewhere'), library.path(RAIN))
    await scan()
    expect(find('night rain')).toEqual([1000001])
  })

  test('the works of a library folder that is taken out of the settings leave', async () => {
    const scanned = await scanLibrary(
      { database: app.database, roots: [], retired: [], scanDepth: 8, ffmpegPath: 'ffmpeg', log: quiet },
      { trigger: 'cli', allowMissing: true },
    )
    expect(scanned).toMatchObject({ state: 'done', counts: { missing: 1 } })
    await app.catalogue.catchUp()
    expect(find('')).toEqual([])
  })

  test('a renamed circle, tag or voice actor is found by the new name, and subscribers are called', async () => {
    await app.database.write.updateTable('circle').set({ name: 'Beacon' }).where('name', '=', 'Lantern').execute()
    await app.database.write.updateTable('tag').set({ name: 'drizzle' }).where('name', '=', 'rain').execute()
    await app.catalogue.catchUp()
    expect(find('$circle:beacon$ $tag:drizzle$')).toEqual([1000001])
    expect(find('$circle:lantern$')).toEqual([])
    expect(updates.map(({ namesChanged }) => namesChanged)).not.toContain(false)
    expect(changedWorks()).toEqual([])
  })

  test('to catch up twice changes nothing the second time', async () => {
    await app.database.write.updateTable('work').set({ price: 5 }).execute()
    await app.catalogue.catchUp()
    const { version } = app.catalogue.index
    updates = []
    await Promise.all([app.catalogue.catchUp(), app.catalogue.catchUp(), app.catalogue.catchUp()])
    expect(app.catalogue.index.version).toBe(version)
    expect(updates).toEqual([])
  })

  test('a write is visible after a catch-up, also during another one', async () => {
    for (let price = 1; price <= 30; price++) {
      const others = [app.catalogue.catchUp(), app.catalogue.catchUp()]
      await app.database.write.updateTable('work').set({ price }).execute()
      await app.catalogue.catchUp()
      expect([price, find(`$price:${price}$`)]).toEqual([price, [1000001]])
      await Promise.all(others)
    }
  })

  test('a listener that fails keeps neither the others nor the catalogue from the change', async () => {
    app.catalogue.onChange(() => {
      throw new Error('a broken listener')
    })
    const told: CatalogueUpdate[] = []
    app.catalogue.onChange((update) => told.push(update))
    await app.database.write.updateTable('work').set({ price: 77 }).execute()
    await app.catalogue.catchUp()
    expect(told).toHaveLength(1)
    expect(find('$price:77$')).toEqual([1000001])
  })

  test('a scan says after every few works that there is something new', async () => {
    writeWorks(library.dir, 20, { tracks: 1 })
    const catchingUp: Promise<void>[] = []
    await scanLibrary(
      {
        database: app.database,
        roots: [{ path: library.dir, isDemo: false }],
        retired: [],
        scanDepth: 8,
        ffmpegPath: 'ffmpeg',
        log: quiet,
      },
      { trigger: 'cli', onStored: () => catchingUp.push(app.catalogue.catchUp()) },
    )
    await Promise.all(catchingUp)
    expect(catchingUp.length).toBeGreaterThan(2)
    expect(app.catalogue.index.size).toBe(21)
  })
})

/** JSON is YAML. */
function sidecar(metadata: object): string {
  return JSON.stringify(metadata)
}
