import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { closeKept, openKept } from '#lib/kept/open-database.ts'
import { PIECE_BYTES } from '#lib/kept/pieces.ts'
import { readPiece } from '#lib/kept/read-pieces.ts'
import { removeWork } from '#lib/kept/remove-works.ts'
import { fileKey, type KeptDatabase, type KeptFile } from '#lib/kept/schema.ts'
import { aKeptFile, someBytes, storeWhole } from '#lib/kept/test/a-kept-work.ts'

import { aFileServer } from '../test/a-file-server.ts'
import { createFileFetcher } from './fetch-file.ts'
import { KeepError } from './keep-error.ts'

const bytes = someBytes(2 * PIECE_BYTES + 1_000)
const other = bytes.toReversed()

let db: KeptDatabase
let server: ReturnType<typeof aFileServer>
/** Bytes that arrived, and of those the ones that are not stored. */
let progress: [count: number, pending: number][]
let fetchFile: ReturnType<typeof createFileFetcher>
let file: KeptFile

beforeEach(async () => {
  await closeKept()
  globalThis.indexedDB = new IDBFactory()
  db = await openKept()
  server = aFileServer(bytes)
  progress = []
  aNewPage()
  file = aKeptFile()
  await db.put('files', file)
})

/** Nothing is left of the page before but the database. */
function aNewPage() {
  fetchFile = createFileFetcher({
    db,
    fetch: server.fetch,
    addressOf: (address) => address,
    onBytes: (_, count, pending) => progress.push([count, pending]),
  })
}

const run = (signal = new AbortController().signal) => fetchFile(file, signal)
const failureOf = (running: Promise<void>) =>
  running.then(
    () => null,
    (error: unknown) => (error instanceof KeepError ? error.failure : error),
  )
const stored = async () => (await db.get('files', fileKey(file)))!
const indices = async () => (await db.getAllKeys('pieces')).map((key) => key[4])

async function expectWhole(content: Uint8Array) {
  const whole = await stored()
  expect(whole).toMatchObject({ state: 'whole', sizeBytes: content.length, receivedBytes: content.length })
  const pieces = []
  for (const index of await indices()) pieces.push(await readPiece(db, whole, index))
  expect(Buffer.compare(Buffer.concat(pieces as Uint8Array[]), content)).toBe(0)
  return whole
}

test('OFF-02 a file is fetched with one request, and stored in pieces as it arrives', async () => {
  // Nothing more comes before the first piece is stored.
  server.onChunk = async (sent) => {
    if (sent > PIECE_BYTES + server.chunkBytes) await vi.waitFor(async () => expect(await indices()).toContain(0))
  }
  await run()
  await expectWhole(bytes)
  expect(server.asked).toEqual(['0-'])
  expect(await stored()).toMatchObject({ etag: '"a"', contentType: 'audio/mpeg', expectedBytes: bytes.length })
  expect(progress[0]).toEqual([1_000_000, 1_000_000])
  // Then all of it is stored.
  expect(progress.at(-1)).toEqual([0, 0])
  expect(progress.reduce((sum, [count]) => sum + count, 0)).toBe(bytes.length)
})

test('OFF-03 what has arrived is not requested again after a lost connection', async () => {
  server.breaksAfter = 5_000_000
  expect(await failureOf(run())).toBe('network')
  server.breaksAfter = Infinity
  await run()
  await expectWhole(bytes)
  expect(server.asked).toEqual(['0-', `5000000-${bytes.length - 1} if "a"`])
})

test('OFF-03 after a reload it goes on with the first piece that is not complete', async () => {
  server.breaksAfter = 5_000_000
  expect(await failureOf(run())).toBe('network')
  expect(await stored()).toMatchObject({ receivedBytes: PIECE_BYTES, sizeBytes: bytes.length, etag: '"a"' })
  server.breaksAfter = Infinity
  aNewPage()
  await run()
  await expectWhole(bytes)
  expect(server.asked[1]).toBe(`${PIECE_BYTES}-${bytes.length - 1} if "a"`)
})

test('OFF-03 over a connection that is lost before each piece is complete, it arrives all the same', async () => {
  server.breaksAfter = 1_500_000
  let tries = 0
  for (; (await stored()).state !== 'whole' && tries < 20; tries++) await failureOf(run())
  await expectWhole(bytes)
  expect(tries).toBe(6)
})

test('OFF-04 another version on the server replaces what has arrived', async () => {
  server.breaksAfter = 5_000_000
  expect(await failureOf(run())).toBe('network')
  Object.assign(server, { breaksAfter: Infinity, content: other, etag: '"b"' })
  await run()
  await expectWhole(other)
  expect(server.asked.slice(1)).toEqual([`5000000-${bytes.length - 1} if "a"`, '0-'])
})

test.each([
  ['another size', other.slice(0, 6_000_000), null],
  ['another weak ETag', other, 'W/"b"'],
])('OFF-04 %s is another version, though the server knows no condition', async (_, content, etag) => {
  server.etag = etag === null ? null : 'W/"a"'
  server.breaksAfter = 5_000_000
  expect(await failureOf(run())).toBe('network')
  Object.assign(server, { breaksAfter: Infinity, content, etag })
  aNewPage()
  await run()
  await expectWhole(content)
  expect(server.asked.join()).not.toContain('if')
})

test('OFF-04 a file that became shorter than what has arrived begins again', async () => {
  server.breaksAfter = 5_000_000
  expect(await failureOf(run())).toBe('network')
  Object.assign(server, { breaksAfter: Infinity, content: other.slice(0, 1_000), etag: null })
  await db.put('files', { ...(await stored()), etag: null })
  aNewPage()
  await run()
  await expectWhole(other.slice(0, 1_000))
})

test('OFF-04 a file that is another one with each request is given up', async () => {
  server.mostBytes = 3_000_000
  const plain = server.fetch
  server.fetch = (...asked) => {
    server.etag = `W/"${server.asked.length}"`
    return plain(...asked)
  }
  aNewPage()
  expect(await failureOf(run())).toBe('refused')
  expect(server.asked).toHaveLength(8)
})

describe('OFF-05 between page and server there may be', () => {
  test('a proxy that knows no ranges', async () => {
    server.knowsRanges = false
    await run()
    await expectWhole(bytes)
    expect(server.asked).toHaveLength(1)
  })

  test('one that gives less than was asked for', async () => {
    server.mostBytes = 3_000_000
    await run()
    await expectWhole(bytes)
    expect(server.asked).toHaveLength(3)
  })

  test.each([true, false])('one that hides the size, with ranges: %s', async (knowsRanges) => {
    Object.assign(server, { knowsSize: false, knowsRanges })
    await run()
    await expectWhole(bytes)
    expect(server.asked).toEqual(['0-'])
  })

  test('one that hides the size of a file which ends with a piece, and a page that is closed there', async () => {
    const even = bytes.slice(0, PIECE_BYTES)
    Object.assign(server, { knowsSize: false, content: even })
    let isClosed = false
    const closing = new AbortController()
    server.onChunk = (sent) => {
      if (sent < PIECE_BYTES || isClosed) return
      isClosed = true
      closing.abort('closed')
    }
    await run(closing.signal).catch(() => undefined)
    expect(await stored()).toMatchObject({ state: 'waiting', receivedBytes: PIECE_BYTES, sizeBytes: null })
    aNewPage()
    await run()
    await expectWhole(even)
    expect(server.asked).toEqual(['0-', `${PIECE_BYTES}- if "a"`])
  })

  test('an empty file', async () => {
    server.content = new Uint8Array(0)
    await run()
    expect(await expectWhole(new Uint8Array(0))).toMatchObject({ sizeBytes: 0 })
  })
})

test.each([
  [401, 'signedOut'],
  [403, 'signedOut'],
  [404, 'vanished'],
  [410, 'vanished'],
  [400, 'refused'],
  [429, 'busy'],
  [500, 'busy'],
  [503, 'busy'],
])('OFF-06 status %i is %s, and what has arrived stays', async (status, failure) => {
  server.breaksAfter = 5_000_000
  await failureOf(run())
  Object.assign(server, { status, headers: { 'retry-after': '7' } })
  const error = await run().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ failure, waitSeconds: failure === 'busy' ? 7 : 0 })
  expect(await indices()).toEqual([0])
})

test.each([
  [200, 'text/html; charset=utf-8'],
  [403, 'text/html'],
  [404, 'text/plain'],
])('OFF-53 status %i with %s is not of the server, and what has arrived stays', async (status, type) => {
  server.breaksAfter = 5_000_000
  await failureOf(run())
  Object.assign(server, { status, headers: { 'content-type': type } })
  expect(await failureOf(run())).toBe('foreign')
  expect(await indices()).toEqual([0])
})

test('OFF-03 ending it keeps what is complete, and says nothing of a failure', async () => {
  const ending = new AbortController()
  server.onChunk = (sent) => void (sent > 5_000_000 && ending.abort('left'))
  expect(await failureOf(run(ending.signal))).toBe('left')
  expect(await indices()).toEqual([0])
})

test('OFF-07 a file that is removed meanwhile stays removed, with all its pieces', async () => {
  server.onChunk = async (sent) => {
    if (sent < 5_000_000 || (await db.count('files')) === 0) return
    await removeWork(db, file)
  }
  await run()
  expect([await db.count('files'), await db.count('pieces'), await db.count('bytes')]).toEqual([0, 0, 0])
})

test('OFF-15 only the piece that broke is fetched again', async () => {
  const whole = await storeWhole(bytes)
  await db.put('files', { ...whole, state: 'waiting', receivedBytes: whole.receivedBytes - PIECE_BYTES })
  await db.delete('pieces', [...fileKey(whole), 1])
  await run()
  await expectWhole(bytes)
  expect(server.asked).toEqual([`${PIECE_BYTES}-${2 * PIECE_BYTES - 1} if "a"`])
})

test('OFF-08 when it is whole, it replaces the same file in the other quality', async () => {
  await storeWhole(bytes, { quality: 'original' })
  await storeWhole(bytes, { fileId: 2, quality: 'original' })
  await run()
  expect((await db.getAll('files')).map(({ fileId, quality }) => `${fileId} ${quality}`)).toEqual([
    '1 small',
    '2 original',
  ])
  expect([await db.count('pieces'), await db.count('bytes')]).toEqual([6, 6])
})

test('OFF-06 without room it stops, and what was stored before stays', async () => {
  let pieces = 0
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
    if (this.name === 'bytes' && ++pieces > 1) throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, given)
  }
  try {
    expect(await failureOf(run())).toBe('full')
  } finally {
    IDBObjectStore.prototype.put = put
  }
  // Whichever of two was hashed first.
  expect([await indices(), (await stored()).receivedBytes]).toEqual([[expect.any(Number)], PIECE_BYTES])
})
