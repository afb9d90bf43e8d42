import { expect, test } from 'vitest'

import { dialects, openTestDatabase } from '#server-test/databases.ts'

import { fillDatabase } from './fill-database.ts'
import { generateCatalogue } from './generated-works.ts'

test.each(dialects)('a generated catalogue is stored completely in %s, and new names can be added', async (dialect) => {
  const catalogue = generateCatalogue(1_100)
  const database = await openTestDatabase(dialect)
  try {
    await fillDatabase(database.location, catalogue, '/library')
    const work = catalogue.works[1_000]!
    const { read } = database
    expect(await read.selectFrom('work').selectAll().where('id', '=', work.id).executeTakeFirst()).toMatchObject({
      source_id: work.code,
      title: work.title,
      circle_id: work.circleId,
      rate_average: work.rateAverage,
      original_code: work.originalCode,
      state: 'present',
    })
    const links = await read
      .selectFrom('work_tag')
      .select('tag_id')
      .where('work_id', '=', work.id)
      .orderBy('position')
      .execute()
    expect(links.map(({ tag_id }) => tag_id)).toEqual([...work.tagIds, ...work.weakTagIds])
    const { works } = await read
      .selectFrom('work')
      .select((eb) => eb.fn.countAll<number>().as('works'))
      .executeTakeFirstOrThrow()
    expect(works).toBe(1_100)
    const circle = { name: 'New', name_key: 'new' }
    const { id } = await database.write.insertInto('circle').values(circle).returning('id').executeTakeFirstOrThrow()
    expect(id).toBe(catalogue.circles.length + 1)
    await expect(fillDatabase(database.location, catalogue, '/library')).rejects.toThrow('not empty')
  } finally {
    await database.remove()
  }
})
