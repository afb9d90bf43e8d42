import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { openCatalogue } from '#features/catalogue/index.ts'

import { dialects, openTestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { createReadAhead } from './read-ahead.ts'
import { createWorkDocuments } from './work-documents.ts'
import { createWorkRepository } from './works.repository.ts'

const log = pino({ level: 'silent' })
const ids = Array.from({ length: 130 }, (_, index) => 1_000_001 + index)

describe.each(dialects)('works that are read ahead, on %s', (dialect) => {
  let close: () => Promise<void>
  let open: (maxBytes?: number) => ReturnType<typeof openAll>

  beforeEach(async () => {
    const database = await openTestDatabase(dialect)
    await database.write.insertInto('circle').values({ id: 1, name: 'Kitsune', name_key: 'kitsune' }).execute()
    await database.write
      .insertInto('work')
      .values(ids.map((id, index) => ({ ...aWorkRow(id), create_date: index < 50 ? '2026-01-01' : '2026-02-01' })))
      .execute()
    const catalogue = await openCatalogue({ database, location: database.location, log, pollMs: 0 })
    open = (maxBytes) => openAll(database, catalogue, maxBytes)
    close = async () => {
      await catalogue.close()
      await database.remove()
    }
  })
  afterEach(() => close())

  test('all of a library lies ready, and again after a change', async () => {
    const { documents, readAhead, rename } = open()
    readAhead.start()
    await vi.waitFor(() => expect(documents.missing(ids)).toEqual([]), 10_000)
    expect(documents.get(ids.slice(20, 40))).toBeInstanceOf(Array)
    await rename(ids[3]!)
    await vi.waitFor(async () => {
      expect(documents.missing(ids)).toEqual([])
      const [work] = await documents.get([ids[3]!])
      expect(work?.own.toString()).toContain('Another title')
    }, 10_000)
    await readAhead.close()
  })

  test('no more is read than fits, the newest first', async () => {
    const { documents, readAhead } = open(45_000)
    readAhead.start()
    await vi.waitFor(() => expect(documents.hasRoomFor(50)).toBe(false), 10_000)
    await readAhead.close()
    const atHand = ids.filter((id) => documents.missing([id]).length === 0)
    expect(atHand).toEqual(ids.slice(-50))
  })

  test('closing ends it, and a change begins nothing any more', async () => {
    const { documents, readAhead, rename } = open()
    readAhead.start()
    await readAhead.close()
    const missing = documents.missing(ids).length
    expect(missing).toBeGreaterThan(0)
    await rename(ids[3]!)
    expect(documents.missing(ids).length).toBeGreaterThanOrEqual(missing)
  })
})

function openAll(
  database: Awaited<ReturnType<typeof openTestDatabase>>,
  catalogue: Awaited<ReturnType<typeof openCatalogue>>,
  maxBytes?: number,
) {
  const documents = createWorkDocuments({
    ...createWorkRepository(database, catalogue.index),
    editionsOf: catalogue.index.editionsOf,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
  catalogue.onChange((update) => documents.forget(update))
  const readAhead = createReadAhead({ catalogue, documents, log, quietMs: 5 })
  return {
    documents,
    readAhead,
    async rename(id: number): Promise<void> {
      await database.write.updateTable('work').set({ title: 'Another title' }).where('id', '=', id).execute()
      await catalogue.catchUp()
    },
  }
}
