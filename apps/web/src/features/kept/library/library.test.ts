import 'fake-indexeddb/auto'
import type { TrackFile, TrackNode } from '@otodana/contract'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test } from 'vitest'

import { closeKept, openKept } from '#lib/kept/open-database.ts'
import { findWholeFile, readPiece } from '#lib/kept/read-pieces.ts'
import { removeOwner, removeWork } from '#lib/kept/remove-works.ts'
import { type KeptDatabase, keysBelow, type Slot } from '#lib/kept/schema.ts'
import { ownersFor } from '#lib/kept/visitor.ts'
import { isMetered } from '#lib/browser/connection.ts'
import { type Api, ApiError } from '#lib/api/api.ts'
import { aWork } from '#test/a-work.ts'

import { createStoredFile } from '../engine/stored-file.ts'
import { stateOf } from '../kept.store.ts'
import { keepWork } from './keep-work.ts'
import { MAX_EXTRA_BYTES, planFiles, offeredQualities } from './plan-files.ts'
import { readLibrary, readNewest, readWaiting, withNewSums } from './read-library.ts'
import { refreshWorks } from './refresh-works.ts'
import { limitsFor, roomLeft } from './room.ts'
import { type Draft, orderWorks, pauseWorks, writeWork } from './write-works.ts'

function file(fileId: number, given: Partial<TrackFile> = {}): TrackFile {
  return {
    type: 'audio',
    hash: `1/${fileId}`,
    title: `${fileId}.wav`,
    work: { id: 1, source_id: 'RJ000001', source_type: 'DLSITE' },
    workTitle: '雨',
    mediaStreamUrl: `/api/media/stream/1/${fileId}`,
    mediaDownloadUrl: `/api/media/download/1/${fileId}`,
    streamLowQualityUrl: `/api/media/streamLowQuality/1/${fileId}`,
    duration: 100,
    size: 50_000_000,
    ...given,
  }
}

const tree: TrackNode[] = [
  { type: 'folder', title: 'wav', children: [file(1), file(2)] },
  file(3, { streamLowQualityUrl: '', size: 900 }),
  file(4, { streamOnly: true }),
  file(5, { type: 'text', title: 'a.vtt', size: 10 }),
  file(6, { type: 'image', title: 'a.jpg', size: MAX_EXTRA_BYTES + 1 }),
  file(7, { type: 'other', title: 'a.bin', size: 10 }),
]
const all = new Set(['1/1', '1/2', '1/3', '1/4'])

test('OFF-01 a choice of quality is offered only between what the tracks have', () => {
  const offered = (...tracks: Partial<TrackFile>[]) => offeredQualities(tracks.map((given, id) => file(id, given)))
  const [onlyStream, onlyOriginal] = [{ streamOnly: true }, { streamLowQualityUrl: '' }] as const
  expect([offered(), offered({}), offered(onlyOriginal, {})]).toEqual([0, 0, 0].map(() => ['small', 'original']))
  expect([offered(onlyStream), offered(onlyOriginal)]).toEqual([['small'], ['original']])
  expect(offered(onlyStream, onlyOriginal)).toEqual(['original'])
})

describe('OFF-01 what is fetched of a work', () => {
  const plan = (quality: 'small' | 'original', tracks = all, hasExtras = true, playsOpus = true) =>
    planFiles(tree, { quality, tracks, hasExtras }, playsOpus)

  test('are the chosen tracks in the wanted quality, as far as they have it, and texts and small pictures', () => {
    const shown = (quality: 'small' | 'original') => plan(quality).map((each) => `${each.fileId} ${each.quality}`)
    expect(shown('small')).toEqual(['1 small', '2 small', '3 original', '4 small', '5 original'])
    expect(shown('original')).toEqual(['1 original', '2 original', '3 original', '4 small', '5 original'])
    expect(plan('small', new Set(['1/2']), false).map(({ fileId }) => fileId)).toEqual([2])
  })

  test('has the addresses that the player asks for, and sizes that are known or nearly so', () => {
    const [first] = plan('small')
    expect([first!.address, first!.expectedBytes]).toEqual(['/api/media/streamLowQuality/1/1?format=opus', 1_010_000])
    const [mp3] = plan('small', all, true, false)
    expect([mp3!.address, mp3!.expectedBytes]).toEqual(['/api/media/streamLowQuality/1/1', 1_205_000])
    expect(plan('original')[0]).toMatchObject({ address: '/api/media/stream/1/1', expectedBytes: 50_000_000 })
  })
})

let db: KeptDatabase
beforeEach(async () => {
  await closeKept()
  globalThis.indexedDB = new IDBFactory()
  db = await openKept()
})

const draft = (given: Partial<Draft> & { id?: number } = {}): Draft => ({
  owner: 7,
  work: aWork({ id: given.id ?? 1 }),
  quality: 'small',
  files: planFiles(tree, { quality: given.quality ?? 'small', tracks: all, hasExtras: true }, true),
  answers: { tracks: JSON.stringify(tree) },
  covers: { main: { bytes: new TextEncoder().encode('cover'), contentType: 'image/jpeg' } },
  ...given,
})
const library = async (...owners: number[]) => (await readLibrary(db, owners)).works

test('OFF-01 a kept work has its files, its tree and its cover, and waits at the end of the queue', async () => {
  await writeWork(db, draft(), 1_000)
  await writeWork(db, draft({ id: 2 }), 2_000)
  const works = await library(7)
  expect(works.map(({ workId, place, keptAtMs }) => [workId, place, keptAtMs])).toEqual([
    [1, 1, 1_000],
    [2, 2, 2_000],
  ])
  expect(works[0]!.sum).toMatchObject({ fileCount: 5, wholeCount: 0, receivedBytes: 0 })
  expect(works[0]!.sum.expectedBytes).toBe(3 * 1_010_000 + 900 + 10)
  expect(stateOf(works[0]!)).toBe('waiting')
  expect((await readWaiting(db, 7)).files).toHaveLength(10)
  expect(await db.count('covers')).toBe(2)
})

test('OFF-20 of many works those that were kept last, and those that wait, are read first', async () => {
  const files = draft().files.slice(0, 1)
  for (let id = 1; id <= 12; id++) {
    // The last one was kept first.
    await writeWork(db, draft({ id, files }), 1_000 - id)
    const stored = createStoredFile(db, [7, id, 1, 'small'])
    await stored.addPiece(0, new Uint8Array(10), { sizeBytes: 10, etag: '"a"', contentType: 'audio/webm' })
    if (id !== 11) await stored.finish()
  }
  await writeWork(db, draft({ id: 13, owner: 0, files: [] }), 5)
  await writeWork(db, draft({ id: 14, owner: 8, files: [] }), 2_000)
  const found = (await readNewest(db, [7, 0], 3))!
  expect(found.works.map(({ workId, owner }) => [owner, workId])).toEqual(
    expect.arrayContaining([...[1, 2, 3, 11].map((id) => [7, id]), [0, 13]]),
  )
  expect(found).toMatchObject({ works: { length: 5 }, count: 13, bytes: 120, totalBytes: 120, lists: [] })
  expect(found.works.find(({ workId }) => workId === 2)!.sum).toMatchObject({ wholeCount: 1, receivedBytes: 10 })
  expect(await readNewest(db, [7, 0], 7)).toBeNull()
  expect(await readNewest(db, [], 3)).toBeNull()
})

test('OFF-02 how much of a work has been stored is read while a file is on its way', async () => {
  for (const id of [1, 2]) await writeWork(db, draft({ id }), id)
  const before = await library(7)
  const stored = createStoredFile(db, [7, 2, 1, 'small'])
  await stored.addPiece(0, new Uint8Array(10), { sizeBytes: 1_000, etag: '"a"', contentType: 'audio/webm' })
  const after = await withNewSums(db, before, 7, [2, 9])
  expect(after.map(({ sum }) => sum.receivedBytes)).toEqual([0, 10])
  expect(after[0]).toBe(before[0])
})

test('OFF-08 another choice removes what is no longer wanted, and keeps the rest until it is replaced', async () => {
  await writeWork(db, draft(), 1_000)
  const small = createStoredFile(db, [7, 1, 1, 'small'])
  await small.addPiece(0, new Uint8Array(10), { sizeBytes: 10, etag: '"a"', contentType: 'audio/webm' })
  await small.finish()
  const files = planFiles(tree, { quality: 'original', tracks: new Set(['1/1']), hasExtras: false }, true)
  await writeWork(db, draft({ quality: 'original', files }), 5_000)
  expect((await db.getAllKeys('files')).map(([, , fileId, quality]) => `${fileId} ${quality}`)).toEqual([
    '1 original',
    '1 small',
  ])
  const [work] = await library(7)
  expect(work).toMatchObject({ keptAtMs: 1_000, quality: 'original', place: 1 })
  expect(work!.sum).toMatchObject({ fileCount: 2, wholeCount: 1, receivedBytes: 10 })
  const original = createStoredFile(db, [7, 1, 1, 'original'])
  await original.addPiece(0, new Uint8Array(30), { sizeBytes: 30, etag: '"b"', contentType: 'audio/wav' })
  await original.finish()
  const [after] = await library(7)
  expect(after!.sum).toMatchObject({ fileCount: 1, wholeCount: 1, receivedBytes: 30, expectedBytes: 30 })
  expect([stateOf(after!), await db.count('pieces')]).toEqual(['whole', 1])
})

test('OFF-06 files that cannot be fetched leave the work partial, and keeping it again asks for them again', async () => {
  await writeWork(db, draft({ files: draft().files.slice(0, 1) }), 1_000)
  await createStoredFile(db, [7, 1, 1, 'small']).fail('vanished')
  const [work] = await library(7)
  expect([stateOf(work!), work!.sum.failedCount]).toEqual(['partial', 1])
  await writeWork(db, draft({ files: draft().files.slice(0, 1) }), 2_000)
  expect(stateOf((await library(7))[0]!)).toBe('waiting')
})

test('OFF-07 works are paused and put in another order, and stay so', async () => {
  for (const id of [1, 2, 3]) await writeWork(db, draft({ id }), id)
  const ref = (workId: number) => ({ owner: 7, workId })
  await pauseWorks(db, [ref(2), ref(9)], true)
  await orderWorks(db, [ref(3), ref(1), ref(2)])
  await closeKept()
  db = await openKept()
  expect((await library(7)).map((work) => `${work.workId} ${stateOf(work)}`)).toEqual([
    '3 waiting',
    '1 waiting',
    '2 paused',
  ])
})

test('OFF-24 removing a work, or all of an account, leaves nothing of it and everything of others', async () => {
  for (const id of [1, 2]) await writeWork(db, draft({ id }), id)
  await writeWork(db, draft({ owner: 8 }), 3)
  await createStoredFile(db, [8, 1, 1, 'small']).addPiece(0, new Uint8Array(9), {
    sizeBytes: 9,
    etag: null,
    contentType: '',
  })
  await removeWork(db, { owner: 7, workId: 1 })
  expect((await library(7)).map(({ workId }) => workId)).toEqual([2])
  await removeOwner(db, 7)
  expect(await library(7)).toEqual([])
  const owners = new Set<number>()
  for (const store of ['works', 'files', 'pieces', 'sums', 'answers', 'covers'] as const)
    for (const { owner } of await db.getAll(store)) owners.add(owner)
  expect([...owners]).toEqual([8])
  expect((await readLibrary(db, [8])).totalBytes).toBe(9)
})

describe('OFF-17 what changes on the server', () => {
  const day = 86_400_000
  let isPresent: boolean
  const originals = (nodes: readonly TrackNode[], tracks = all) =>
    planFiles(nodes, { quality: 'original', tracks, hasExtras: true }, true)
  const refresh = (found: readonly TrackNode[] | Error, atMs: number) =>
    refreshWorks(
      {
        db,
        playsOpus: true,
        isPresent: () => isPresent,
        now: () => atMs,
        async read() {
          if (found instanceof Error) throw found
          return {
            work: aWork({ id: 1, title: 'Renamed' }),
            answers: { tracks: JSON.stringify(found) },
            covers: {},
            tree: found,
          }
        },
      },
      7,
    )
  const states = async () =>
    Object.fromEntries(
      (await db.getAll('files')).map(({ fileId, quality, state, sizeBytes }) => [
        quality === 'renewed' ? `${fileId} renewed` : fileId,
        [state, sizeBytes],
      ]),
    )

  beforeEach(async () => {
    isPresent = true
    await writeWork(db, draft({ quality: 'original', files: originals(tree), isOfList: true }), 0)
    for (const fileId of [1, 3]) {
      const stored = createStoredFile(db, [7, 1, fileId, 'original'])
      const sizeBytes = fileId === 3 ? 900 : 50_000_000
      await stored.addPiece(0, new Uint8Array(5), { sizeBytes, etag: '"a"', contentType: 'audio/wav' })
      await stored.finish()
    }
    await pauseWorks(db, [{ owner: 7, workId: 1 }], true)
  })

  test('new files are fetched, changed ones again, and what is gone stays here', async () => {
    const changed = [file(1), file(2), file(8), file(3, { streamLowQualityUrl: '', size: 901 })]
    await refresh(changed, day - 1)
    expect((await states())[8]).toBeUndefined()
    await refresh(changed, day)
    expect(await states()).toMatchObject({
      1: ['whole', 50_000_000],
      // What is here stays until the other is.
      '3 renewed': ['waiting', null],
      3: ['whole', 900],
      4: ['waiting', null],
      8: ['waiting', null],
    })
    const [work] = await library(7)
    expect(work).toMatchObject({ isPaused: true, isOfList: true, work: { title: 'Renamed' }, keptAtMs: 0 })
    expect(work!.olderCount).toBe(1)
    expect((await readLibrary(db, [7])).olderKeys).toEqual([[7, 1, 3, 'original']])
    await refresh(changed, 2 * day)
    expect(Object.keys(await states())).toHaveLength(7)
  })

  test('OFF-54 a changed original plays in its older version until the new one is whole, which replaces it, and so again', async () => {
    const bytesOf = async () => {
      const whole = await findWholeFile(db, { workId: 1, fileId: 3, quality: 'original' })
      return whole && [whole.quality, await readPiece(db, whole, 0)]
    }
    await db.put('facts', { name: 'visitor', owner: 7, isClosed: false })
    const old = createStoredFile(db, [7, 1, 3, 'original'])
    await old.restart()
    const before = new Uint8Array([1, 1, 1])
    await old.addPiece(0, before, { sizeBytes: 3, etag: '"a"', contentType: 'audio/wav' })
    await old.finish()
    let from: Slot = 'original'
    for (const [index, size] of [901, 902].entries()) {
      await refresh([file(3, { streamLowQualityUrl: '', size })], (index + 1) * day)
      expect((await bytesOf())![0]).toBe(from)
      const to: Slot = from === 'original' ? 'renewed' : 'original'
      const renewed = createStoredFile(db, [7, 1, 3, to])
      const bytes = new Uint8Array(size).fill(index)
      await renewed.addPiece(0, bytes, { sizeBytes: size, etag: `"${size}"`, contentType: 'audio/wav' })
      expect((await bytesOf())![0]).toBe(from)
      // To keep it again asks for nothing that is on its way, or here.
      await writeWork(db, draft({ quality: 'original', files: originals(tree) }), 0)
      await renewed.finish()
      expect(await bytesOf()).toEqual([to, bytes])
      expect(await db.getAllKeys('pieces', keysBelow(7, 1, 3))).toEqual([[7, 1, 3, to, 0]])
      expect(await db.getAllKeys('bytes', keysBelow(7, 1, 3))).toHaveLength(1)
      const [work] = await library(7)
      expect(work!.olderCount).toBe(0)
      from = to
    }
  })

  test('OFF-54 a file that is again as it was is not fetched', async () => {
    await refresh([file(3, { streamLowQualityUrl: '', size: 901 })], day)
    const renewed = createStoredFile(db, [7, 1, 3, 'renewed'])
    await renewed.addPiece(0, new Uint8Array(5), { sizeBytes: 901, etag: '"b"', contentType: 'audio/wav' })
    await refresh([file(3, { streamLowQualityUrl: '', size: 900 })], 2 * day)
    expect((await states())['3 renewed']).toBeUndefined()
    expect(await db.getAllKeys('pieces', keysBelow(7, 1, 3))).toEqual([[7, 1, 3, 'original', 0]])
    expect((await library(7))[0]!.sum).toMatchObject({ fileCount: 5 })
  })

  describe('OFF-54 of the same size', () => {
    const one = (version?: string, given: Partial<TrackFile> = {}) =>
      file(1, { ...(version !== undefined && { version }), ...given })
    const rows = async () =>
      (await db.getAll('files', keysBelow(7, 1, 1)))
        .toSorted((a, b) => b.state.localeCompare(a.state))
        .map(({ quality, state, version, receivedBytes }) => `${quality} ${state} ${version} ${receivedBytes}`)
    const add = async (slot: Slot, byte: number) => {
      const stored = createStoredFile(db, [7, 1, 1, slot])
      await stored.addPiece(0, new Uint8Array([byte]), { sizeBytes: 1, etag: `"${byte}"`, contentType: 'audio/wav' })
      return stored
    }
    /** Keeps a track, as the server has it, until it is whole. */
    async function keepOne(quality: 'small' | 'original', track: TrackFile): Promise<void> {
      await removeWork(db, { owner: 7, workId: 1 })
      const files = planFiles([track], { quality, tracks: all, hasExtras: true }, true)
      await writeWork(db, draft({ quality, files, answers: { tracks: JSON.stringify([track]) } }), 0)
      await (await add(quality, 1)).finish()
      await db.put('facts', { name: 'visitor', owner: 7, isClosed: false })
    }
    const played = async (quality: 'small' | 'original') => {
      const whole = await findWholeFile(db, { workId: 1, fileId: 1, quality })
      return whole && [...(await readPiece(db, whole, 0))!]
    }

    test.each([
      ['original', 'renewed'],
      ['small', 'renewedSmall'],
    ] as const)(
      'a changed file in %s quality is fetched beside the one that is here, and once',
      async (quality, to) => {
        await keepOne(quality, one('a'))
        await refresh([one('a')], day)
        expect(await rows()).toEqual([`${quality} whole a 1`])

        await refresh([one('b')], 2 * day)
        expect(await rows()).toEqual([`${quality} whole a 1`, `${to} waiting b 0`])
        expect((await library(7))[0]!.olderCount).toBe(1)
        expect((await readLibrary(db, [7])).olderKeys).toEqual([[7, 1, 1, quality]])
        expect((await readWaiting(db, 7)).files).toMatchObject([
          planFiles([one('b')], { quality, tracks: all, hasExtras: true }, true).map(({ address }) => ({
            address,
          }))[0]!,
        ])

        // It waits, and has been begun: nothing of that is lost, whatever the server has next.
        const renewed = await add(to, 2)
        await refresh([one('b')], 3 * day)
        expect(await rows()).toEqual([`${quality} whole a 1`, `${to} waiting b 1`])
        await refresh([one('c')], 4 * day)
        expect(await rows()).toEqual([`${quality} whole a 1`, `${to} waiting c 1`])
        expect(await played(quality)).toEqual([1])

        await renewed.finish()
        expect([await rows(), await played(quality)]).toEqual([[`${to} whole c 1`], [2]])
        expect(await db.getAllKeys('pieces', keysBelow(7, 1, 1))).toEqual([[7, 1, 1, to, 0]])
        expect((await library(7))[0]!.olderCount).toBe(0)

        // The next one takes the other place.
        await refresh([one('d')], 5 * day)
        expect(await rows()).toEqual([`${to} whole c 1`, `${quality} waiting d 0`])
        expect(await played(quality)).toEqual([2])
        await add(quality, 3)
        await refresh([one('c')], 6 * day)
        expect(await rows()).toEqual([`${to} whole c 1`])
        expect(await db.getAllKeys('pieces', keysBelow(7, 1, 1))).toEqual([[7, 1, 1, to, 0]])
        expect(await db.getAllKeys('bytes', keysBelow(7, 1, 1))).toHaveLength(1)
        expect((await library(7))[0]!.sum).toMatchObject({ fileCount: 1, wholeCount: 1, receivedBytes: 1 })
      },
    )

    test.each(['original', 'small'] as const)(
      'a file that an earlier build kept in %s quality takes the version that the server names',
      async (quality) => {
        await keepOne(quality, one(undefined, { size: 1 }))
        await refresh([one('a', { size: 1 })], day)
        expect(await rows()).toEqual([`${quality} whole a 1`])
        await refresh([one('b', { size: 1 })], 2 * day)
        expect(await rows()).toHaveLength(2)
      },
    )

    test('an original that an earlier build kept is fetched again if it has another size', async () => {
      await keepOne('original', one(undefined, { size: 1 }))
      await refresh([one('b', { size: 2 })], day)
      expect(await rows()).toEqual(['original whole undefined 1', 'renewed waiting b 0'])
      await (await add('renewed', 2)).finish()
      await refresh([one('b', { size: 2 })], 2 * day)
      expect(await rows()).toEqual(['renewed whole b 1'])
    })

    test('while the server cannot read a file, and while it has none, what was begun stays', async () => {
      await keepOne('small', one('a'))
      await refresh([one('b')], day)
      await add('renewedSmall', 2)
      for (const [index, nodes] of [[one()], []].entries()) {
        await refresh(nodes, (index + 2) * day)
        expect(await rows()).toEqual(['small whole a 1', 'renewedSmall waiting b 1'])
      }
    })

    test('one that the server had refused is begun again, without what had arrived of it', async () => {
      await keepOne('small', one('a'))
      await refresh([one('b')], day)
      await (await add('renewedSmall', 2)).fail('refused')
      await refresh([one('b')], 2 * day)
      expect(await rows()).toEqual(['small whole a 1', 'renewedSmall waiting b 0'])
      expect(await db.getAllKeys('pieces', keysBelow(7, 1, 1))).toEqual([[7, 1, 1, 'small', 0]])
    })

    test('a file that is being replaced by one in another quality is not fetched in its own', async () => {
      await keepOne('small', one('a'))
      const files = planFiles([one('a')], { quality: 'original', tracks: all, hasExtras: true }, true)
      await writeWork(db, draft({ quality: 'original', files }), 0)
      await refresh([one('b')], day)
      expect(await rows()).toEqual(['small whole a 1', 'original waiting b 0'])
      expect((await library(7))[0]!.olderCount).toBe(0)
    })
  })

  test('of a work that is kept in part no further tracks are fetched', async () => {
    await writeWork(db, draft({ quality: 'original', files: originals(tree, new Set(['1/1'])) }), 0)
    await refresh([file(1), file(8)], day)
    expect(Object.keys(await states())).toEqual(['1', '5'])
  })

  test('a work that was removed, or chosen in another quality, while it was read, stays so', async () => {
    const late = async (atMs: number, change: () => Promise<unknown>) => {
      await refreshWorks(
        {
          db,
          playsOpus: true,
          isPresent: () => true,
          now: () => atMs,
          async read() {
            await change()
            return { work: aWork({ id: 1 }), answers: { tracks: JSON.stringify(tree) }, covers: {}, tree }
          },
        },
        7,
      )
    }
    await late(day, async () => writeWork(db, draft({ quality: 'small' }), 5))
    expect((await library(7))[0]).toMatchObject({ quality: 'small' })
    await late(2 * day, async () => removeWork(db, { owner: 7, workId: 1 }))
    expect(await db.count('works')).toBe(0)
  })

  test('OFF-30 who has signed out meanwhile leaves nothing behind', async () => {
    await removeOwner(db, 7)
    isPresent = false
    await refresh([file(1)], day)
    expect(await db.count('files')).toBe(0)
    const api = (async () => aWork({ id: 1 })) as unknown as Api
    const fetchCover = async () => new Response('cover')
    const asked = { owner: 7, workId: 1, quality: 'small' as const, tree, files: originals(tree), isMember: true }
    await keepWork({ db, api, fetchCover, now: () => 1, isPresent: () => false }, asked)
    expect(await db.count('works')).toBe(0)
    await keepWork({ db, api, fetchCover, now: () => 1, isPresent: () => true }, asked)
    expect(await db.count('works')).toBe(1)
  })

  test('a work that is gone from the server stays, and is not asked for again the same day', async () => {
    await refresh(new ApiError(404, 'work.notFound', 'none'), day)
    expect((await states())[1]).toEqual(['whole', 50_000_000])
    await refresh(new Error('must not be read'), day + 1)
    await expect(refresh(new ApiError(0, 'client.network', 'away'), 3 * day)).rejects.toThrow('away')
  })
})

test('OFF-31 a visitor has their own works and those of the device, and none of a closed library without a login', () => {
  expect(ownersFor({ owner: 7, isClosed: true })).toEqual([7, 0])
  expect(ownersFor({ owner: 0, isClosed: false })).toEqual([0])
  expect(ownersFor({ owner: 0, isClosed: true })).toEqual([])
  expect(ownersFor({ owner: null, isClosed: true })).toEqual([0])
})

test('OFF-25 the room is what the device and the listener’s limit leave', () => {
  const nothing = { keptBytes: 400, limitBytes: null, usageBytes: null, quotaBytes: null }
  expect(roomLeft(nothing)).toBe(Infinity)
  expect(roomLeft({ ...nothing, limitBytes: 1_000 })).toBe(600)
  expect(roomLeft({ ...nothing, limitBytes: 100 })).toBe(0)
  expect(roomLeft({ ...nothing, usageBytes: 500_000_000, quotaBytes: 1_000_000_000 })).toBe(400_000_000)
  expect(roomLeft({ ...nothing, usageBytes: 950_000_000, quotaBytes: 1_000_000_000, limitBytes: 500 })).toBe(0)
})

test('OFF-28 limits are those that the device has room for, and the one that is set', () => {
  expect(limitsFor(6_000_000_000, 100_000_000_000)).toEqual([1e9, 2e9, 5e9, 1e11])
  expect(limitsFor(null, null)).toHaveLength(8)
})

test('OFF-09 mobile data and data saving are metered; where the browser says nothing, that is not known', () => {
  expect([{ type: 'cellular' }, { saveData: true }, { type: 'wifi' }, {}].map(isMetered)).toEqual([
    true,
    true,
    false,
    null,
  ])
})
