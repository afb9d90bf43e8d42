import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { type CatalogueService, openCatalogue } from './catalogue-service.ts'

const log = pino({ level: 'silent' })
const keepingPace = { checkMs: 5, quietMs: 0, changes: 1, works: 1, retryMs: 0 }
const page = { terms: [], direction: 'asc', offset: 0, limit: 100 } as const

describe.each(dialects)('a read model that is kept, on %s', (dialect) => {
  let database: TestDatabase
  let dir: string
  let file: string
  const opened: CatalogueService[] = []

  beforeEach(async () => {
    database = await openTestDatabase(dialect)
    dir = mkdtempSync(join(tmpdir(), 'otodana-kept-'))
    file = join(dir, 'read-model.kept')
    const { write } = database
    await write.insertInto('circle').values({ id: 1, name: 'Kitsune', name_key: 'kitsune' }).execute()
    await write.insertInto('tag').values({ id: 1, name: 'rain', name_key: 'rain', i18n: '{}' }).execute()
    await write
      .insertInto('work')
      .values([1, 2, 3, 4].map((id) => ({ ...aWorkRow(id), price: id })))
      .execute()
    await write.insertInto('work_tag').values({ work_id: 2, tag_id: 1, position: 0 }).execute()
  })
  afterEach(async () => {
    for (const catalogue of opened.splice(0)) await catalogue.close()
    await database.remove()
    rmSync(dir, { recursive: true })
  })

  async function open(options: { code?: string; database?: TestDatabase; keptIn?: string; isWriter?: boolean } = {}) {
    const { code = '1', isWriter = false } = options
    const of = options.database ?? database
    const catalogue = await openCatalogue({
      database: of,
      location: of.location,
      log,
      pollMs: 0,
      listens: false,
      keptIn: options.keptIn ?? dir,
      code,
      keepingPace: isWriter ? keepingPace : { checkMs: 3_600_000 },
    })
    opened.push(catalogue)
    return catalogue
  }

  /** Opens it, waits until it is kept, and closes it. */
  async function keep(): Promise<void> {
    const catalogue = await open({ isWriter: true })
    await expect.poll(() => existsSync(file)).toBe(true)
    await catalogue.close()
  }

  const facts = ({ index }: CatalogueService) => ({
    size: index.size,
    byPrice: index.query({ ...page, order: 'price' }),
    tagged: index.query({ ...page, order: 'id', tagId: 1 }),
    tags: [...index.tagCounts()],
  })

  test('UPG-07 a start takes it, and then what has changed since: new, other and removed works, and names', async () => {
    await keep()
    const before = await open()
    expect(before.restored).not.toBe(null)
    expect(facts(before)).toMatchObject({ size: 4, tagged: { ids: [2] } })
    const { write } = database
    await write.insertInto('work').values(aWorkRow(9)).execute()
    await write.updateTable('work').set({ price: 99 }).where('id', '=', 1).execute()
    await write.deleteFrom('work').where('id', '=', 3).execute()
    await write.updateTable('work').set({ state: 'missing' }).where('id', '=', 4).execute()
    await write.updateTable('tag').set({ name: 'hail', name_key: 'hail' }).execute()
    await write.insertInto('work_tag').values({ work_id: 9, tag_id: 1, position: 0 }).execute()
    const after = await open()
    expect(after.restored?.changes()).toEqual({ workIds: new Set([1, 3, 4, 9]), namesChanged: true, isReload: false })
    expect(facts(after)).toEqual(facts(await open({ keptIn: join(dir, 'none') })))
    expect(facts(after)).toMatchObject({ size: 3, tagged: { ids: [2, 9] } })
    // It goes on to follow, also those that were only in the file.
    await write.deleteFrom('work').where('id', '=', 2).execute()
    await after.catchUp()
    expect(facts(after)).toMatchObject({ size: 2, tagged: { ids: [9] } })
  })

  test('UPG-07 a file of other code, of another database, damaged or cut off is not taken', async () => {
    await keep()
    expect((await open({ code: '2' })).restored).toBe(null)
    const other = await openTestDatabase(dialect)
    try {
      const catalogue = await open({ database: other })
      expect([catalogue.restored, catalogue.index.size]).toEqual([null, 0])
      await catalogue.close()
    } finally {
      await other.remove()
    }
    const bytes = readFileSync(file)
    for (const at of [5, bytes.length >> 1, bytes.length - 200]) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      writeFileSync(file, changed)
      const catalogue = await open()
      expect([catalogue.restored, catalogue.index.size]).toEqual([null, 4])
    }
    writeFileSync(file, bytes)
    truncateSync(file, bytes.length - 1)
    expect((await open()).restored).toBe(null)
    writeFileSync(file, bytes)
    expect((await open()).restored).not.toBe(null)
  })

  test('UPG-07 a database that was restored or set back does not take what it never had', async () => {
    await keep()
    const copy = join(dir, 'copy')
    copyFileSync(file, copy)
    const { write } = database
    if (dialect === 'postgres') {
      // As a dump that is read by another server: the row is written by another transaction.
      await write.updateTable('read_model_file').set({ made_at_ms: 1 }).execute()
    } else {
      await write.deleteFrom('read_model_file').execute()
    }
    const catalogue = await open()
    expect([catalogue.restored, catalogue.index.size]).toEqual([null, 4])
    // The next file is right again; the former one is not.
    rmSync(file)
    await keep()
    expect((await open()).restored).not.toBe(null)
    copyFileSync(copy, file)
    expect((await open()).restored).toBe(null)
  })

  test('UPG-07 what changes while it is written is in the next file, and closing gives it up', async () => {
    const writer = await open({ isWriter: true })
    let changes = 0
    writer.keep('busy', {
      isReady: () => true,
      *save() {
        yield 'before'
        if (changes++ < 3) writer.index.apply({ kind: 'workRemoved', id: 1_000 + changes })
        yield 'after'
      },
    })
    await expect.poll(() => existsSync(file)).toBe(true)
    expect(changes).toBe(4)
    await writer.close()
    rmSync(file)
    const closed = await open({ isWriter: true })
    const begun = Promise.withResolvers<void>()
    closed.keep('endless', {
      isReady: () => true,
      *save() {
        begun.resolve()
        for (;;) yield 'more'
      },
    })
    await begun.promise
    await closed.close()
    expect(existsSync(file)).toBe(false)
  })
})
