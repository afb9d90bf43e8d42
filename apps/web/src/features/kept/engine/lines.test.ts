import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { closeKept, openKept } from '#lib/kept/open-database.ts'
import { PIECE_BYTES } from '#lib/kept/pieces.ts'
import { readPiece } from '#lib/kept/read-pieces.ts'
import { fileKey, type KeptDatabase, type KeptFile } from '#lib/kept/schema.ts'
import { aKeptFile, someBytes } from '#lib/kept/test/a-kept-work.ts'

import { aFileServer } from '../test/a-file-server.ts'
import { aWorker } from '../test/a-worker.ts'
import { KeepError } from './keep-error.ts'
import { createLines, type LineWorker } from './lines.ts'

const bytes = someBytes(2 * PIECE_BYTES + 1_000)

let db: KeptDatabase
let server: ReturnType<typeof aFileServer>
let workers: ReturnType<typeof aWorker>[]
/** Requests of the page itself. */
let askedByPage: number
let told: [count: number, pending: number][]
let token: string
let file: KeptFile

beforeEach(async () => {
  await closeKept()
  globalThis.indexedDB = new IDBFactory()
  db = await openKept()
  server = aFileServer(bytes)
  workers = []
  askedByPage = 0
  told = []
  token = 'first'
  file = aKeptFile()
  await db.put('files', file)
})
afterEach(() => workers.forEach((worker) => worker.terminate()))

function startWorker(): LineWorker {
  const worker = aWorker(server.fetch)
  workers.push(worker)
  return worker
}

const linesWith = (given: Partial<Parameters<typeof createLines>[0]> = {}) =>
  createLines({
    db,
    fetch: (...asked) => {
      askedByPage++
      return server.fetch(...asked)
    },
    addressOf: (address) => `${address}?token=${token}`,
    onBytes: (_, count, pending) => told.push([count, pending]),
    startWorker,
    isForWorkers: () => true,
    knowsQuickHash: () => true,
    ...given,
  })

const going = () => new AbortController().signal
const errorOf = (running: Promise<void>) =>
  running.then(
    () => null,
    (error: unknown) => error,
  )
const hashes = async () => (await db.getAll('pieces')).map(({ hash }) => hash.length)

async function expectWhole() {
  const whole = (await db.get('files', fileKey(file)))!
  expect(whole).toMatchObject({ state: 'whole', receivedBytes: bytes.length })
  const pieces = []
  for (const index of [0, 1, 2]) pieces.push(await readPiece(db, whole, index))
  expect(Buffer.compare(Buffer.concat(pieces as Uint8Array[]), bytes)).toBe(0)
}

test('OFF-60 a file is fetched, hashed and stored in a worker, which the page hears from a few times', async () => {
  server.chunkBytes = 10_000
  await linesWith().fetchFile(file, going())
  await expectWhole()
  expect([workers.length, askedByPage]).toEqual([1, 0])
  expect(await hashes()).toEqual([32, 32, 32])
  expect(told.reduce((sum, [count]) => sum + count, 0)).toBe(bytes.length)
  expect(told.at(-1)![1]).toBe(0)
  expect(told.length).toBeLessThan(200)
})

test('OFF-60 two files have a worker each, the next one takes one that is free, and at the end they are ended', async () => {
  const lines = linesWith()
  const second = aKeptFile({ fileId: 2 })
  await db.put('files', second)
  await Promise.all([lines.fetchFile(file, going()), lines.fetchFile(second, going())])
  const third = aKeptFile({ fileId: 3 })
  await db.put('files', third)
  await lines.fetchFile(third, going())
  expect(workers.map(({ isEnded }) => isEnded())).toEqual([false, false])
  lines.end()
  expect(workers.map(({ isEnded }) => isEnded())).toEqual([true, true])
  expect(await db.countFromIndex('files', 'state', [0, 'whole'])).toBe(3)
})

test('OFF-60 a worker that is ended completes its file first', async () => {
  const lines = linesWith()
  const running = lines.fetchFile(file, going())
  lines.end()
  expect(workers[0]!.isEnded()).toBe(false)
  await running
  await expectWhole()
  expect(workers[0]!.isEnded()).toBe(true)
})

test('OFF-03 OFF-60 the start of a piece survives a lost connection, whichever worker goes on with it', async () => {
  const lines = linesWith()
  server.breaksAfter = 5_000_000
  expect(await errorOf(lines.fetchFile(file, going()))).toMatchObject({ failure: 'network' })
  lines.end()
  server.breaksAfter = Infinity
  await lines.fetchFile(file, going())
  await expectWhole()
  expect(workers).toHaveLength(2)
  expect(server.asked).toEqual(['0-', `5000000-${bytes.length - 1} if "a"`])
})

test('OFF-07 OFF-60 a stopped worker fetches the next file', async () => {
  const lines = linesWith()
  const ending = new AbortController()
  server.onChunk = async (sent) => {
    if (sent <= 5_000_000) return
    await vi.waitFor(async () => expect(await db.count('pieces')).toBe(1))
    ending.abort('left')
    // Nothing more comes.
    await new Promise(() => {})
  }
  expect(await errorOf(lines.fetchFile(file, ending.signal))).toBe('left')
  const asked = server.asked.length
  await expect(lines.fetchFile(file, ending.signal)).rejects.toBe('left')
  expect(server.asked).toHaveLength(asked)
  server.onChunk = () => {}
  await lines.fetchFile(file, going())
  await expectWhole()
  expect(server.asked).toEqual(['0-', `6000000-${bytes.length - 1} if "a"`])
  expect([workers.length, askedByPage]).toEqual([1, 0])
})

describe('OFF-06 OFF-60 an error means the same as in the page:', () => {
  test.each([
    [503, 'busy', 7],
    [404, 'vanished', 0],
    [403, 'signedOut', 0],
  ])('status %i', async (status, failure, waitSeconds) => {
    Object.assign(server, { status, headers: { 'retry-after': '7' } })
    const error = await errorOf(linesWith().fetchFile(file, going()))
    expect(error).toBeInstanceOf(KeepError)
    expect(error).toMatchObject({ failure, waitSeconds })
    expect(askedByPage).toBe(0)
  })

  test('no room', async () => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
      if (this.name === 'bytes') throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    }
    try {
      expect(await errorOf(linesWith().fetchFile(file, going()))).toMatchObject({ failure: 'full' })
    } finally {
      IDBObjectStore.prototype.put = put
    }
  })

  test('one of the browser, with its name', async () => {
    const { getAllKeys } = IDBObjectStore.prototype
    IDBObjectStore.prototype.getAllKeys = () => {
      throw new DOMException('broken', 'DataError')
    }
    try {
      const error = await errorOf(linesWith().fetchFile(file, going()))
      expect(error).toBeInstanceOf(DOMException)
      expect(error).toMatchObject({ name: 'DataError', message: 'broken' })
    } finally {
      IDBObjectStore.prototype.getAllKeys = getAllKeys
    }
  })
})

describe('OFF-60 the page fetches itself', () => {
  test.each<[string, Partial<Parameters<typeof createLines>[0]>]>([
    ['where there are no workers', { startWorker: () => null }],
    ['what is at another address', { isForWorkers: (address) => !address.endsWith('?token=first') }],
  ])('%s', async (_, given) => {
    await linesWith(given).fetchFile(file, going())
    await expectWhole()
    expect([workers.length, askedByPage]).toEqual([0, 1])
    expect(await hashes()).toEqual([32, 32, 32])
  })

  test('if the worker’s script cannot be loaded, or never runs', async () => {
    for (const isSilent of [false, true]) {
      await db.put('files', file)
      await db.clear('pieces')
      askedByPage = 0
      const worker = aWorker(null)
      workers.push(worker)
      const lines = linesWith({ startWorker: () => worker, startMs: isSilent ? 0 : 60_000 })
      const running = lines.fetchFile(file, going())
      if (!isSilent) worker.die()
      await running
      await expectWhole()
      expect([askedByPage, worker.isEnded()]).toEqual([1, true])
    }
  })

  test.each([
    ['that dies', 'die'],
    ['that the browser ends without an event', 'vanish'],
  ] as const)('what a worker %s has begun, and asks for nothing again that is stored', async (_, end) => {
    const lines = linesWith()
    server.onChunk = async (sent) => {
      if (sent < PIECE_BYTES + server.chunkBytes || workers[0]!.isEnded()) return
      await vi.waitFor(async () => expect(await db.count('pieces')).toBe(1))
      workers[0]![end]()
    }
    await lines.fetchFile(file, going())
    await expectWhole()
    expect(server.asked).toEqual(['0-', `${PIECE_BYTES}-${bytes.length - 1} if "a"`])
    // Until nothing waits any more: then a worker is tried again.
    await db.put('files', aKeptFile({ fileId: 2 }))
    await lines.fetchFile(aKeptFile({ fileId: 2 }), going())
    expect([workers.length, askedByPage]).toEqual([1, 2])
    lines.end()
    await db.put('files', aKeptFile({ fileId: 3 }))
    await lines.fetchFile(aKeptFile({ fileId: 3 }), going())
    expect([workers.length, askedByPage]).toEqual([2, 2])
  })

  test('nothing that is stopped while its worker dies', async () => {
    const ending = new AbortController()
    const lines = linesWith()
    server.onChunk = () => {
      ending.abort('left')
      workers[0]!.die()
    }
    expect(await errorOf(lines.fetchFile(file, ending.signal))).toBe('left')
    expect(askedByPage).toBe(0)
  })
})

test('OFF-60 a token that was renewed meanwhile is used, and the same one is not tried twice', async () => {
  const lines = linesWith()
  const { fetch } = server
  const addresses: unknown[] = []
  server.fetch = (address, init) => {
    addresses.push(address)
    server.status = token === 'first' ? 403 : null
    token = 'second'
    return fetch(address, init)
  }
  await lines.fetchFile(file, going())
  await expectWhole()
  expect(addresses).toEqual([`${file.address}?token=first`, `${file.address}?token=second`])
})

test('OFF-15 while the service worker does not know the quick hash, pieces get an SHA-256', async () => {
  let isKnown = false
  const knowsQuickHash = () => isKnown
  await linesWith({ knowsQuickHash }).fetchFile(file, going())
  expect(await hashes()).toEqual([64, 64, 64])
  await expectWhole()
  // A file with both is as whole.
  await db.put('files', file)
  await db.delete('pieces', [...fileKey(file), 1])
  isKnown = true
  await linesWith({ knowsQuickHash, startWorker: () => null }).fetchFile(file, going())
  expect(await hashes()).toEqual([64, 32, 64])
  await expectWhole()
})
