import type { KeptCatalogue } from '@otodana/catalogue'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { listenToPostgres } from '#db/listen.ts'
import { type Database, openDatabase } from '#db/open.ts'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'

import { type CatalogueService, openCatalogue } from './index.ts'

const log = pino({ level: 'silent' })
const soon = { timeout: 15_000, interval: 20 }

describe.each(dialects)('a catalogue beside another program on %s', (dialect) => {
  let database: TestDatabase
  /** The same database with its own connections, as in another program. */
  let other: Database
  const opened: CatalogueService[] = []

  beforeEach(async () => {
    database = await openTestDatabase(dialect)
    other = await openDatabase(database.location, { connections: 2 })
    await other.write.insertInto('circle').values({ id: 1, name: 'c', name_key: 'c' }).execute()
    await other.write.insertInto('work').values(aWorkRow(1)).execute()
  })
  afterEach(async () => {
    for (const catalogue of opened.splice(0)) await catalogue.close()
    await other.close()
    await database.remove()
  })

  async function open(options: {
    pollMs?: number
    listens?: boolean
    mostUnindexedWorks?: number
  }): Promise<CatalogueService> {
    const catalogue = await openCatalogue({ database, location: database.location, log, ...options })
    opened.push(catalogue)
    return catalogue
  }
  const addWork = (id: number) => other.write.insertInto('work').values(aWorkRow(id)).execute()

  test('what was there before it is read at the start', async () => {
    expect((await open({ pollMs: 0, listens: false })).index.size).toBe(1)
  })

  test('UPG-08 texts of a start are indexed once it listens, before anything is searched', async () => {
    const catalogue = await openMany({})
    const index = vi.spyOn(catalogue.index as KeptCatalogue, 'indexSome')
    catalogue.prepare()
    await vi.waitUntil(() => index.mock.results.at(-1)?.value === false)
    expect(index.mock.results.filter(({ value }) => value === true).length).toBeGreaterThan(3)
  })

  test('UPG-08 with very many works they are indexed before it listens', async () => {
    const catalogue = await openMany({ mostUnindexedWorks: 1_000 })
    expect((catalogue.index as KeptCatalogue).indexSome()).toBe(false)
  })

  async function openMany(options: { mostUnindexedWorks?: number }): Promise<CatalogueService> {
    const works = Array.from({ length: 1_100 }, (_, at) => aWorkRow(at + 2))
    for (let from = 0; from < works.length; from += 100) {
      await other.write
        .insertInto('work')
        .values(works.slice(from, from + 100))
        .execute()
    }
    return open({ pollMs: 0, listens: false, ...options })
  }

  test('the other’s changes are found by looking', async () => {
    const { index } = await open({ pollMs: 20, listens: false })
    await addWork(2)
    await expect.poll(() => index.size, soon).toBe(2)
  })

  test('it looks again after the database could not be read', async () => {
    const { index } = await open({ pollMs: 20, listens: false })
    await sql`alter table catalogue_change rename to away`.execute(other.write)
    await expect(opened[0]!.catchUp()).rejects.toThrow('catalogue_change')
    await sql`alter table away rename to catalogue_change`.execute(other.write)
    await addWork(2)
    await expect.poll(() => index.size, soon).toBe(2)
  })

  test('a closed one follows no more and says nothing of it', async () => {
    const catalogue = await open({})
    await catalogue.close()
    await addWork(2)
    await catalogue.catchUp()
    expect(catalogue.index.size).toBe(1)
  })

  if (dialect === 'sqlite') return

  test('the other’s changes are announced', async () => {
    const { index } = await open({ pollMs: 0 })
    await addWork(2)
    await expect.poll(() => index.size, soon).toBe(2)
  })

  test('a connection for announcements that breaks is made again, and what was missed is found', async () => {
    const { index } = await open({ pollMs: 0 })
    const listeners = async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`.execute(
        other.write,
      )
      return rows.map(({ pid }) => pid)
    }
    await expect.poll(listeners, soon).toHaveLength(1)
    const [pid] = await listeners()
    await sql`select pg_terminate_backend(${pid}::int)`.execute(other.write)
    await addWork(2)
    await expect.poll(() => index.size, soon).toBe(2)
    await expect.poll(listeners, soon).toHaveLength(1)
    expect(await listeners()).not.toContain(pid)
    await addWork(3)
    await expect.poll(() => index.size, soon).toBe(3)
  })
})

test('a listener of a database that is away gets the error, and can stop', async () => {
  const lost = Promise.withResolvers<Error>()
  const listener = listenToPostgres('postgres://nobody@127.0.0.1:9/nothing', 'catalogue_change', {
    onNotice: () => lost.reject(new Error('There is nothing to hear')),
    onLost: lost.resolve,
  })
  expect(await lost.promise).toMatchObject({ code: 'ECONNREFUSED' })
  await listener.close()
})

test('a connection for announcements can be closed while it is being made', async () => {
  const database = await openTestDatabase('postgres')
  try {
    if (database.location.kind !== 'postgres') throw new Error('is PostgreSQL')
    const { url } = database.location
    for (let round = 0; round < 5; round++) {
      const listener = listenToPostgres(url, 'catalogue_change', { onNotice() {}, onLost() {} })
      await listener.close()
    }
    const { rows } = await sql`
      select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`.execute(
      database.read,
    )
    expect(rows).toEqual([])
  } finally {
    await database.remove()
  }
})
