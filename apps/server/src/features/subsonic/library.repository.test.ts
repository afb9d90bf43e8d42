import { expect, test } from 'vitest'

import { dialects, openTestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import type { CatalogueUpdate } from '#features/catalogue/index.ts'

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

test.each(dialects)('SUBS-05 pages by title follow one another, also after a change, on %s', async (dialect) => {
  const database = await openTestDatabase(dialect)
  try {
    await database.write.insertInto('circle').values({ id: 1, name: 'Ama', name_key: 'ama', code: '' }).execute()
    // Two titles stand twice, so that the id decides.
    const titles = ['b', 'a', 'd', 'b', 'c', 'd']
    await database.write
      .insertInto('work')
      .values(titles.map((title, at) => ({ ...aWorkRow(at + 1), title })))
      .execute()
    const listeners: ((update: CatalogueUpdate) => void)[] = []
    const catalogue = { onChange: (listener: (update: CatalogueUpdate) => void) => void listeners.push(listener) }
    const repository = createLibraryRepository(database, {
      catalogue,
      names: createNames({ ...database, catalogue }),
      counts: { asOf: async () => new Map() },
    })
    const pages = async () => [
      ...(await repository.albumsByTitle(0, 2)),
      ...(await repository.albumsByTitle(2, 2)),
      ...(await repository.albumsByTitle(4, 2)),
      ...(await repository.albumsByTitle(6, 2)),
    ]
    expect(await pages()).toEqual([2, 1, 4, 5, 3, 6])
    expect(await pages()).toEqual([2, 1, 4, 5, 3, 6])
    expect(await repository.albumsByTitle(3, 9)).toEqual([5, 3, 6])
    const change = () => {
      for (const listener of listeners) listener({ workIds: new Set([1]), namesChanged: false, isReload: false })
    }
    await database.write.updateTable('work').set({ title: 'z' }).where('id', '=', 1).execute()
    change()
    // The end of the first page was work 1.
    expect(await repository.albumsByTitle(2, 2)).toEqual([5, 3])
    expect(await pages()).toEqual([2, 4, 5, 3, 6, 1])
    // A page that is read while something changes says nothing about where it ended.
    const reading = repository.albumsByTitle(0, 2)
    change()
    await reading
    await database.write.updateTable('work').set({ title: 'aa' }).where('id', '=', 6).execute()
    expect(await repository.albumsByTitle(2, 2)).toEqual([4, 5])
  } finally {
    await database.remove()
  }
})
