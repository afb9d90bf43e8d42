import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { UpgradeProgress } from '../types.ts'

/** Fresh modules, as in a newly loaded page. */
async function freshModules() {
  vi.resetModules()
  return {
    ...(await import('./database.ts')),
    ...(await import('./read-packages.ts')),
    ...(await import('./schema.ts')),
    ...(await import('../problems.ts')),
  }
}

let engine: Awaited<ReturnType<typeof freshModules>>

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  engine = await freshModules()
})

const COUNT = 2_500

type OldOptions = { version: 1 | 2; broken?: number }

/** What an earlier client wrote: contents as text, and in version 1 product ids that are missing or wrong. */
async function writeOld({ version, broken }: OldOptions): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(engine.DATABASE, version)
    request.onupgradeneeded = () => {
      const old = request.result
      const options = { keyPath: 'id', autoIncrement: true }
      old.createObjectStore('subtitle_package', options).createIndex('file_hash', 'file_hash', { unique: true })
      old.createObjectStore('subtitle_content', options).createIndex('file_hash', 'file_hash', { unique: true })
      const records = old.createObjectStore('subtitle_record', options)
      if (version === 2) records.createIndex('product_ids', 'product_ids', { multiEntry: true })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })
  const transaction = db.transaction(['subtitle_package', 'subtitle_content', 'subtitle_record'], 'readwrite')
  const created_at = new Date('2024-05-01')
  transaction.objectStore('subtitle_package').add({ size: 9, file_name: 'old.zip', file_hash: 'aa', created_at })
  for (let id = 1; id <= COUNT; id++) {
    const content = id === broken ? 42 : `[00:01.00]行 ${id}`
    transaction
      .objectStore('subtitle_content')
      .add({ size: 1, file_hash: `hash ${id}`, content, created_at, duration: 3 })
    transaction.objectStore('subtitle_record').add({
      subtitle_file_path: `RJ${100_000 + id} RJ00300000/0${id}.lrc`,
      subtitle_package_id: 1,
      subtitle_content_id: id,
      created_at,
      ...(version === 2 ? { product_ids: [`RJ${100_000 + id}`, 'RJ300000'] } : id % 2 ? { product_ids: 'wrong' } : {}),
    })
  }
  await new Promise((resolve) => (transaction.oncomplete = resolve))
  db.close()
}

async function rawContents(): Promise<unknown[]> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(engine.DATABASE)
    request.onsuccess = () => resolve(request.result)
  })
  return new Promise((resolve) => {
    const request = db.transaction('subtitle_content').objectStore('subtitle_content').getAll()
    request.onsuccess = () => {
      resolve(request.result.map(({ content }: { content: unknown }) => content))
      expect(db.version).toBe(1)
      db.close()
    }
  })
}

describe('a database of an older version', () => {
  test('LSB-04 from version 1 product ids are rebuilt and contents become bytes, in batches of 1,000 with progress', async () => {
    await writeOld({ version: 1 })
    const told: UpgradeProgress[] = []
    const db = await engine.openDatabase({ onUpgrade: (progress) => told.push(progress) })
    const at = (toVersion: 2 | 3) =>
      [0, 1_000, 2_000, 2_500].map((done) => ({ state: 'upgrading', toVersion, done, total: COUNT }))
    expect(told).toEqual([...at(2), ...at(3)])
    expect(db.version).toBe(3)

    const subtitles = await engine.subtitlesOfWork(100_777)
    expect(subtitles.map(({ path, name }) => [path, name])).toEqual([['RJ100777 RJ00300000/0777.lrc', '0777.lrc']])
    expect(new TextDecoder().decode(subtitles[0]!.content)).toBe('[00:01.00]行 777')
    expect(await db.get('subtitle_content', 777)).toEqual({
      id: 777,
      size: 17,
      file_hash: 'hash 777',
      created_at: new Date('2024-05-01'),
      content: expect.any(Uint8Array),
    })
    expect(await engine.subtitlesOfWork(300_000)).toHaveLength(COUNT)
    expect(await engine.subtitledWorkIds()).toHaveLength(COUNT + 1)
    expect(await engine.listPackages()).toEqual([
      { id: 1, fileName: 'old.zip', sizeBytes: 9, createdAt: new Date('2024-05-01') },
    ])
  })

  test('LSB-04 from version 2 only contents are rewritten', async () => {
    await writeOld({ version: 2 })
    const told: UpgradeProgress[] = []
    await engine.openDatabase({ onUpgrade: (progress) => told.push(progress) })
    expect(told.map((progress) => 'toVersion' in progress && progress.toVersion)).toEqual([3, 3, 3, 3])
    expect(await engine.subtitlesOfWork(102_500)).toHaveLength(1)
  })

  test('LSB-04 an upgrade that fails half-way says why, and everything is as it was', async () => {
    await writeOld({ version: 1, broken: 2_200 })
    const told: UpgradeProgress[] = []
    const failure = engine.openDatabase({ onUpgrade: (progress) => told.push(progress) })
    await expect(failure).rejects.toMatchObject({
      problem: { kind: 'upgradeFailed', message: expect.stringContaining('2200') },
    })
    expect(told.at(-1)).toEqual({ state: 'upgrading', toVersion: 3, done: 2_000, total: COUNT })
    const contents = await rawContents()
    expect(contents).toHaveLength(COUNT)
    expect(contents.filter((content) => typeof content === 'string')).toHaveLength(COUNT - 1)
  })

  test('LSB-04 while another tab holds it open the upgrade waits, and goes on when the tab lets go', async () => {
    await writeOld({ version: 2 })
    const other = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(engine.DATABASE, 2)
      request.onsuccess = () => resolve(request.result)
    })
    const told: UpgradeProgress[] = []
    const opening = engine.openDatabase({ onUpgrade: (progress) => told.push(progress) })
    await expect.poll(() => told).toEqual([{ state: 'waiting' }])
    other.close()
    expect((await opening).version).toBe(3)
  })
})

test('LSB-03 records of an earlier client without a package, whatever their times look like, do no harm', async () => {
  await writeOld({ version: 2 })
  const db = await engine.openDatabase()
  await db.clear('subtitle_package')
  const { endedOrphans } = await import('./orphans.ts')
  expect(await endedOrphans(db, Date.now())).toEqual([1])
  const last = (await db.get('subtitle_record', COUNT))!
  for (const created_at of ['yesterday', 17, undefined]) {
    await db.put('subtitle_record', { ...last, created_at: created_at as never })
    expect(await endedOrphans(db, Date.now())).toEqual(created_at === 17 ? [1] : [])
  }
})

describe('openDatabase', () => {
  test('LSB-03 a new database has the stores, their unique hashes and works by several product ids', async () => {
    const told: UpgradeProgress[] = []
    const db = await engine.openDatabase({ onUpgrade: (progress) => told.push(progress) })
    expect(told).toEqual([])
    expect([...db.objectStoreNames]).toEqual(['subtitle_content', 'subtitle_package', 'subtitle_record'])
    const transaction = db.transaction(['subtitle_content', 'subtitle_package', 'subtitle_record'])
    expect(transaction.objectStore('subtitle_package').index('file_hash').unique).toBe(true)
    expect(transaction.objectStore('subtitle_content').index('file_hash').unique).toBe(true)
    expect(transaction.objectStore('subtitle_record').index('product_ids').multiEntry).toBe(true)
  })

  test('LSB-03 it lets go for a newer build, whose database is then not opened again', async () => {
    await engine.openDatabase()
    const newer = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(engine.DATABASE, 4)
      request.onsuccess = () => resolve(request.result)
    })
    newer.close()
    await expect(engine.openDatabase()).rejects.toMatchObject({ problem: { kind: 'newerDatabase' } })
  })

  test('LSB-03 where the browser keeps no database that is said', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await expect(engine.openDatabase()).rejects.toMatchObject({ problem: { kind: 'unavailable' } })
    const refusing = {
      open() {
        throw new DOMException('The operation is insecure', 'SecurityError')
      },
    }
    vi.stubGlobal('indexedDB', refusing)
    await expect(engine.openDatabase()).rejects.toMatchObject({ problem: { kind: 'unavailable' } })
    vi.unstubAllGlobals()
  })
})
