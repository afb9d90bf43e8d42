import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test } from 'vitest'

import { closeKept, findKept, openKept } from '#lib/kept/open-database.ts'
import { PIECE_BYTES } from '#lib/kept/pieces.ts'
import { fileKey } from '#lib/kept/schema.ts'
import { aKeptFile, someBytes, storeWhole, WORK_ID } from '#lib/kept/test/a-kept-work.ts'

import { createKeptFiles } from './kept-files.ts'

const bytes = someBytes(2 * PIECE_BYTES + 1_000)
const size = bytes.length

let brokenCount: number
let files: ReturnType<typeof createKeptFiles>

beforeEach(async () => {
  await closeKept()
  globalThis.indexedDB = new IDBFactory()
  brokenCount = 0
  files = createKeptFiles({ find: findKept, onBroken: () => brokenCount++ })
})

const ask = (headers: Record<string, string> = {}, { path = `/kept/${WORK_ID}/1/small`, method = 'GET' } = {}) =>
  files.answer({ url: `https://shelf.example${path}`, method, headers: new Headers(headers) })

/** Its status, its headers and, unless there are very many, its bytes. */
async function answered(given: Response) {
  const { headers } = given
  return {
    status: given.status,
    range: headers.get('content-range'),
    length: headers.get('content-length'),
    body: new Uint8Array(await given.arrayBuffer()),
  }
}
const equal = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

describe('OFF-12 a kept file is answered with exact ranges', () => {
  beforeEach(async () => void (await storeWhole(bytes)))

  test.each([
    ['bytes=0-1', 0, 1],
    ['bytes=0-', 0, size - 1],
    ['bytes=-500', size - 500, size - 1],
    [`bytes=${PIECE_BYTES - 1}-${PIECE_BYTES}`, PIECE_BYTES - 1, PIECE_BYTES],
    [`bytes=${PIECE_BYTES}-`, PIECE_BYTES, size - 1],
    [`bytes=${size - 1}-${size + 99}`, size - 1, size - 1],
  ])('%s', async (range, start, end) => {
    const { status, range: given, length, body } = await answered(await ask({ range }))
    expect({ status, given, length }).toEqual({
      status: 206,
      given: `bytes ${start}-${end}/${size}`,
      length: String(end - start + 1),
    })
    expect(equal(body, bytes.subarray(start, end + 1))).toBe(true)
  })

  test('without a range it is all of it, with its type and version, and nothing runs in it', async () => {
    const answer = await ask()
    expect(Object.fromEntries(answer.headers)).toEqual({
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-length': String(size),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'audio/mpeg',
      etag: '"a"',
      'x-content-type-options': 'nosniff',
    })
    const { status, body } = await answered(answer)
    expect([status, equal(body, bytes)]).toEqual([200, true])
  })

  test('a range beyond its end cannot be satisfied', async () => {
    expect(await answered(await ask({ range: `bytes=${size}-` }))).toMatchObject({
      status: 416,
      range: `bytes */${size}`,
    })
  })

  test('a range of another version is all of it, and a HEAD has no body', async () => {
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"a"' })).status).toBe(206)
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"b"' })).status).toBe(200)
    const head = await ask({ range: 'bytes=5-' }, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), head.body]).toEqual([206, String(size - 5), null])
  })

  test('any range is what slicing gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(size - 1), fc.nat(size - 1), async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)]
        const { body } = await answered(await ask({ range: `bytes=${start}-${end}` }))
        expect(equal(body, bytes.subarray(start, end + 1))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('pieces are read when they are asked for: a seek abandons the rest', async () => {
    const reader = (await ask({ range: 'bytes=0-' })).body!.getReader()
    await reader.read()
    const db = await openKept()
    await db.delete('pieces', [0, WORK_ID, 1, 'small', 2])
    await reader.cancel()
    expect(brokenCount).toBe(0)
  })
})

describe('OFF-15 a broken piece', () => {
  const pieceKey = (index: number): [number, number, number, 'small', number] => [0, WORK_ID, 1, 'small', index]

  test.each(['missing', 'without its bytes', 'shorter', 'altered'])(
    'that is %s is dropped, and its file waits for it',
    async (how) => {
      const file = await storeWhole(bytes)
      const db = await openKept()
      const stored = (await db.get('bytes', pieceKey(1)))!
      if (how === 'missing') await db.delete('pieces', pieceKey(1))
      if (how === 'without its bytes') await db.delete('bytes', pieceKey(1))
      if (how === 'shorter') await db.put('bytes', stored.slice(1), pieceKey(1))
      if (how === 'altered') await db.put('bytes', new Uint8Array(PIECE_BYTES), pieceKey(1))
      // What comes before it still is right.
      expect((await ask({ range: 'bytes=0-1' })).status).toBe(206)
      expect((await ask({ range: `bytes=${PIECE_BYTES}-` })).status).toBe(404)
      expect(brokenCount).toBe(1)
      expect(await db.getAllKeys('pieces')).toEqual([pieceKey(0), pieceKey(2)])
      expect(await db.get('files', fileKey(file))).toEqual({
        ...file,
        state: 'waiting',
        receivedBytes: PIECE_BYTES + 1_000,
      })
      expect((await ask()).status).toBe(404)
    },
  )

  test('ends an answer that has begun with an error, and never with other bytes', async () => {
    await storeWhole(bytes)
    const answer = await ask()
    const reader = answer.body!.getReader()
    expect((await reader.read()).value).toHaveLength(PIECE_BYTES)
    await (await openKept()).delete('pieces', pieceKey(1))
    await expect(reader.read()).rejects.toBeDefined()
  })
})

test('OFF-12 a file of more than 2 GB is answered at its start and at its end', async () => {
  const sizeBytes = 2_700_000_123
  const lastIndex = Math.floor(sizeBytes / PIECE_BYTES)
  const tail = sizeBytes - lastIndex * PIECE_BYTES
  const first = await storeWhole(someBytes(PIECE_BYTES), { sizeBytes, receivedBytes: sizeBytes })
  const db = await openKept()
  const piece = (await db.get('pieces', [0, WORK_ID, 1, 'small', 0]))!
  const bytes = someBytes(tail)
  const { sha256 } = await import('#lib/kept/read-pieces.ts')
  const hash = await sha256(bytes)
  await db.put('pieces', { ...piece, index: lastIndex, length: tail, hash })
  await db.put('bytes', bytes, [0, WORK_ID, 1, 'small', lastIndex])
  expect(await db.get('files', fileKey(first))).toMatchObject({ sizeBytes })
  expect(await answered(await ask({ range: 'bytes=0-1' }))).toMatchObject({ range: `bytes 0-1/${sizeBytes}` })
  const { range, body } = await answered(await ask({ range: 'bytes=-5' }))
  expect([range, body.length]).toEqual([`bytes ${sizeBytes - 5}-${sizeBytes - 1}/${sizeBytes}`, 5])
})

test('OFF-12 an empty file is answered, and has no ranges', async () => {
  await storeWhole(new Uint8Array(0))
  expect(await answered(await ask())).toMatchObject({ status: 200, length: '0' })
  expect((await ask({ range: 'bytes=0-' })).status).toBe(416)
})

test('OFF-12 what is not kept, or not whole, is not found; and asking creates no database', async () => {
  expect((await ask()).status).toBe(404)
  expect(await indexedDB.databases()).toEqual([])
  const db = await openKept()
  await db.put('files', aKeptFile({ sizeBytes: 10 }))
  expect((await ask()).status).toBe(404)
  await storeWhole(someBytes(10))
  expect((await ask()).status).toBe(200)
  expect((await ask({}, { path: `/kept/${WORK_ID}/1/original` })).status).toBe(404)
  expect((await ask({}, { path: `/kept/${WORK_ID}/2/small` })).status).toBe(404)
})

test('OFF-31 another account’s files are not found, nor those of a closed library without an account', async () => {
  await storeWhole(someBytes(10), { owner: 7 })
  const db = await openKept()
  const as = async (owner: number | null, isClosed = false) => {
    await db.put('facts', { name: 'visitor', owner, isClosed })
    return (await ask()).status
  }
  expect([await as(7), await as(7, true), await as(8), await as(0), await as(null)]).toEqual([200, 200, 404, 404, 404])
  await storeWhole(someBytes(10))
  expect([await as(8), await as(0), await as(0, true)]).toEqual([200, 200, 404])
})
