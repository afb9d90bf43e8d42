import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { type Database, openDatabase } from '#db/open.ts'
import { type CatalogueService, openCatalogue } from '#features/catalogue/index.ts'
import { createWorkRepository } from '#features/works/index.ts'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'

import { crawlerRoutes } from './sitemap.ts'

const soon = { timeout: 15_000, interval: 20 }

describe.each(dialects)('the sitemap on %s', (dialect) => {
  let database: TestDatabase
  /** The same database with its own connections, as in a scan. */
  let scan: Database
  let catalogue: CatalogueService
  let app: FastifyInstance

  beforeEach(async () => {
    database = await openTestDatabase(dialect)
    scan = await openDatabase(database.location, { connections: 1 })
    await scan.write.insertInto('circle').values({ id: 1, name: 'c', name_key: 'c' }).execute()
    const log = pino({ level: 'silent' })
    catalogue = await openCatalogue({ database, location: database.location, log, pollMs: 20 })
    const repository = createWorkRepository(database, catalogue.index)
    app = Fastify()
    crawlerRoutes(app, {
      siteUrl: () => 'https://shelf.example',
      works: {
        list: () => repository.addresses(),
        seriesIds: () => catalogue.index.seriesCounts().keys(),
        version: () => catalogue.index.version,
      },
    })
  })
  afterEach(async () => {
    await app.close()
    await catalogue.close()
    await scan.close()
    await database.remove()
  })

  test('SHR-03 SHR-70 the sitemap of an empty library names what another process stores, and no more what is gone', async () => {
    const body = async () => (await app.inject('/sitemap.xml')).body
    expect(await body()).not.toContain('/work/')
    await scan.write.insertInto('work').values(aWorkRow(1_234_567)).execute()
    await expect.poll(body, soon).toContain('/work/RJ01234567</loc>')
    expect(await body()).not.toContain('/series/')
    await scan.write.insertInto('series').values({ id: 7, circle_id: 1, name: 's', name_key: 's', code: '' }).execute()
    await scan.write.updateTable('work').set({ series_id: 7 }).execute()
    await expect.poll(body, soon).toContain('<loc>https://shelf.example/series/7</loc>')
    await scan.write.updateTable('work').set({ state: 'missing' }).execute()
    await expect.poll(body, soon).not.toContain('/work/')
  })
})
