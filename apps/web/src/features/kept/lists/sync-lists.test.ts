import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'

import { ApiError } from '#lib/api/api.ts'
import { closeKept, openKept } from '#lib/kept/open-database.ts'
import { removeOwner } from '#lib/kept/remove-works.ts'
import type { KeptDatabase, KeptList, ListSource } from '#lib/kept/schema.ts'
import { aKeptWork } from '#lib/kept/test/a-kept-work.ts'

import { idOfSource } from './source-id.ts'
import { excludeWorks, removeList, syncLists } from './sync-lists.ts'

const ME = 7
const sleep: ListSource = { kind: 'playlist', playlistId: 'sleep' }
const rain: ListSource = { kind: 'search', words: '雨' }
const gone = () => new ApiError(404, 'playlist.notFound', 'none')

let db: KeptDatabase
beforeEach(async () => {
  await closeKept()
  globalThis.indexedDB = new IDBFactory()
  db = await openKept()
})

async function follow(source: ListSource, given: Partial<KeptList> = {}): Promise<KeptList> {
  const list: KeptList = {
    owner: ME,
    id: idOfSource(source),
    source,
    title: 'A list',
    quality: 'small',
    workIds: [],
    excludedIds: [],
    keptCount: 0,
    leftOutCount: 0,
    readAtMs: null,
    isGone: false,
    ...given,
  }
  await db.put('lists', list)
  return list
}

type OnKeep = (workId: number) => Promise<unknown>

/** A server with these lists and a device with room for so many works more. */
function sync(
  lists: Record<string, number[] | Error>,
  { room = Infinity, missing = [], onKeep }: { room?: number; missing?: number[]; onKeep?: OnKeep } = {},
) {
  let left = room
  const keep = async (workId: number) => {
    if (missing.includes(workId)) throw new ApiError(404, 'work.notFound', 'none')
    if (left-- <= 0) return false
    await onKeep?.(workId)
    await db.put('works', { ...aKeptWork({ owner: ME, workId }), isOfList: true })
    return true
  }
  const readList = async ({ id }: KeptList) => {
    const found = lists[id] ?? gone()
    if (found instanceof Error) throw found
    return { workIds: found.slice(0, 200), totalCount: found.length }
  }
  return syncLists({ db, keep, readList, now: () => 1_000 }, ME)
}

const kept = async () => (await db.getAll('works')).map(({ workId }) => workId)
const [sleeping, raining] = [idOfSource(sleep), idOfSource(rain)]

test('OFF-16 works that are added to a list are kept, those that leave every list go, and others stay', async () => {
  await db.put('works', aKeptWork({ owner: ME, workId: 1 }))
  await follow(sleep)
  await follow(rain)
  await sync({ [sleeping]: [1, 2, 3], [raining]: [3, 4] })
  expect(await kept()).toEqual([1, 2, 3, 4])
  await sync({ [sleeping]: [5], [raining]: [3] })
  expect(await kept()).toEqual([1, 3, 5])
  expect(await db.get('lists', [ME, sleeping])).toMatchObject({ workIds: [5], readAtMs: 1_000, leftOutCount: 0 })
})

test('OFF-16 nothing goes while a list cannot be read, or because it has gone from the server', async () => {
  await follow(sleep)
  await follow(rain)
  await sync({ [sleeping]: [2], [raining]: [4] })
  await expect(sync({ [sleeping]: [], [raining]: new ApiError(0, 'client.network', 'away') })).rejects.toThrow()
  expect(await kept()).toEqual([2, 4])
  await sync({ [sleeping]: [2] })
  expect(await kept()).toEqual([2, 4])
  expect(await db.get('lists', [ME, raining])).toMatchObject({ isGone: true, workIds: [4] })
})

test('OFF-16 what does not fit, is hidden or beyond two hundred is counted, and fetched when it fits', async () => {
  await follow(sleep)
  const many = Array.from({ length: 203 }, (_, index) => index + 1)
  await sync({ [sleeping]: many }, { room: 2, missing: [1] })
  expect(await kept()).toEqual([2, 3])
  expect(await db.get('lists', [ME, sleeping])).toMatchObject({ leftOutCount: 201 })
  await sync({ [sleeping]: many })
  expect(await db.count('works')).toBe(200)
})

test('OFF-16 what the listener removes does not come back', async () => {
  await follow(sleep)
  await sync({ [sleeping]: [1, 2] })
  await excludeWorks(db, [{ owner: ME, workId: 1 }])
  await db.delete('works', [ME, 1])
  await sync({ [sleeping]: [1, 2] })
  expect(await kept()).toEqual([2])
  expect(await db.get('lists', [ME, sleeping])).toMatchObject({ excludedIds: [1], leftOutCount: 0 })
})

test('OFF-16 what is ended or removed while a list is read for the first time stays so', async () => {
  await follow(sleep)
  await sync(
    { [sleeping]: [1, 2, 3] },
    { onKeep: async (id) => id === 1 && excludeWorks(db, [{ owner: ME, workId: 2 }]) },
  )
  expect(await kept()).toEqual([1, 3])
  await follow(rain)
  await sync(
    { [sleeping]: [1, 3], [raining]: [4, 5, 6] },
    { onKeep: async (id) => id === 5 && removeList(db, { owner: ME, id: raining }, 'go') },
  )
  expect(await kept()).toEqual([1, 3])
  await removeList(db, { owner: ME, id: sleeping }, 'go')
  await sync({})
  expect(await kept()).toEqual([])
})

test('OFF-16 of a list that is too long, what is kept is counted', async () => {
  await follow(sleep)
  await sync({ [sleeping]: Array.from({ length: 500 }, (_, index) => index + 1) })
  expect(await db.get('lists', [ME, sleeping])).toMatchObject({ keptCount: 200, leftOutCount: 300 })
})

test('OFF-16 a list that is given up leaves its works, or takes those that no other list has', async () => {
  await follow(sleep)
  await follow(rain)
  await sync({ [sleeping]: [1, 2], [raining]: [2] })
  await removeList(db, (await db.get('lists', [ME, sleeping]))!, 'go')
  expect(await kept()).toEqual([2])
  await removeList(db, (await db.get('lists', [ME, raining]))!, 'stay')
  await sync({})
  expect(await kept()).toEqual([2])
  expect(await db.count('lists')).toBe(0)
})

test('OFF-16 OFF-30 signing out removes an account’s lists', async () => {
  await follow(sleep)
  await follow(rain, { owner: 8 })
  await removeOwner(db, ME)
  expect((await db.getAll('lists')).map(({ owner }) => owner)).toEqual([8])
})
