import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { aPackage, aZip, type ZipFile } from '#test/a-zip.ts'
import { sha256 } from './sha256.ts'
import type { ImportProgress } from '../types.ts'
import type { Task } from '../worker-tasks.ts'

/** Fresh modules, as in a newly loaded page. */
async function freshModules() {
  vi.resetModules()
  return {
    ...(await import('../database/database.ts')),
    ...(await import('../database/read-packages.ts')),
    ...(await import('../worker-tasks.ts')),
    ...(await import('../database/package-changes.ts')),
    ...(await import('../problems.ts')),
    ...(await import('./zip/unpack.ts')),
  }
}

let engine: Awaited<ReturnType<typeof freshModules>>

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  engine = await freshModules()
})

afterEach(() => {
  vi.doUnmock('./limits.ts')
})

type Overrides = { signal?: AbortSignal; onProgress?: (progress: ImportProgress) => void }

function run(task: Task, overrides: Overrides = {}) {
  return engine.runTask(task, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    unpack: (block) => Promise.resolve(engine.unpackBlock(block)),
    lanes: 3,
    ...overrides,
  })
}

const take = (file: File, overrides?: Overrides) => run({ kind: 'import', file }, overrides)
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing',
    (error) => (error instanceof engine.LocalSubtitleError ? error.problem : error),
  )

/** Number of rows in each store. */
async function rows() {
  const db = await engine.openDatabase()
  return {
    packages: await db.count('subtitle_package'),
    contents: await db.count('subtitle_content'),
    records: await db.count('subtitle_record'),
  }
}

const nothing = { packages: 0, contents: 0, records: 0 }
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const contentsOf = async (workId: number) =>
  (await engine.subtitlesOfWork(workId)).map(({ path, content }) => [path, text(content)])

const lines = (number: number) => `[00:01.00]${'line '.repeat(20)}${number}`
const many = (count: number, prefix = 'RJ123456'): ZipFile[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${prefix}/${index}.lrc`,
    content: lines(index),
    isDeflated: true,
  }))

describe('an import', () => {
  test('LSB-01 takes subtitles and leaves all else; works come from the path, several of them too', async () => {
    const file = aPackage('subs.zip', [
      { name: 'RJ123456 VJ010203/01.mp3.vtt', content: 'WEBVTT' },
      { name: '..\\..\\rj01234567\\01.SRT', content: '1' },
      { name: '__MACOSX/RJ123456/._01.srt', content: 'junk' },
      { name: 'RJ123456/.DS_Store', content: 'junk' },
      { name: 'RJ123456/01.mp3', content: 'sound' },
      { name: 'readme/01.ass', content: 'of no work' },
      { name: 'RJ123456/broken.lrc', content: 'b', crc: 7 },
    ])
    const imported = await take(file)
    expect(imported).toMatchObject({
      fileName: 'subs.zip',
      sizeBytes: file.size,
      fileCount: 2,
      workCount: 3,
      skippedCount: 2,
      skipped: [
        { path: 'readme/01.ass', reason: 'noWorkCode' },
        { path: 'RJ123456/broken.lrc', reason: 'broken' },
      ],
    })
    expect(await contentsOf(123_456)).toEqual([['RJ123456 VJ010203/01.mp3.vtt', 'WEBVTT']])
    expect(await contentsOf(100_010_203)).toHaveLength(1)
    expect(await contentsOf(1_234_567)).toEqual([['rj01234567/01.SRT', '1']])
    expect((await engine.subtitledWorkIds()).toSorted((a, b) => a - b)).toEqual([123_456, 1_234_567, 100_010_203])
    expect(await engine.listPackages()).toEqual([
      { id: imported!.id, fileName: 'subs.zip', sizeBytes: file.size, createdAt: imported!.createdAt },
    ])
  })

  test('LSB-01 archives in archives are unpacked, stored or compressed, to a depth of three', async () => {
    const inner = (name: string, depth: number): Uint8Array =>
      aZip([
        { name: `${name}.srt`, content: name },
        ...(depth > 0
          ? [{ name: `RJ00000${depth}.zip`, content: inner(`deep ${depth}`, depth - 1), isDeflated: depth === 1 }]
          : []),
      ])
    const imported = await take(
      aPackage('all.zip', [
        { name: 'RJ200001.zip', content: inner('one', 0) },
        { name: 'RJ200002.zip', content: inner('two', 0), isDeflated: true },
        { name: 'RJ200003.zip', content: inner('three', 2) },
        { name: 'RJ200004.zip', content: 'no archive' },
        { name: 'RJ200005/05.srt', content: 'five' },
      ]),
    )
    expect(await contentsOf(200_001)).toEqual([['RJ200001.zip/one.srt', 'one']])
    expect(await contentsOf(200_002)).toEqual([['RJ200002.zip/two.srt', 'two']])
    expect(await contentsOf(200_003)).toEqual([
      ['RJ200003.zip/RJ000002.zip/deep 2.srt', 'deep 2'],
      ['RJ200003.zip/three.srt', 'three'],
    ])
    expect(await contentsOf(200_005)).toHaveLength(1)
    expect(imported).toMatchObject({
      fileCount: 5,
      skipped: [
        { path: 'RJ200003.zip/RJ000002.zip/RJ000001.zip', reason: 'nestedTooDeep' },
        { path: 'RJ200004.zip', reason: 'broken' },
      ],
    })
  })

  test('LSB-01 the name of a package stands in where paths name no work', async () => {
    await take(aPackage('RJ123456 字幕.zip', [{ name: '01.srt', content: 'x' }]))
    expect(await contentsOf(123_456)).toEqual([['RJ123456 字幕/01.srt', 'x']])
  })

  test('LSB-03 what files hold alike is stored once, in one package and across them', async () => {
    await take(
      aPackage('a.zip', [
        { name: 'RJ100001/a.srt', content: 'same' },
        { name: 'RJ100002/b.srt', content: 'same' },
      ]),
    )
    await take(
      aPackage('b.zip', [
        { name: 'RJ100003/c.srt', content: 'same' },
        { name: 'RJ100003/d.srt', content: 'new' },
      ]),
    )
    expect(await rows()).toEqual({ packages: 2, contents: 2, records: 4 })
    const db = await engine.openDatabase()
    const bytes = new TextEncoder().encode('same')
    const row = await db.getFromIndex('subtitle_content', 'file_hash', sha256(bytes))
    expect(row).toMatchObject({ size: 4, content: bytes, created_at: expect.any(Date) })
  })

  test('LSB-01 the same package again, whatever it is called now, was imported already', async () => {
    await take(aPackage('first.zip', many(1)))
    expect(await problemOf(take(aPackage('renamed.zip', many(1))))).toEqual({
      kind: 'importedAlready',
      fileName: 'first.zip',
    })
    expect(await rows()).toEqual({ packages: 1, contents: 1, records: 1 })
  })

  test('LSB-01 of two tabs that import the same package at once, one succeeds and the other reports it', async () => {
    const [first, second] = await Promise.all(
      ['first.zip', 'second.zip'].map((name) => problemOf(take(aPackage(name, many(3))))),
    )
    const told = { kind: 'importedAlready', fileName: first === 'nothing' ? 'first.zip' : 'second.zip' }
    expect([first, second]).toEqual(first === 'nothing' ? ['nothing', told] : [told, 'nothing'])
    expect(await rows()).toEqual({ packages: 1, contents: 3, records: 3 })
  })

  test.each([
    [{ kind: 'notZip' }, new File(['Rar!'], 'a.zip')],
    [{ kind: 'notZip' }, new File([], 'a.zip')],
    [{ kind: 'broken', path: '' }, new File([aZip([{ name: 'RJ123456/01.srt' }]).slice(0, 60)], 'a.zip')],
    [{ kind: 'noSubtitles' }, aPackage('a.zip', [{ name: 'RJ123456/01.mp3' }])],
    [{ kind: 'noSubtitles' }, aPackage('a.zip', [])],
    [{ kind: 'noWorkCode', path: 'x/01.srt' }, aPackage('a.zip', [{ name: 'x/01.srt' }])],
    [{ kind: 'encrypted', path: 'RJ123456/1.srt' }, aPackage('a.zip', [{ name: 'RJ123456/1.srt', isEncrypted: true }])],
    [{ kind: 'encrypted', path: 'RJ123456.zip' }, aPackage('a.zip', [{ name: 'RJ123456.zip', isEncrypted: true }])],
    [{ kind: 'broken', path: 'RJ123456/1.srt' }, aPackage('a.zip', [{ name: 'RJ123456/1.srt', crc: 3 }])],
  ])('LSB-01 what cannot be imported is said: %j', async (problem, file) => {
    expect(await problemOf(take(file))).toEqual(problem)
    expect(await rows()).toEqual(nothing)
  })

  test('LSB-01 a package that would unpack to more than any does is refused, in itself and by archives in it', async () => {
    vi.doMock('./limits.ts', async (original) => ({ ...(await original<object>()), LEAST_UNPACKED_BYTES: 100_000 }))
    engine = await freshModules()
    const bomb = (count: number): ZipFile[] =>
      Array.from({ length: count }, (_, index) => ({
        name: `RJ123456/${index}.srt`,
        content: new Uint8Array(100_000),
        isDeflated: true,
      }))
    const refused = { kind: 'tooMuch', of: 'bytes', path: expect.stringContaining('RJ123456') }
    expect(await problemOf(take(aPackage('bomb.zip', bomb(10))))).toMatchObject(refused)
    const nested = bomb(10).map((_, index) => ({ name: `${index}.zip`, content: aZip(bomb(1)), isDeflated: true }))
    expect(await problemOf(take(aPackage('nested.zip', nested)))).toMatchObject(refused)
    expect(await rows()).toEqual(nothing)
    expect(await take(aPackage('one.zip', bomb(1)))).toMatchObject({ fileCount: 1 })
  })

  test('LSB-01 a package with more files than any has is refused', async () => {
    vi.doMock('./limits.ts', async (original) => ({ ...(await original<object>()), MAX_FILES: 5 }))
    engine = await freshModules()
    expect(await problemOf(take(aPackage('a.zip', many(6))))).toMatchObject({ kind: 'tooMuch', of: 'files', limit: 5 })
    expect(await take(aPackage('b.zip', many(5)))).toMatchObject({ fileCount: 5 })
  })

  test('LSB-02 its progress tells of bytes, never goes back, and ends with all', async () => {
    const told: ImportProgress[] = []
    const file = aPackage('a.zip', [
      ...many(50),
      { name: 'RJ1.zip', content: aZip(many(50, 'RJ222222')), isDeflated: true },
    ])
    await take(file, { onProgress: (progress) => told.push(progress) })
    for (const step of ['reading', 'importing'] as const) {
      const done = told.filter((progress) => progress.step === step).map((progress) => progress.done)
      expect(done).toEqual(done.toSorted((a, b) => a - b))
      expect(done.at(-1)).toBe(file.size)
    }
    expect(told.at(-1)).toEqual({ step: 'importing', done: file.size, total: file.size, files: 100 })
  })
})

describe.each([
  ['a small package', {}, 25],
  ['a large package', { FAST_PATH_BYTES: 0 }, 25],
])('%s', (_, limits, count) => {
  /** Sizes of the stored batches. */
  let batches: number[]

  beforeEach(async () => {
    vi.doMock('./limits.ts', async (original) => ({ ...(await original<object>()), BATCH_FILES: 10, ...limits }))
    engine = await freshModules()
    batches = []
  })

  const following = ({ files }: ImportProgress) => {
    const before = batches.reduce((sum, one) => sum + one, 0)
    if (files > before) batches.push(files - before)
  }

  test('LSB-02 is stored in batches of a set number of files', async () => {
    await take(aPackage('a.zip', many(count)), { onProgress: following })
    expect(batches).toEqual([10, 10, 5])
    expect(await rows()).toEqual({ packages: 1, contents: count, records: count })
    expect(await engine.subtitlesOfWork(123_456)).toHaveLength(count)
  })

  test('LSB-02 that is cancelled at any time leaves nothing, and takes nothing of others', async () => {
    await take(aPackage('other.zip', many(5)))
    const before = await rows()
    for (const files of [0, 10, 20]) {
      const controller = new AbortController()
      const cancelling = take(aPackage('a.zip', many(count)), {
        signal: controller.signal,
        onProgress: (progress) => {
          if (progress.step === 'importing' && progress.files >= files) controller.abort()
        },
      })
      await expect(cancelling).rejects.toThrow()
      expect(await rows()).toEqual(before)
      expect(await engine.subtitlesOfWork(123_456)).toHaveLength(5)
    }
  })

  test('LSB-02 whose tab was closed is nowhere to be seen, and is cleared when it is surely over', async () => {
    await take(aPackage('other.zip', many(5)))
    const db = await engine.openDatabase()
    // The tab closes after two batches: nothing of it continues.
    const closed = new Promise<void>((resolve) => {
      void take(aPackage('a.zip', many(count, 'RJ777777 RJ123456')), {
        onProgress: ({ files }) => {
          if (files < 20) return
          db.close()
          resolve()
        },
      }).catch(() => undefined)
    })
    await closed
    engine = await freshModules()
    expect((await rows()).records).toBeGreaterThan(5)
    expect(await engine.subtitlesOfWork(777_777)).toEqual([])
    expect(await engine.subtitlesOfWork(123_456)).toHaveLength(5)
    expect(await engine.subtitledWorkIds()).toEqual([123_456])
    expect(await engine.listPackages()).toHaveLength(1)

    await run({ kind: 'sweep', now: Date.now() + 9 * 60_000 })
    expect((await rows()).records).toBeGreaterThan(5)
    await run({ kind: 'sweep', now: Date.now() + 11 * 60_000 })
    expect(await rows()).toEqual({ packages: 1, contents: 5, records: 5 })
  })

  test('LSB-06 whose records are gone before its end fails naming the file and its hash, and leaves nothing', async () => {
    const file = aPackage('a.zip', many(count))
    const db = await engine.openDatabase()
    const failing = take(file, {
      onProgress: ({ files }) => {
        if (files === 10) void db.clear('subtitle_record').catch(() => undefined)
      },
    })
    expect(await problemOf(failing)).toEqual({
      kind: 'missingRecord',
      path: 'a.zip',
      hash: sha256(new Uint8Array(await file.arrayBuffer())),
    })
    expect(await rows()).toMatchObject({ packages: 0, records: 0 })
  })

  test('LSB-02 for which there is no room says so, and leaves nothing', async () => {
    let turns = 0
    // As in browsers: requests succeed, and the transaction is then aborted with a quota error.
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, value: unknown) {
      const request = this.put(value)
      if (this.name === 'subtitle_record' && ++turns === 15) {
        const room = new DOMException('no room', 'QuotaExceededError')
        Object.defineProperty(this.transaction, 'error', { get: () => room })
        queueMicrotask(() => this.transaction.abort())
      }
      return request
    })
    const failing = take(aPackage('a.zip', many(count)))
    await expect(failing).rejects.toMatchObject({ name: 'QuotaExceededError' })
    const { problemOf: toProblem } = engine
    expect(await toProblem(await failing.catch((error: unknown) => error))).toEqual({
      kind: 'quotaExceeded',
      usageBytes: null,
      quotaBytes: null,
    })
    expect(await rows()).toEqual(nothing)
  })
})

describe('deleting', () => {
  test('LSB-06 a package takes its records and contents with it, but not what another one has', async () => {
    const shared = { name: 'RJ100001/shared.srt', content: 'shared' }
    const first = await take(aPackage('a.zip', [shared, { name: 'RJ100001/own.srt', content: 'own' }]))
    const second = await take(aPackage('b.zip', [shared, { name: 'RJ100002/other.srt', content: 'other' }]))
    await run({ kind: 'delete', packageId: first!.id })
    expect(await rows()).toEqual({ packages: 1, contents: 2, records: 2 })
    expect(await contentsOf(100_001)).toEqual([['RJ100001/shared.srt', 'shared']])
    await run({ kind: 'delete', packageId: second!.id })
    await run({ kind: 'delete', packageId: second!.id })
    expect(await rows()).toEqual(nothing)
    // It can be imported again.
    expect(await take(aPackage('a.zip', [shared]))).toMatchObject({ fileCount: 1 })
  })

  test('LSB-06 a subtitle of a package that has lost its content is said by its path', async () => {
    await take(aPackage('a.zip', many(1)))
    const db = await engine.openDatabase()
    await db.clear('subtitle_content')
    expect(await problemOf(engine.subtitlesOfWork(123_456))).toEqual({ kind: 'missingContent', path: 'RJ123456/0.lrc' })
  })

  test('LSB-06 other tabs are notified when packages come and go', async () => {
    const channel = new BroadcastChannel('local-subtitles')
    let told = 0
    channel.onmessage = () => told++
    const imported = await take(aPackage('a.zip', many(1)))
    await expect.poll(() => told).toBe(1)
    await run({ kind: 'delete', packageId: imported!.id })
    await expect.poll(() => told).toBeGreaterThan(1)
    channel.close()
  })
})
