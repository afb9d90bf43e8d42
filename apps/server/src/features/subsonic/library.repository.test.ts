import { expect, test } from 'vitest'

import { dialects, openTestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { createLibraryRepository } from './library.repository.ts'
import { createNames } from './names.ts'
import { MAX_ALBUMS_OF_ARTIST } from './calls/browsing.ts'

test.each(dialects)('SUBS-13 as many albums as an artist lists are read in steps, in order, on %s', async (dialect) => {
  const database = await openTestDatabase(dialect)
  try {
    const ids = Array.from({ length: MAX_ALBUMS_OF_ARTIST }, (_, at) => at + 1)
    await database.write.insertInto('circle').values({ id: 1, name: 'Ama', name_key: 'ama', code: '' }).execute()
    for (let at = 0; at < ids.length; at += 500) {
      await database.write
        .insertInto('work')
        .values(ids.slice(at, at + 500).map(aWorkRow))
        .execute()
    }
    const catalogue = { onChange: () => {} }
    const repository = createLibraryRepository(database, {
      catalogue,
      names: createNames({ ...database, catalogue }),
      counts: { asOf: async () => new Map() },
    })
    const asked = [...ids.toReversed(), 999_999]
    const albums = await repository.albums(asked)
    expect(albums.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(new Set(albums.map(({ circle }) => circle.name))).toEqual(new Set(['Ama']))
    expect(await repository.albums([])).toEqual([])
  } finally {
    await database.remove()
  }
})
