import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { createListeningRepository } from './listening.repository.ts'
import { bitOf } from './milestones.ts'
import { createNews } from './news.ts'

describe.each(dialects)('whether another model is worth it, on %s', (dialect) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase(dialect)
    await database.write.insertInto('circle').values({ id: 1, name: 'c', name_key: 'c' }).execute()
    await database.write
      .insertInto('work')
      .values([1, 2, 3].map((id) => ({ ...aWorkRow(id), circle_id: 1 })))
      .execute()
  })
  afterEach(() => database.remove())

  const hears = (listener: string, work: number) =>
    createListeningRepository(database).tell({ id: listener, network: 'net' }, work, {
      milestone: bitOf('listen-90percent'),
    })

  test('REC-06 one work is enough, other names are not', async () => {
    const news = createNews(database)
    const mark = await news.mark()
    expect(await news.isNewSince(mark, 1_000)).toBe(false)
    await database.write.insertInto('tag').values({ id: 1, name: 't', name_key: 't', i18n: '{}' }).execute()
    expect(await news.isNewSince(mark, 0)).toBe(false)
    await database.write.updateTable('work').set({ dl_count: 9 }).where('id', '=', 2).execute()
    expect(await news.isNewSince(mark, 1_000)).toBe(true)
  })

  test('REC-06 a hundredth of the listening is enough, heard or removed', async () => {
    const news = createNews(database)
    await hears('first', 1)
    const mark = await news.mark()
    // A later millisecond.
    await expect.poll(() => Date.now()).toBeGreaterThan(mark.latest + 1)
    await hears('second', 2)
    expect([await news.isNewSince(mark, 199), await news.isNewSince(mark, 200)]).toEqual([true, false])
    await database.write.transaction().execute((tx) => createListeningRepository(database).removeAll('first', tx))
    expect([await news.isNewSince(mark, 299), await news.isNewSince(mark, 300)]).toEqual([true, false])
  })
})
