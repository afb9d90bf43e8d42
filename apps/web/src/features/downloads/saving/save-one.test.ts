import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { aStorage } from '#test/a-storage.ts'

import { createSavedParts } from './saved-parts.ts'
import type { PlannedFile } from '../queue/plan.ts'
import { CANCELLED, saveOne } from './save-one.ts'
import { createSavedFolder } from './saved-folder.ts'
import { aFolder, type FakeFolder } from '../test/a-folder.ts'

const MEGABYTE = 1_000_000
const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => (index * 7) & 0xff)
const file: PlannedFile = { hash: '7/1', title: '01.wav', url: '/f', path: ['WAV', '01.wav'], sizeBytes: 1_000 }
const PART = 'WAV/01.wav.part'
const WHOLE = 'WAV/01.wav'

type Asked = { range: string | null; ifRange: string | null }

/** A server with one file whose responses may break off. */
function aServer({ content = bytes, etag = '"a"' }: { content?: Uint8Array; etag?: string } = {}) {
  const asked: Asked[] = []
  const server = {
    content,
    etag,
    asked,
    status: null as number | null,
    /** Of answers with that status. */
    type: 'application/json',
    /** Number of bytes before the next responses break off or stall. */
    breaksAfter: null as number | null,
    hangs: false,
    /** A proxy compresses, so the length is unknown. */
    isCompressed: false,
    /** A proxy returns another range than requested. */
    givesFrom: null as number | null,
    chunkBytes: 100,
    async fetch(_url: unknown, { headers, signal }: RequestInit = {}): Promise<Response> {
      const given = new Headers(headers)
      asked.push({ range: given.get('range'), ifRange: given.get('if-range') })
      if (server.status !== null)
        return new Response('{}', { status: server.status, headers: { 'content-type': server.type } })
      const [, from = '0'] = /^bytes=(\d+)-$/.exec(given.get('range') ?? '') ?? []
      const isPart = given.has('range') && given.get('if-range') === server.etag
      const start = isPart ? (server.givesFrom ?? Number(from)) : 0
      if (isPart && start >= server.content.length) return new Response('{}', { status: 416 })
      let at = start
      const end = Math.min(server.content.length, start + (server.breaksAfter ?? Infinity))
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
        async pull(controller) {
          if (at < end) {
            controller.enqueue(server.content.slice(at, Math.min(end, at + server.chunkBytes)))
            at += server.chunkBytes
          } else if (server.hangs) await new Promise(() => undefined)
          else if (end < server.content.length) controller.error(new TypeError('network error'))
          else controller.close()
        },
      })
      const answer = new Response(body, { status: isPart ? 206 : 200 })
      answer.headers.set('etag', server.isCompressed ? `W/${server.etag}` : server.etag)
      if (server.isCompressed) answer.headers.set('content-encoding', 'br')
      else answer.headers.set('content-length', String(server.content.length - start))
      if (isPart) answer.headers.set('content-range', `bytes ${start}-${end - 1}/${server.content.length}`)
      return answer
    },
  }
  return server
}

const kept = new Map<string, string>()
const parts = createSavedParts(aStorage(kept))

let folder: FakeFolder
beforeEach(() => {
  kept.clear()
  folder = aFolder()
})

afterEach(() => {
  vi.useRealTimers()
})

function save(server: ReturnType<typeof aServer>, signal = new AbortController().signal, which = file) {
  const progress: number[] = []
  const sizes: number[] = []
  const deps = {
    folder: createSavedFolder(folder.root),
    parts,
    fetch: server.fetch,
    addressOf: (url: string) => url,
  }
  const report = { onProgress: (n: number) => void progress.push(n), onSize: (n: number) => void sizes.push(n) }
  return { progress, sizes, saved: saveOne(which, deps, report, signal) }
}
const troubleOf = (saved: Promise<unknown>) => saved.catch((error: { trouble?: string }) => error.trouble)

test('DLD-02 a file arrives whole under its name, and nothing else is left', async () => {
  const server = aServer()
  const { saved, progress } = save(server)
  expect(await saved).toBe('saved')
  expect(folder.paths()).toEqual([WHOLE])
  expect(folder.read(WHOLE)).toEqual(bytes)
  expect([progress[0], progress.at(-1)]).toEqual([0, 1_000])
  // It exists now.
  expect(await save(server).saved).toBe('present')
  expect(server.asked).toHaveLength(1)
})

test.each([true, false])('DLD-02 after a lost connection only the rest is asked for (rename: %s)', async (canMove) => {
  folder = aFolder({ canMove })
  const server = aServer()
  server.breaksAfter = 400
  expect(await troubleOf(save(server).saved)).toBe('network')
  expect(folder.read(PART)).toEqual(bytes.slice(0, 400))
  server.breaksAfter = null
  const { saved, progress } = save(server)
  expect(await saved).toBe('saved')
  expect(server.asked[1]).toEqual({ range: 'bytes=400-', ifRange: '"a"' })
  expect(progress[0]).toBe(400)
  expect([folder.paths(), folder.read(WHOLE)]).toEqual([[WHOLE], bytes])
})

test('DLD-02 of a file that has changed on the server nothing old stays', async () => {
  const server = aServer()
  server.breaksAfter = 400
  await troubleOf(save(server).saved)
  Object.assign(server, { content: bytes.slice().reverse().slice(0, 700), etag: '"b"', breaksAfter: null })
  const { saved, sizes } = save(server)
  await saved
  expect(sizes).toEqual([700])
  expect(folder.read(WHOLE)).toEqual(server.content)
})

test('DLD-02 a part that is not the one that was left is not gone on with', async () => {
  const server = aServer()
  server.breaksAfter = 400
  await troubleOf(save(server).saved)
  server.breaksAfter = null
  folder.write(PART, new Uint8Array(400))
  await save(server).saved
  expect(server.asked[1]).toEqual({ range: null, ifRange: null })
  expect(folder.read(WHOLE)).toEqual(bytes)
})

test('DLD-02 a part that was whole already only gets its name', async () => {
  folder = aFolder({ canFinish: false })
  const server = aServer()
  expect(await troubleOf(save(server).saved)).toBe('locked')
  folder.canFinish = true
  expect(await save(server).saved).toBe('saved')
  expect(server.asked).toHaveLength(1)
  expect(folder.read(WHOLE)).toEqual(bytes)
})

test('DLD-02 a pause keeps what has come; a cancel nothing', async () => {
  for (const [reason, left] of [
    ['paused', [PART]],
    [CANCELLED, []],
  ] as const) {
    folder = aFolder()
    const server = aServer()
    Object.assign(server, { breaksAfter: 400, hangs: true })
    const controller = new AbortController()
    const { saved, progress } = save(server, controller.signal)
    await expect.poll(() => progress.at(-1)).toBe(400)
    controller.abort(reason)
    await expect(saved).rejects.toBe(reason)
    expect(folder.paths()).toEqual(left)
  }
  expect(parts.find(file.hash)).toBeUndefined()
})

test('DLD-02 a crash loses what came since the file had last doubled, and no more', async () => {
  const content = new Uint8Array(96 * MEGABYTE)
  const server = aServer({ content })
  Object.assign(server, { chunkBytes: 8 * MEGABYTE, breaksAfter: 80 * MEGABYTE, hangs: true })
  const big = { ...file, sizeBytes: content.length }
  const { progress, saved } = save(server, undefined, big)
  saved.catch(() => undefined)
  await expect.poll(() => progress.at(-1), { timeout: 20_000 }).toBe(80 * MEGABYTE)
  // Closed at 32 and at 64 MB; the rest is in a copy that is lost with the browser.
  expect(folder.read(PART)).toHaveLength(64 * MEGABYTE)
  expect(parts.find(big.hash)).toMatchObject({ sizeBytes: 64 * MEGABYTE, etag: '"a"' })
})

test.each([
  ['QuotaExceededError', 'diskFull'],
  ['NotAllowedError', 'permission'],
  ['NotFoundError', 'folderGone'],
  ['InvalidStateError', 'write'],
])('DLD-02 a write that fails with %s is reported as %s', async (name, trouble) => {
  folder = aFolder({ failsWith: name })
  expect(await troubleOf(save(aServer()).saved)).toBe(trouble)
})

test.each([
  [401, 'signedOut'],
  [404, 'gone'],
  [429, 'busy'],
  [503, 'busy'],
  [500, 'refused'],
])('DLD-02 an answer of %d is reported as %s', async (status, trouble) => {
  const server = aServer()
  server.status = status
  expect(await troubleOf(save(server).saved)).toBe(trouble)
})

test.each([
  [200, 'text/html'],
  [403, 'text/html'],
  [404, 'text/plain'],
])('OFF-53 status %i with %s is not of the server', async (status, type) => {
  const server = aServer()
  Object.assign(server, { status, type })
  expect(await troubleOf(save(server).saved)).toBe('network')
  server.status = null
  expect(await save(server).saved).toBe('saved')
  expect(folder.read(WHOLE)).toEqual(bytes)
})

test('DLD-02 what a proxy has compressed is saved whole, and a part of it is not gone on with', async () => {
  const server = aServer()
  Object.assign(server, { isCompressed: true, breaksAfter: 400 })
  expect(await troubleOf(save(server).saved)).toBe('network')
  server.breaksAfter = null
  expect(await save(server).saved).toBe('saved')
  expect(server.asked[1]).toEqual({ range: null, ifRange: null })
  expect(folder.read(WHOLE)).toEqual(bytes)
  // Too short, which only the library's size reveals.
  folder = aFolder()
  server.content = bytes.slice(0, 900)
  expect(await troubleOf(save(server).saved)).toBe('network')
  expect(folder.paths()).toEqual([PART])
})

test('DLD-02 where other bytes arrive than requested, the whole file is requested again', async () => {
  const server = aServer()
  server.breaksAfter = 400
  await troubleOf(save(server).saved)
  Object.assign(server, { breaksAfter: null, givesFrom: 300 })
  expect(await save(server).saved).toBe('saved')
  expect(server.asked.map(({ range }) => range)).toEqual([null, 'bytes=400-', null])
  expect(folder.read(WHOLE)).toEqual(bytes)
})

test('DLD-02 a slow disk is no lost connection; a line on which nothing comes is one', async () => {
  vi.useFakeTimers()
  folder = aFolder({ slowMs: 100_000 })
  const server = aServer()
  const { saved } = save(server)
  await vi.advanceTimersByTimeAsync(10 * 100_000)
  expect(await saved).toBe('saved')
  folder = aFolder()
  Object.assign(server, { breaksAfter: 400, hangs: true })
  const trouble = troubleOf(save(server).saved)
  await vi.advanceTimersByTimeAsync(44_000)
  expect(folder.read(PART)).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await trouble).toBe('network')
  expect(folder.read(PART)).toEqual(bytes.slice(0, 400))
})

test('DLD-02 a part into which another tab writes as well is left alone, not mixed', async () => {
  const server = aServer()
  server.breaksAfter = 400
  await troubleOf(save(server).saved)
  server.breaksAfter = null
  const { fetch } = server
  server.fetch = async (...given) => {
    folder.write(PART, bytes.slice(0, 200))
    return fetch(...given)
  }
  expect(await troubleOf(save(server).saved)).toBe('locked')
  expect(folder.read(PART)).toEqual(bytes.slice(0, 200))
})
