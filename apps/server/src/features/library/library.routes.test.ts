import { rmSync } from 'node:fs'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import type { ScanStatus } from '@otodana/contract'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createHttp } from '#http/create-http.ts'
import { releaseLease, takeLease } from '#jobs/lease.ts'

import { openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { writeHeldFfmpeg } from '../../../test/sounds.ts'
import { aFolder, writeFiles, writeWorks } from '../../../test/work-folders.ts'

import { createLibrary, type Library } from './library.ts'
import { libraryRoutes } from './library.routes.ts'
import { noCounts } from './scan-types.ts'
import { aGate } from '../../../test/a-gate.ts'

const TOKEN = 'an-administrator-token-for-this-test-only'
const admin = { authorization: `Bearer ${TOKEN}` }
const log = pino({ level: 'silent' })

let database: TestDatabase
let folder: ReturnType<typeof aFolder>
let programs: ReturnType<typeof aFolder>
let ffmpeg: ReturnType<typeof writeHeldFfmpeg>
let library: Library
let http: Awaited<ReturnType<typeof createHttp>>
let url: string
beforeEach(async () => {
  database = await openTestDatabase('sqlite')
  folder = aFolder()
  programs = aFolder()
  ffmpeg = writeHeldFfmpeg(programs.path)
  library = createLibrary({
    dataDir: '/nowhere',
    database,
    location: database.location,
    findRoots: async () => ({ roots: [{ path: folder.path, isDemo: false }], retired: [], refused: [] }),
    scanDepth: 4,
    scanIntervalMinutes: 0,
    ffmpegPath: ffmpeg.path,
    log,
  })
  http = await createHttp({
    log,
    gate: aGate({ adminToken: TOKEN }),
    publicUrl: null,
    trustProxy: false,
    checksResponses: true,
  })
  libraryRoutes(http, { library, roots: { paths: async () => [folder.path] } })
  url = await http.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await http.close()
  await library.close()
  await database.remove()
  folder[Symbol.dispose]()
  programs[Symbol.dispose]()
})

test('ADM-06 missing works are for administrators, a page at a time', async () => {
  const names = writeWorks(folder.path, 3, { tracks: 1 })
  await library.start()
  await library.whenIdle()
  for (const name of names.slice(0, 2)) rmSync(join(folder.path, name), { recursive: true })
  await library.start({ allowMissing: true })
  await library.whenIdle()
  expect((await call('missing')).status).toBe(401)
  const answer = await call('missing?page=2&pageSize=1', { headers: admin })
  expect(await answer.json()).toEqual({
    works: [{ id: 900002, code: 'RJ900002', title: 'Quiet evening 2', root: folder.path, path: names[1] }],
    pagination: { currentPage: 2, page: 2, pageSize: 1, totalCount: 2 },
  })
})

const call = (path: string, init: RequestInit = {}) => fetch(`${url}/api/library/${path}`, init)
/** Writing many files at once makes the server unresponsive for a moment. */
async function whenResponsive(): Promise<void> {
  await expect.poll(async () => (await call('scan')).status).toBe(200)
}
const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { ...admin, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Counts the listeners for scans from now on. */
function countListeners(): () => number {
  const { onStatus } = library
  let count = 0
  library.onStatus = (listener) => {
    const stop = onStatus(listener)
    count++
    return () => {
      count--
      stop()
    }
  }
  return () => count
}

test('ADM-01 anyone may see the numbers of the last scan; the rest needs the administrator', async () => {
  const status = await call('scan')
  expect([status.status, await status.json()]).toEqual([200, { state: 'idle', counts: null, last: null }])
  for (const [path, method] of [
    ['scan', 'POST'],
    ['scan', 'DELETE'],
    ['scan/events', 'GET'],
    ['problems', 'GET'],
  ] as const) {
    const answer = await call(path, { method })
    expect([path, method, answer.status, await answer.json()]).toEqual([
      path,
      method,
      401,
      { error: 'No authorization token was found' },
    ])
  }
})

test('ADM-01 why a scan failed, which may name folders, is shown to administrators only', async () => {
  const error = `ENOSPC: no space left on device, open '${folder.path}'`
  await database.write
    .insertInto('scan_run')
    .values({
      state: 'failed',
      trigger: 'api',
      started_at_ms: 0,
      finished_at_ms: 1,
      counts: JSON.stringify(noCounts()),
      error,
    })
    .execute()
  expect(await (await call('scan')).json()).toMatchObject({ last: { state: 'failed', error: null } })
  expect(await (await call('scan', { headers: admin })).json()).toMatchObject({ last: { state: 'failed', error } })
})

test('ADM-01 a scan is started, refused a second time, cancelled, and its problems listed by API calls', async () => {
  const [name = ''] = writeWorks(folder.path, 20)
  writeWorks(`${folder.path}/copy`, 1)
  writeFiles(folder.path, { [`${name}/only ffmpeg tells its length.tta`]: 'sound' })
  const started = await call('scan', post({}))
  expect([started.status, await started.json()]).toMatchObject([200, { state: 'running' }])
  // From here on the scan waits.
  await expect.poll(ffmpeg.wasAsked).toBe(true)
  const second = await call('scan', post({ full: 1 }))
  expect([second.status, await second.json()]).toEqual([409, { error: 'scan.running' }])
  expect((await call('scan', { method: 'DELETE', headers: admin })).status).toBe(200)
  await library.whenIdle()
  const none = await call('scan', { method: 'DELETE', headers: admin })
  expect([none.status, await none.json()]).toEqual([409, { error: 'scan.notRunning' }])

  ffmpeg.go()
  expect((await call('scan', { method: 'POST', headers: admin })).status).toBe(200)
  await library.whenIdle()
  const problems = await call('problems', { headers: admin })
  expect(await problems.json()).toMatchObject({ problems: [{ kind: 'duplicateCode', workId: 900_001 }] })
})

test('ADM-01 bad input does not start a scan', async () => {
  const answer = await call('scan', post({ allowMissing: 'perhaps' }))
  expect(answer.status).toBe(400)
  expect(await library.status()).toMatchObject({ state: 'idle', last: null })
})

test('ADM-01 the events tell every step of a scan, and the stream ends when the server stops', async () => {
  writeWorks(folder.path, 60)
  await whenResponsive()
  const answer = await call('scan/events', { headers: admin })
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = answer.text()
  await library.start()
  await library.whenIdle()
  await http.close()
  const events = (await text)
    .split('\n\n')
    .filter((event) => event.startsWith('event: scan\n'))
    .map((event) => JSON.parse(event.slice('event: scan\ndata: '.length)) as unknown)
  expect(events.at(0)).toEqual({ state: 'idle', counts: null, last: null })
  expect(events.length).toBeGreaterThan(2)
  expect(events.at(-1)).toMatchObject({ state: 'idle', last: { state: 'done', counts: { added: 60 } } })
})

test('ADM-01 the events tell of a scan by another process too', async () => {
  const answer = await call('scan/events', { headers: admin })
  const events = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => (await events.read()).value
  expect(await next()).toContain('"state":"idle"')
  const theirs = { name: 'scan', holder: 'another machine/1/0/theirs', durationMs: 60_000 }
  expect(await takeLease(database.write, theirs)).toBe(true)
  expect(await next()).toContain('"state":"running"')
  await releaseLease(database.write, theirs)
  expect(await next()).toContain('"state":"idle"')
  await events.cancel()
})

test('ADM-01 a slow reader of a scan’s events gets the last one, and not every one', async () => {
  const idle = await library.status()
  const listener = Promise.withResolvers<(status: ScanStatus) => void>()
  library.onStatus = (send) => {
    listener.resolve(send)
    return () => {}
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  httpRequest(`${url}/api/library/scan/events`, { headers: admin, agent: false }, resolve).on('error', reject).end()
  const [send, response] = await Promise.all([listener.promise, promise])
  const long: ScanStatus = {
    ...idle,
    last: { state: 'failed', startedAt: '', finishedAt: null, counts: noCounts(), error: 'x'.repeat(1_000_000) },
  }
  const last: ScanStatus = { ...idle, counts: noCounts() }
  // All of them, before anything was sent.
  for (const status of [long, long, long, last]) send(status)
  const eventOf = (status: ScanStatus) => `event: scan\ndata: ${JSON.stringify(status)}\n\n`
  let told = ''
  for await (const piece of response.setEncoding('utf8') as AsyncIterable<string>) {
    told += piece
    if (told.endsWith(eventOf(last))) break
  }
  expect(told === [idle, long, last].map(eventOf).join('')).toBe(true)
})

test('ADM-01 a visitor who has left before the first event is not listened for', async () => {
  const { status } = library
  const asked = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  library.status = async () => {
    asked.resolve()
    await gone.promise
    return status()
  }
  const listeners = countListeners()
  const closed = Promise.withResolvers<void>()
  http.server.once('connection', (socket) => socket.once('close', () => closed.resolve()))
  const request = httpRequest(`${url}/api/library/scan/events`, { headers: admin, agent: false })
  request.on('error', () => {})
  request.end()
  await asked.promise
  request.destroy()
  await closed.promise
  gone.resolve()
  await library.status()
  await setImmediate()
  expect(listeners()).toBe(0)
})

test('ADM-01 a visitor who leaves the events is forgotten, and HEAD does not stay open', async () => {
  const listeners = countListeners()
  const leave = new AbortController()
  const answer = await call('scan/events', { headers: admin, signal: leave.signal })
  expect(listeners()).toBe(1)
  leave.abort()
  await expect(answer.text()).rejects.toThrow()
  await expect.poll(listeners).toBe(0)
  const head = await call('scan/events', { method: 'HEAD', headers: admin })
  expect([head.status, await head.text()]).toEqual([200, ''])
})
