import { expect, test } from 'vitest'

import type { CatalogueUpdate } from '#features/catalogue/index.ts'

import { createWorkDocuments, type DocumentSource } from './work-documents.ts'

/** A database of works that answers on command. */
function aDatabase() {
  const works = new Map<number, { family: string; text: string }>()
  const asked: number[][] = []
  let hold: Promise<void> | null = null

  function sourceOf(id: number): DocumentSource[] {
    const work = works.get(id)
    if (!work) return []
    const editions = [...works].filter(([other, { family }]) => other !== id && family === work.family)
    const named = editions.map(([, { text }]) => text).join('+')
    const editionIds = editions.map(([other]) => other)
    return [
      {
        id,
        own: `${work.text}(${named})`,
        common: ['shared'],
        languages: { language: 'JPN', subtitle_languages: [] },
        editionIds,
      },
    ]
  }

  return {
    works,
    asked,
    /** Queries from now on are answered after `release`. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      hold = promise
      return () => {
        hold = null
        resolve()
      }
    },
    async documents(ids: readonly number[]): Promise<DocumentSource[]> {
      asked.push([...ids])
      const found = ids.flatMap(sourceOf)
      await hold
      return found
    },
    editionsOf: (id: number) =>
      [...works].filter(([, { family }]) => family === works.get(id)?.family).map(([other]) => other),
  }
}

const changed = (...ids: number[]): CatalogueUpdate => ({ workIds: new Set(ids), namesChanged: false, isReload: false })

function open(maxBytes?: number) {
  const database = aDatabase()
  const documents = createWorkDocuments({ ...database, ...(maxBytes === undefined ? {} : { maxBytes }) })
  const texts = async (...ids: number[]) => (await documents.get(ids)).map(({ own }) => own.toString())
  return { ...database, documents, texts }
}

test('works that are at hand are given at once, in the order that is asked for', async () => {
  const { works, asked, documents, texts } = open()
  for (const id of [1, 2, 3]) works.set(id, { family: `F${id}`, text: `work ${id}` })
  expect(await texts(2, 9, 1)).toEqual(['work 2()', 'work 1()'])
  expect(await texts(3, 1, 2)).toEqual(['work 3()', 'work 1()', 'work 2()'])
  expect(asked).toEqual([[2, 9, 1], [3]])
  expect(documents.get([1, 3])).toBeInstanceOf(Array)
})

test('what works have in common is in memory once', async () => {
  const { works, documents } = open()
  for (const id of [1, 2]) works.set(id, { family: `F${id}`, text: 'x' })
  const [one, two] = await documents.get([1, 2])
  expect(one?.common[0]).toBe(two?.common[0])
})

test('what was read before a change and arrives after it is not kept', async () => {
  const { works, hold, documents, texts } = open()
  works.set(1, { family: 'A', text: 'old' })
  const release = hold()
  const early = texts(1)
  works.set(1, { family: 'A', text: 'new' })
  documents.forget(changed(1))
  release()
  expect(await early).toEqual(['old()'])
  expect(await texts(1)).toEqual(['new()'])
})

test('what other editions say is forgotten with the work, before and after it changes sides', async () => {
  const { works, documents, texts } = open()
  works.set(1, { family: 'A', text: 'original' })
  works.set(2, { family: 'A', text: 'edition' })
  works.set(3, { family: 'B', text: 'other' })
  expect(await texts(1, 3)).toEqual(['original(edition)', 'other()'])
  // The work itself was never listed.
  works.set(2, { family: 'A', text: 'renamed' })
  documents.forget(changed(2))
  expect(await texts(1, 3)).toEqual(['original(renamed)', 'other()'])
  works.set(2, { family: 'B', text: 'renamed' })
  documents.forget(changed(2))
  expect(await texts(1, 3)).toEqual(['original()', 'other(renamed)'])
  works.delete(2)
  documents.forget(changed(2))
  expect(await texts(1, 3)).toEqual(['original()', 'other()'])
  works.set(4, { family: 'A', text: 'late' })
  documents.forget(changed(4))
  expect(await texts(1, 3)).toEqual(['original(late)', 'other()'])
})

test('changes one right behind the other are all seen', async () => {
  const { works, documents, texts } = open()
  works.set(1, { family: 'A', text: 'first' })
  works.set(2, { family: 'B', text: 'second' })
  await texts(1, 2)
  works.set(3, { family: 'A', text: 'third' })
  documents.forget(changed(3))
  works.set(4, { family: 'B', text: 'fourth' })
  documents.forget(changed(4))
  expect(await texts(1, 2)).toEqual(['first(third)', 'second(fourth)'])
})

test.each([
  { namesChanged: true, isReload: false, workIds: new Set<number>() },
  { namesChanged: false, isReload: true, workIds: new Set<number>() },
  { namesChanged: false, isReload: false, workIds: new Set(Array.from({ length: 1_001 }, (_, id) => id + 10)) },
])('what changes everything is the end of everything', async (update) => {
  const { works, asked, documents, texts } = open()
  works.set(1, { family: 'A', text: 'x' })
  await texts(1)
  documents.forget(update)
  await texts(1)
  expect(asked).toEqual([[1], [1]])
})

test('EDI-05 a work that joins others, or no longer does, changes what they say', async () => {
  const { works, documents, texts } = open()
  for (const id of [1, 2]) works.set(id, { family: `F${id}`, text: `work ${id}` })
  expect(await texts(1, 2)).toEqual(['work 1()', 'work 2()'])
  for (const id of [1, 2, 3]) works.set(id, { family: 'F', text: `work ${id}` })
  documents.forget(changed(3))
  expect(await texts(1, 2)).toEqual(['work 1(work 2+work 3)', 'work 2(work 1+work 3)'])
  works.delete(3)
  works.set(2, { family: 'F2', text: 'work 2' })
  documents.forget(changed(3))
  expect(await texts(1, 2)).toEqual(['work 1()', 'work 2()'])
})

test('UPG-07 documents that were kept are given again, but for those of works that changed since, or of their editions', async () => {
  const { works, documents, texts } = open()
  for (let id = 1; id <= 9; id++)
    works.set(id, { family: id <= 3 ? 'A' : id <= 5 ? 'B' : `F${id}`, text: `work ${id}` })
  const all = [...works.keys()]
  const before = await texts(...all)
  documents.forget(changed(9))
  const sections = structuredClone([...documents.save()])

  async function restored(update: CatalogueUpdate) {
    const later = open()
    for (const [id, work] of works) later.works.set(id, { ...work })
    const kept = {
      count: () => sections.length,
      read: async (_part: string, at: number) => structuredClone(sections[at]),
    }
    await later.documents.restore({ ...kept, changes: () => update })
    return later
  }

  const same = await restored(changed())
  expect(same.documents.missing(all)).toEqual([9])
  expect(await same.texts(...all)).toEqual(before)
  // Dropped with its editions, as if this process had read them.
  same.works.set(1, { family: 'A', text: 'renamed' })
  same.documents.forget(changed(1))
  expect(same.documents.missing(all)).toEqual([1, 2, 3])

  const other = await restored(changed(2, 7))
  expect(other.documents.missing(all)).toEqual([1, 2, 3, 7, 9])
  const renamed = await restored({ ...changed(), namesChanged: true })
  expect(renamed.documents.missing(all)).toEqual(all)
})

test('the works that were listed last stay within the budget', async () => {
  const { works, asked, texts } = open(5_000)
  for (let id = 1; id <= 20; id += 1) works.set(id, { family: `F${id}`, text: 'x'.repeat(600) })
  for (let id = 1; id <= 20; id += 1) await texts(id)
  asked.length = 0
  await texts(20, 19, 18, 17, 1)
  expect(asked).toEqual([[1]])
})
