import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { replaceInFsPromises } from '../../test/replace-in-fs.ts'

import { createLocalStorage } from './local.ts'
import { type Storage, StorageError } from './storage.ts'

let base: string
let root: string
let other: string
let storage: Storage

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'otodana-storage-')))
  root = join(base, 'library')
  other = join(base, 'other library')
  mkdirSync(join(root, 'RJ01000001'), { recursive: true })
  mkdirSync(other)
  writeFileSync(join(root, 'RJ01000001', 'rain.txt'), '0123456789')
  writeFileSync(join(base, 'secret.txt'), 'secret')
  storage = createLocalStorage([root, other])
})

afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(StorageError)
  return (error as StorageError).failure
}

/** Paths in the test's folder that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(base) ? [path] : []
    } catch {
      return []
    }
  })
}

test('MED-01 a file is found with its size, and any range of it can be read', async () => {
  const file = await storage.stat({ root, path: 'RJ01000001/rain.txt' })
  expect(file).toMatchObject({ sizeBytes: 10, root, pathInRoot: 'RJ01000001/rain.txt' })
  expect((await buffer(await storage.openRange(file, { start: 0, end: 9 }))).toString()).toBe('0123456789')
  expect((await buffer(await storage.openRange(file, { start: 3, end: 3 }))).toString()).toBe('3')
  expect(openFiles()).toEqual([])
})

test('MED-01 a range longer than many chunks arrives whole and in order', async () => {
  const bytes = Buffer.from(Uint32Array.from({ length: 400_000 }, (_, index) => index).buffer)
  writeFileSync(join(root, 'long.bin'), bytes)
  const file = await storage.stat({ root, path: 'long.bin' })
  const read = await buffer(await storage.openRange(file, { start: 5, end: 1_500_001 }))
  expect(read.equals(bytes.subarray(5, 1_500_002))).toBe(true)
})

test('MED-01 a link is followed within the library and never out of it', async () => {
  symlinkSync(join(root, 'RJ01000001'), join(other, 'same'))
  symlinkSync(join(base, 'secret.txt'), join(root, 'leak.txt'))
  symlinkSync(base, join(root, 'up'))
  expect(await storage.stat({ root: other, path: 'same/rain.txt' })).toMatchObject({
    root,
    pathInRoot: 'RJ01000001/rain.txt',
  })
  expect(await failureOf(storage.stat({ root, path: 'leak.txt' }))).toBe('outside')
  expect(await failureOf(storage.stat({ root, path: 'up/secret.txt' }))).toBe('outside')
  expect(await failureOf(storage.stat({ root, path: '../secret.txt' }))).toBe('outside')
})

test('MED-01 a folder whose name begins like the library is not the library', async () => {
  mkdirSync(`${root}-private`)
  writeFileSync(join(`${root}-private`, 'a.txt'), 'a')
  expect(await failureOf(storage.stat({ root, path: '../library-private/a.txt' }))).toBe('outside')
})

test('a library folder may itself be a link', async () => {
  const link = join(base, 'linked')
  symlinkSync(root, link)
  const linked = createLocalStorage([link])
  expect(await linked.stat({ root: link, path: 'RJ01000001/rain.txt' })).toMatchObject({ sizeBytes: 10, root: link })
})

test('MED-01 what is absent, no regular file, or below a folder that is not configured, is missing', async () => {
  execFileSync('mkfifo', [join(root, 'pipe.mp3')])
  symlinkSync(join(root, 'loop'), join(root, 'loop'))
  for (const path of ['none.mp3', 'RJ01000001', 'RJ01000001/rain.txt/x', 'pipe.mp3', 'loop', 'a\0b', 'x'.repeat(300)]) {
    expect([path, await failureOf(storage.stat({ root, path }))]).toEqual([path, 'missing'])
  }
  expect(await failureOf(storage.stat({ root: base, path: 'secret.txt' }))).toBe('missing')
})

test('MED-01 a file that was exchanged after it was found is not opened', async () => {
  const file = await storage.stat({ root, path: 'RJ01000001/rain.txt' })
  renameSync(join(root, 'RJ01000001'), join(base, 'aside'))
  symlinkSync(base, join(root, 'RJ01000001'))
  writeFileSync(join(base, 'rain.txt'), '0123456789')
  expect(await failureOf(storage.openRange(file, { start: 0, end: 9 }))).toBe('changed')
  rmSync(join(base, 'rain.txt'))
  symlinkSync(join(base, 'secret.txt'), join(base, 'rain.txt'))
  expect(await failureOf(storage.openRange(file, { start: 0, end: 5 }))).toBe('missing')
  expect(openFiles()).toEqual([])
})

test('a range of a file that grew shorter meanwhile fails instead of waiting', async () => {
  writeFileSync(join(root, 'long.bin'), Buffer.alloc(2_000_000))
  const stream = await storage.openRange(await storage.stat({ root, path: 'long.bin' }), { start: 0, end: 1_999_999 })
  truncateSync(join(root, 'long.bin'), 300_000)
  await expect(buffer(stream)).rejects.toThrow('ended 1700000 bytes early')
  expect(openFiles()).toEqual([])
})

test('a stream that is not read to its end closes its file when destroyed', async () => {
  writeFileSync(join(root, 'long.bin'), Buffer.alloc(2_000_000))
  const stream = await storage.openRange(await storage.stat({ root, path: 'long.bin' }), { start: 0, end: 1_999_999 })
  stream.read(0)
  expect(openFiles()).toHaveLength(1)
  const closed = Promise.withResolvers<void>()
  stream.once('close', closed.resolve)
  stream.destroy()
  await closed.promise
  expect(openFiles()).toEqual([])
})

test('MED-04 a library folder that is not there, or that is empty as a mount point is, is away', async () => {
  const rain = { root, path: 'RJ01000001/rain.txt' }
  const missing = { root, path: 'RJ01000001/snow.txt' }
  expect(await failureOf(storage.stat(missing))).toBe('missing')
  await storage.checkRoot(root)
  renameSync(root, `${root} elsewhere`)
  expect(await failureOf(storage.stat(rain))).toBe('away')
  expect(await failureOf(storage.checkRoot(root))).toBe('away')
  mkdirSync(join(root, 'lost+found'), { recursive: true })
  writeFileSync(join(root, '.nomedia'), '')
  expect(await failureOf(storage.stat(rain))).toBe('away')
  rmSync(root, { recursive: true })
  renameSync(`${root} elsewhere`, root)
  expect((await storage.stat(rain)).sizeBytes).toBe(10)
})

test('DEP-02 a mount that does not answer is asked once, however often it is checked; afterwards again', async () => {
  const answer = Promise.withResolvers<void>()
  let asked = 0
  using _mount = replaceInFsPromises('opendir', (original) => async (path) => {
    asked++
    await answer.promise
    return original(path)
  })
  const checks = Array.from({ length: 10 }, () => storage.checkRoot(root))
  expect(asked).toBe(1)
  answer.resolve()
  await Promise.all(checks)
  await storage.checkRoot(root)
  expect(asked).toBe(2)
})
