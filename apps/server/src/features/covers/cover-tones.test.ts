import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type MediaLibrary, openMediaLibrary } from '../../../test/media-library.ts'
import { createLocalStorage } from '../../storage/local.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Covers, createCovers } from './index.ts'

const FIRST = 1_000_001
const COLOUR = '#a02050'
let library: MediaLibrary
let slow: SlowStore
let covers: Covers

beforeEach(async () => {
  library = await openMediaLibrary()
  slow = aSlowStore(createLocalStorage([library.root]))
  covers = createCovers({
    database: library.database,
    storage: slow.storage,
    cacheDir: library.cacheDir,
    downloadDir: 'none',
    uploadDir: 'none',
    log,
  })
})
afterEach(async () => {
  vi.useRealTimers()
  slow.answer()
  await covers.close()
  await library.close()
})

const log = { info: () => undefined, warn: () => undefined }

type SlowStore = { storage: Storage; asked: string[]; answer: () => void }

/** A storage with files on disk that answers on command. `asked` contains the works' folders. */
function aSlowStore(storage: Storage): SlowStore {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const asked: string[] = []
  return {
    asked,
    answer,
    storage: {
      ...storage,
      async stat(place) {
        asked.push(place.path.split('/')[0] ?? '')
        await answered
        return storage.stat(place)
      },
    },
  }
}

async function addWorks(count: number): Promise<number[]> {
  const content = await sharp({ create: { width: 40, height: 30, channels: 3, background: COLOUR } })
    .jpeg()
    .toBuffer()
  const ids = Array.from({ length: count }, (_, index) => FIRST + index)
  for (const id of ids) {
    await library.addWork(id, folderOf(id))
    const file = await library.addFile(id, 'cover.jpg', { content, kind: 'image' })
    await library.database.write.updateTable('work').set({ cover_file_id: file }).where('id', '=', id).execute()
  }
  return ids
}

function folderOf(id: number): string {
  return `RJ0${id}`
}

async function render(id: number) {
  return covers.render((await covers.findCover(id))!, { type: 'main', format: 'webp' })
}

test('WRK-01 a request does not wait long for a tone: not for a stalled store, nor when too many wait', async () => {
  const ids = await addWorks(30)
  const startedAt = performance.now()
  const tones = await Promise.all(ids.map((id) => covers.findTone(id)))
  expect(new Set(tones)).toEqual(new Set([null]))
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  // The cache is asked before the store, on a busy machine for longer than they wait.
  await vi.waitUntil(() => slow.asked.length > 0)
  // One is read at a time, so the other slot stays free for covers.
  expect(slow.asked).toHaveLength(1)
  slow.answer()
  await vi.waitUntil(async () => (await covers.findTone(ids[20] ?? 0)) !== null)
  // One was read and twenty waited; the others were dropped.
  expect(new Set(slow.asked)).toEqual(new Set(ids.slice(0, 21).map(folderOf)))
  await expect.poll(() => covers.findTone(ids[29] ?? 0)).toMatch(/^#[\da-f]{6}$/)
})

test('MED-03 WRK-01 covers come before the tones of a visitor who asks for the whole library', async () => {
  const ids = await addWorks(24)
  const [first = 0, second = 0] = ids
  const tones = ids.slice(0, 20).map((id) => covers.findTone(id))
  await vi.waitUntil(() => slow.asked.length === 1)
  const pictures = ids.slice(20).map((id) => render(id))
  await vi.waitUntil(() => slow.asked.length === 2)
  slow.answer()
  await Promise.all(pictures)
  expect(slow.asked.slice(0, 5).toSorted()).toEqual([first, ...ids.slice(20)].map(folderOf))
  await Promise.all(tones)
  await expect.poll(() => covers.findTone(second)).not.toBeNull()
})

test('MED-03 WRK-01 the server stops while a store does not answer and others wait their turn', async () => {
  const ids = await addWorks(20)
  const pictures = ids.slice(0, 6).map((id) => render(id))
  const refused = Promise.allSettled(pictures)
  await vi.waitUntil(() => slow.asked.length === 2)
  await Promise.all(ids.map((id) => covers.findTone(id)))
  await covers.close()
  expect((await refused).map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
  expect(slow.asked).toHaveLength(2)
})

test('WRK-01 the tone of a drawing is kept where a cover is broken for good', async () => {
  slow.answer()
  const [id = 0] = await addWorks(1)
  writeFileSync(join(library.root, folderOf(id), 'cover.jpg'), 'no picture')
  await expect.poll(() => covers.findTone(id)).toMatch(/^#/)
  // Recomputed tones would be cached again.
  rmSync(library.cacheDir, { recursive: true })
  const tone = await covers.findTone(id)
  await covers.close()
  expect(tone).toMatch(/^#/)
  expect(() => rmSync(library.cacheDir, { recursive: true })).toThrow('ENOENT')
})

test('WRK-01 a disk that was away for a minute gives its covers’ tones again', async () => {
  slow.answer()
  const [id = 0] = await addWorks(1)
  const path = join(library.root, folderOf(id), 'cover.jpg')
  const content = readFileSync(path)
  rmSync(path)
  await expect.poll(() => covers.findTone(id)).toMatch(/^#/)
  const drawn = await covers.findTone(id)
  writeFileSync(path, content)
  expect(await covers.findTone(id)).toBe(drawn)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  // Null while it is read.
  await expect.poll(() => covers.findTone(id)).toSatisfy((tone) => tone !== null && tone !== drawn)
  expect(await covers.findTone(id)).toMatch(/^#[\da-f]{6}$/)
})
