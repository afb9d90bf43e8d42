import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, expect, test } from 'vitest'

import { closeKept, openKept } from './open-database.ts'
import { readPiece, sha256 } from './read-pieces.ts'
import { DATABASE, fileKey, VERSION } from './schema.ts'
import { aKeptFile, aKeptWork, storeWhole, someBytes } from './test/a-kept-work.ts'

beforeEach(async () => {
  await closeKept()
  globalThis.indexedDB = new IDBFactory()
})

/** As version 1 made it: never edited, since devices have it. */
async function writeVersion1(): Promise<void> {
  const db = await openDB(DATABASE, 1, {
    upgrade(old) {
      old.createObjectStore('works', { keyPath: ['owner', 'workId'] })
      const files = old.createObjectStore('files', { keyPath: ['owner', 'workId', 'fileId', 'quality'] })
      files.createIndex('state', ['owner', 'state'])
      old.createObjectStore('pieces', { keyPath: ['owner', 'workId', 'fileId', 'quality', 'index'] })
      old.createObjectStore('sums', { keyPath: ['owner', 'workId'] })
      old.createObjectStore('answers', { keyPath: ['owner', 'workId', 'name'] })
      old.createObjectStore('covers', { keyPath: ['owner', 'workId', 'size'] })
      old.createObjectStore('facts', { keyPath: 'name' })
    },
  })
  await db.put('works', aKeptWork({ owner: 7 }))
  await db.put('files', aKeptFile({ owner: 7, state: 'whole', sizeBytes: 3, receivedBytes: 3 }))
  const { workId, fileId, quality } = aKeptFile()
  const bytes = new TextEncoder().encode('abc')
  await db.put('pieces', { owner: 7, workId, fileId, quality, index: 0, bytes, length: 3, hash: await sha256(bytes) })
  await db.put('facts', { name: 'visitor', owner: 7, isClosed: true })
  db.close()
}

test('OFF-26 what any version since the first has kept is there after an update, byte for byte', async () => {
  await writeVersion1()
  const db = await openKept()
  expect(db.version).toBe(VERSION)
  expect(await db.getAll('works')).toEqual([aKeptWork({ owner: 7 })])
  expect(await db.getAllKeysFromIndex('files', 'state', [7, 'whole'])).toHaveLength(1)
  const [file] = await db.getAll('files')
  const bytes = await readPiece(db, file!, 0)
  expect(new TextDecoder().decode(bytes!)).toBe('abc')
  expect(await db.get('facts', 'visitor')).toMatchObject({ owner: 7, isClosed: true })
})

test('OFF-26 an update that fails leaves all of it as it was', async () => {
  await storeWhole(someBytes(10))
  await closeKept()
  const failing = openDB(DATABASE, VERSION + 1, {
    upgrade(db, _, __, transaction) {
      transaction.done.catch(() => undefined)
      db.deleteObjectStore('pieces')
      transaction.abort()
    },
  })
  await expect(failing).rejects.toThrow()
  const db = await openKept()
  expect([db.version, await db.count('pieces')]).toEqual([VERSION, 1])
})

test('OFF-26 a database of a newer build is left alone, and one page lets another update it', async () => {
  const before = await openKept()
  const newer = await openDB(DATABASE, VERSION + 1)
  newer.close()
  expect(() => before.transaction('works')).toThrow()
  await expect(openKept()).rejects.toMatchObject({ name: 'VersionError' })
})

test('OFF-15 OFF-26 a hash of a form that a later build brought is no reason to delete what it kept', async () => {
  const bytes = someBytes(10)
  const file = await storeWhole(bytes)
  const db = await openKept()
  const [piece] = await db.getAll('pieces')
  await db.put('pieces', { ...piece!, hash: 'another:0123' })
  expect(await readPiece(db, file, 0)).toEqual(bytes)
  await db.put('bytes', bytes.slice(1), [...fileKey(file), 0])
  expect(await readPiece(db, file, 0)).toBeNull()
})
