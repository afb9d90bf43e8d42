import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { readEverything } from './catalogue-rows.ts'
import { openCatalogue } from './catalogue-service.ts'
import { readInThread } from './read-in-thread.ts'
import { AHEAD } from './reader-messages.ts'

/** A file stands where its folder would be. */
const nowhere = { kind: 'sqlite', path: join(import.meta.filename, 'otodana.db') } as const

describe.each(dialects)('the catalogue of a database on %s', { timeout: 60_000 }, (dialect) => {
  let database: TestDatabase

  beforeEach(async () => {
    database = await openTestDatabase(dialect, 3)
    const { write } = database
    // More pages than wait to be taken.
    for (let first = 1; first <= 1_000 * (AHEAD + 2); first += 500) {
      const circles = Array.from({ length: 500 }, (_, at) => ({ id: first + at, name: `Kitsune ${first + at}` }))
      await write
        .insertInto('circle')
        .values(circles.map((one) => ({ ...one, name_key: one.name.toLowerCase() })))
        .execute()
    }
    await write.insertInto('tag').values({ id: 1, name: '雨', name_key: '雨', i18n: '{}' }).execute()
    await write
      .insertInto('work')
      .values([1, 2, 3].map((id) => ({ ...aWorkRow(id), price: id, release: '2026-02-28' })))
      .execute()
    await write.insertInto('work_tag').values({ work_id: 2, tag_id: 1, position: 0 }).execute()
  })
  afterEach(() => database.remove())

  test('UPG-09 is the same when another thread reads it', async () => {
    const pages = await Array.fromAsync(readInThread(database.location))
    expect(pages.length).toBeGreaterThan(AHEAD)
    expect(pages).toEqual(await Array.fromAsync(readEverything(database.read)))
  })

  test('UPG-09 is read no further than the caller wants, and its thread ends', async () => {
    const exits: Promise<unknown>[] = []
    let sentCount = 0
    const pages = readInThread(database.location, (thread) => {
      exits.push(once(thread, 'exit'))
      thread.on('message', () => (sentCount += 1))
    })
    const [first] = await Array.fromAsync(firstOf(pages))
    expect(first).toHaveLength(1_000)
    expect(exits).toHaveLength(1)
    await Promise.all(exits)
    expect(sentCount).toBeLessThanOrEqual(AHEAD)
  })

  test.each([
    ['in another thread', { firstWorksForThread: 1 }, 0],
    // The thread alone opens that place, and fails.
    ['in this thread where another one cannot', { firstWorksForThread: 1, location: nowhere }, 1],
    ['in this thread if it is small', { location: nowhere }, 0],
  ])('UPG-09 serves lists after a start that read it %s', async (_, given, warningCount) => {
    const warnings: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
    const deps = { database, location: database.location, log, pollMs: 0, listens: false, ...given }
    const catalogue = await openCatalogue(deps)
    const all = { terms: [], direction: 'desc', offset: 0, limit: 10 } as const
    expect(catalogue.index.query({ ...all, order: 'price' }).ids).toEqual([3, 2, 1])
    await catalogue.close()
    expect(warnings).toHaveLength(availableParallelism() > 1 ? warningCount : 0)
  })
})

test('UPG-09 a database that another thread cannot read is an error', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-torn-'))
  const path = join(dir, 'otodana.db')
  writeFileSync(path, 'no database '.repeat(1_000))
  await expect(Array.fromAsync(readInThread({ kind: 'sqlite', path }))).rejects.toThrow(/not a database/)
  rmSync(dir, { recursive: true })
})

async function* firstOf<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const item of items) {
    yield item
    return
  }
}
