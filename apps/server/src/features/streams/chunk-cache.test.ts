import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

import { openChunkCache } from './chunk-cache.ts'

const base = mkdtempSync(join(tmpdir(), 'otodana-chunks-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const dir = () => mkdtempSync(join(base, 'case-'))
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A stream of one chunk, last read this long ago. */
function stream(at: string, key: string, bytes: number, minutes: number): void {
  mkdirSync(join(at, key))
  writeFileSync(join(at, key, '0'), Buffer.alloc(bytes, 1))
  utimesSync(join(at, key), minutesAgo(minutes), minutesAgo(minutes))
}

const streamsIn = (at: string) => readdirSync(at).filter((name) => name !== 'id')

test('MED-02 beyond its bytes the cache lets go of what was listened to longest ago, and of nothing in use', async () => {
  const at = dir()
  stream(at, 'oldest', 400, 30)
  stream(at, 'older', 400, 20)
  stream(at, 'playing', 400, 10)
  const cache = await openChunkCache(at, 1_000)
  expect(cache.sizeBytes()).toBe(1_200)
  expect(await cache.read('playing', 0, 400)).toEqual(Buffer.alloc(400, 1))
  await cache.write('new', 0, Buffer.alloc(300))
  expect(streamsIn(at).toSorted()).toEqual(['new', 'playing'])
  expect(cache.sizeBytes()).toBe(700)
  // Everything left is in use: exceeding the limit is better than interrupting a listener.
  await cache.write('new', 1, Buffer.alloc(900))
  expect(streamsIn(at).toSorted()).toEqual(['new', 'playing'])
})

test('MED-02 what another process with the same folder listens to stays', async () => {
  const at = dir()
  stream(at, 'theirs', 400, 30)
  stream(at, 'old', 400, 20)
  const cache = await openChunkCache(at, 700)
  utimesSync(join(at, 'theirs'), new Date(), new Date())
  await cache.write('new', 0, Buffer.alloc(100))
  expect(streamsIn(at).toSorted()).toEqual(['new', 'theirs'])
  expect((await openChunkCache(at, 700)).id).toBe(cache.id)
})

test('MED-02 left-overs of a process that was killed are swept, young ones of another are not', async () => {
  const at = dir()
  for (const [name, minutes] of [
    ['a.tmp', 30],
    ['b.tmp', 0],
  ] as const) {
    writeFileSync(join(at, name), 'half a chunk')
    utimesSync(join(at, name), minutesAgo(minutes), minutesAgo(minutes))
  }
  mkdirSync(join(at, 'empty'))
  await openChunkCache(at, 1_000)
  expect(streamsIn(at)).toEqual(['b.tmp'])
})

test('VID-04 a finished file is taken in, counted, and removed like a chunk', async () => {
  const at = dir()
  const cache = await openChunkCache(at, 1_000)
  expect(await cache.find('video', 0)).toBeNull()
  const path = await cache.temporaryPath()
  writeFileSync(path, Buffer.alloc(800))
  expect(await cache.adopt('video', 0, path)).toEqual({ path: join(at, 'video', '0'), sizeBytes: 800 })
  expect([existsSync(path), cache.sizeBytes()]).toEqual([false, 800])
  utimesSync(join(at, 'video'), minutesAgo(9), minutesAgo(9))
  const reopened = await openChunkCache(at, 1_000)
  await reopened.write('new', 0, Buffer.alloc(300))
  expect(await reopened.find('video', 0)).toBeNull()
})

test('VID-04 room is made for a large file before it is there, but never by removing what is in use', async () => {
  const at = dir()
  stream(at, 'oldest', 400, 30)
  stream(at, 'older', 400, 20)
  writeFileSync(join(at, 'left.tmp'), Buffer.alloc(10))
  utimesSync(join(at, 'left.tmp'), minutesAgo(0.5), minutesAgo(0.5))
  const cache = await openChunkCache(at, 1_000)
  utimesSync(join(at, 'left.tmp'), minutesAgo(30), minutesAgo(30))
  await cache.noteUse('older')
  const giveBack = await cache.reserve(500)
  expect(streamsIn(at)).toEqual(['older'])
  expect(await cache.reserve(101)).toBeNull()
  expect(await cache.reserve(100)).not.toBeNull()
  giveBack!()
  giveBack!()
  expect(await cache.reserve(501)).toBeNull()
  expect(await cache.reserve(500)).not.toBeNull()
  expect(streamsIn(at)).toEqual(['older'])
})

test('MED-02 a chunk is there whole or not at all', async () => {
  const at = dir()
  const cache = await openChunkCache(at, 10_000)
  await cache.write('key', 3, Buffer.alloc(50, 7))
  expect(await cache.read('key', 3, 50)).toEqual(Buffer.alloc(50, 7))
  expect(await cache.read('key', 3, 51)).toBeNull()
  expect(await cache.read('key', 4, 50)).toBeNull()
  mkdirSync(join(at, 'key', '5'))
  await expect(cache.write('key', 5, Buffer.alloc(50))).rejects.toThrow()
  expect(readdirSync(at).filter((name) => name.endsWith('.tmp'))).toEqual([])
  rmSync(at, { recursive: true })
  expect(await cache.read('key', 3, 50)).toBeNull()
  expect(existsSync(at)).toBe(false)
})

test('MED-11 what other processes write counts towards the limit of a shared folder', async () => {
  const at = dir()
  const [ours, theirs] = [await openChunkCache(at, 1_000, true), await openChunkCache(at, 1_000, true)]
  for (const key of ['a', 'b', 'c']) {
    await theirs.write(key, 0, Buffer.alloc(300))
    utimesSync(join(at, key), minutesAgo(9), minutesAgo(9))
  }
  await ours.write('new', 0, Buffer.alloc(300))
  // What is removed is uncounted last.
  await vi.waitFor(() => expect(ours.sizeBytes()).toBe(900))
  expect(streamsIn(at)).toHaveLength(3)
  expect(streamsIn(at)).toContain('new')
  await theirs.write('d', 0, Buffer.alloc(200))
  utimesSync(join(at, 'd'), minutesAgo(9), minutesAgo(9))
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await ours.reserve(600)).not.toBeNull()
  expect(streamsIn(at)).toEqual(['new'])
})

test('MED-11 chunks that are written while the folder is listed are counted', async () => {
  const cache = await openChunkCache(dir(), 1_000, true)
  const numbers = Array.from({ length: 9 }, (_, chunk) => chunk)
  await Promise.all(numbers.map((chunk) => cache.write('new', chunk, Buffer.alloc(100))))
  expect(cache.sizeBytes()).toBe(900)
})

test('MED-11 a process that starts leaves the file that another still writes', async () => {
  const at = dir()
  const path = await (await openChunkCache(at, 1_000, true)).temporaryPath()
  writeFileSync(path, 'the first minutes of a video')
  utimesSync(path, minutesAgo(5), minutesAgo(5))
  await openChunkCache(at, 1_000, true)
  expect(existsSync(path)).toBe(true)
  // No other process has it.
  await openChunkCache(at, 1_000)
  expect(existsSync(path)).toBe(false)
})

test('MED-11 what another process has read since is not removed first', async () => {
  const at = dir()
  const [ours, theirs] = [await openChunkCache(at, 1_000, true), await openChunkCache(at, 1_000, true)]
  for (const key of ['popular', 'old']) await ours.write(key, 0, Buffer.alloc(400))
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20 * 60_000)
  onTestFinished(() => void vi.restoreAllMocks())
  await theirs.read('popular', 0, 400)
  vi.mocked(Date.now).mockReturnValue(Date.now() + 5 * 60_000)
  await ours.write('new', 0, Buffer.alloc(400))
  await vi.waitFor(() => expect(streamsIn(at)).toEqual(['new', 'popular']))
})

test('MED-11 processes that open a new folder at once give it one id', async () => {
  for (let round = 0; round < 20; round++) {
    const at = dir()
    const caches = await Promise.all(Array.from({ length: 4 }, () => openChunkCache(at, 1_000, true)))
    const ids = new Set(caches.map(({ id }) => id))
    expect([...ids]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
  }
})
