import { readdirSync, readlinkSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtempSync } from 'node:fs'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../test/databases.ts'
import { askServer } from '../../../test/media-library.ts'
import { type S3Server, startS3 } from '../../../test/s3-server.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWav, writeFiles } from '../../../test/work-folders.ts'

const long = Buffer.from(aWav({ seconds: 4 }))
const files = {
  'WAV/01 雨音.wav': long,
  'WAV/02 海.wav': Buffer.from(aWav({ seconds: 1 })),
  'booklet/read me.txt': Buffer.from('a note of rain'),
  'booklet/READ ME.txt': Buffer.from('another note'),
  'con.txt': Buffer.from('a device'),
  'empty.txt': Buffer.alloc(0),
}
const saved: Record<string, keyof typeof files> = {
  'WAV/01 雨音.wav': 'WAV/01 雨音.wav',
  'WAV/02 海.wav': 'WAV/02 海.wav',
  'booklet/READ ME.txt': 'booklet/READ ME.txt',
  'booklet/read me (2).txt': 'booklet/read me.txt',
  '_con.txt': 'con.txt',
  'empty.txt': 'empty.txt',
}
const WORK = 100_001
const FOLDER = 'RJ100001 Rain'

describe.each([
  ...dialects.map((dialect) => ({ name: `a folder, ${dialect}`, dialect, isRemote: false })),
  { name: 'a bucket', dialect: 'sqlite' as const, isRemote: true },
])('archives of a library in $name', ({ dialect, isRemote }) => {
  let s3: S3Server | null = null
  let local: string
  let app: TestApp

  beforeAll(async () => {
    local = mkdtempSync(join(tmpdir(), 'otodana-archives-'))
    if (isRemote) {
      s3 = await startS3()
      await s3.putAll(`works/${FOLDER}`, files)
      app = await startApp({ libraryDirs: [], dialect, env: s3.env('works') })
    } else {
      writeFiles(join(local, FOLDER), files)
      app = await startApp({ libraryDirs: [local], dialect })
    }
  })
  afterAll(async () => {
    await app.close()
    await s3?.close()
    rmSync(local, { recursive: true, force: true })
  })

  const port = () => Number(new URL(app.url).port)
  const ask = (path: string, method = 'GET') => askServer(port(), path, { method, headers: { range: 'bytes=5-9' } })

  test('DLD-02 the zip of a work has every file, byte for byte, under its own folder, and the announced length', async () => {
    const { status, headers, body } = await ask(`/api/media/zip/${WORK}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(body.length),
      'accept-ranges': 'none',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent(`${FOLDER}.zip`)}`)
    const content = await contentOf(body)
    expect(Object.keys(content).sort()).toEqual(
      Object.keys(saved)
        .map((path) => `${FOLDER}/${path}`)
        .sort(),
    )
    for (const [path, original] of Object.entries(saved)) {
      expect([path, content[`${FOLDER}/${path}`]?.equals(files[original])]).toEqual([path, true])
    }
    const head = await ask(`/api/media/zip/${WORK}`, 'HEAD')
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(body.length), 0])
    // Also by its code.
    expect((await ask('/api/media/zip/RJ100001', 'HEAD')).headers['content-length']).toBe(String(body.length))
  })

  test('DLD-02 a selection has the chosen files alone, under the names that they have among all', async () => {
    const rows = await app.database.read.selectFrom('file').select(['id', 'path']).orderBy('id').execute()
    const ids = rows.filter(({ path }) => /read me|con/.test(path)).map(({ id }) => id)
    const { status, body } = await ask(`/api/media/zip/${WORK}?files=${ids.join(',')}`)
    expect(status).toBe(200)
    expect(Object.keys(await contentOf(body)).sort()).toEqual([
      `${FOLDER}/_con.txt`,
      `${FOLDER}/booklet/read me (2).txt`,
    ])
    const all = await ask(`/api/media/zip/${WORK}?files=0-${rows.at(-1)!.id}`, 'HEAD')
    expect(all.headers).toMatchObject({
      'content-length': (await ask(`/api/media/zip/${WORK}`, 'HEAD')).headers['content-length'],
    })
  })

  test('DLD-02 what names no work, no file of it, or no file at all, is refused by name', async () => {
    for (const [path, status, error] of [
      ['/api/media/zip/999999', 404, 'work.notFound'],
      [`/api/media/zip/${WORK}?files=999999`, 404, 'file.notFound'],
      [`/api/media/zip/${WORK}?files=5-2`, 404, 'file.notFound'],
    ] as const) {
      const answer = await ask(path)
      expect([path, answer.status, JSON.parse(answer.body.toString())]).toEqual([path, status, { error }])
    }
    for (const files of ['', 'x', '1,', '1--2', '1-2-3', '..', '1'.repeat(11), '1,'.repeat(3_000) + '1']) {
      const answer = await ask(`/api/media/zip/${WORK}?files=${files}`)
      expect([files, answer.status]).toEqual([files, 400])
      expect(JSON.parse(answer.body.toString())).toMatchObject({ errors: [{ param: 'files', location: 'query' }] })
    }
  })

  test('DLD-02 a file that no longer exists is an error before a byte is sent', async () => {
    const path = `${FOLDER}/WAV/02 海.wav`
    if (s3) await s3.remove(`works/${path}`)
    else renameSync(join(local, path), join(local, 'aside'))
    const { status, headers, body } = await ask(`/api/media/zip/${WORK}`)
    if (s3) await s3.put(`works/${path}`, files['WAV/02 海.wav'])
    else renameSync(join(local, 'aside'), join(local, path))
    expect([status, JSON.parse(body.toString())]).toEqual([404, { error: 'file.notFound' }])
    expect(headers['content-type']).toContain('application/json')
    expect((await ask(`/api/media/zip/${WORK}`)).status).toBe(200)
  })
})

describe('archives that are being sent', () => {
  const BIG = 40_000_000
  /** Each is larger than several read buffers. */
  const sounds = Object.fromEntries(
    [1, 2, 3].map((seed) => {
      const numbers = Uint32Array.from({ length: 700_000 }, (_, index) => index * seed + seed)
      return [`${seed}.bin`, Buffer.from(numbers.buffer)]
    }),
  )
  let local: string
  let app: TestApp

  beforeAll(async () => {
    local = mkdtempSync(join(tmpdir(), 'otodana-archives-'))
    writeFiles(join(local, 'RJ100002 Sea'), { 'a first.bin': Buffer.alloc(BIG), 'last.bin': Buffer.alloc(BIG) })
    writeFiles(join(local, 'RJ100003 Wind'), sounds)
    app = await startApp({ libraryDirs: [local] })
  })
  beforeEach(() => {
    for (const name of ['a first.bin', 'last.bin']) {
      const path = join(local, 'RJ100002 Sea', name)
      truncateSync(path, BIG)
    }
  })
  afterAll(async () => {
    await app.close()
    rmSync(local, { recursive: true, force: true })
  })

  const path = '/api/media/zip/100002'
  const begin = () => firstBytes(Number(new URL(app.url).port), path)
  const openFiles = () => filesOpenBelow(local)

  test('DLD-02 a receiver that leaves frees the file at once, and makes room for the next', async () => {
    const requests = await Promise.all([begin(), begin(), begin()])
    expect(requests.map(({ status }) => status)).toEqual([200, 200, 200])
    const refused = await askServer(Number(new URL(app.url).port), path)
    expect([refused.status, refused.headers['retry-after'], JSON.parse(refused.body.toString())]).toEqual([
      429,
      '30',
      { error: 'request.tooMany' },
    ])
    await expect.poll(openFiles).toHaveLength(3)
    for (const { leave } of requests) leave()
    await expect.poll(openFiles).toEqual([])
    const head = () => askServer(Number(new URL(app.url).port), path, { method: 'HEAD' })
    await expect.poll(async () => (await head()).status).toBe(200)
  })

  test('DLD-03 eight addresses that read nothing leave places for others', async () => {
    const from = (address: string) => firstBytes(Number(new URL(app.url).port), path, { 'x-forwarded-for': address })
    const held = []
    for (let place = 0; place < 24; place++) held.push(await from(`203.0.113.${place % 8}`))
    // Each has two; the rest is reserved for clients that have none.
    expect(held.map(({ status }) => status)).toEqual([...Array<number>(16).fill(200), ...Array<number>(8).fill(503)])
    held.push(await from('198.51.100.1'))
    expect(held.at(-1)?.status).toBe(200)
    for (const { leave } of held) leave()
    await expect.poll(openFiles).toEqual([])
  })

  test('DLD-02 receivers at once, one of whom leaves, get each file’s own bytes through buffers that are used again', async () => {
    const receive = () => askServer(Number(new URL(app.url).port), '/api/media/zip/100003')
    const [first, second] = await Promise.all([receive(), receive(), begin().then(({ leave }) => leave())])
    for (const { body } of [first, second]) {
      const content = await contentOf(body)
      for (const [name, sound] of Object.entries(sounds)) {
        expect(content[`RJ100003 Wind/${name}`]?.equals(sound), name).toBe(true)
      }
    }
    await expect.poll(openFiles).toEqual([])
  })

  test('DLD-02 no more of a file is read than its receiver takes', async () => {
    const { leave } = await begin()
    await expect.poll(openFiles).toHaveLength(1)
    // Buffers hold a few of 40 megabytes; the second file would be open if the first had been read to its end.
    expect(openFiles()[0]).toContain('a first.bin')
    leave()
    await expect.poll(openFiles).toEqual([])
  })

  test('DLD-02 a file that grows shorter, or becomes another, while the archive is sent breaks the connection', async () => {
    for (const change of [
      () => truncateSync(join(local, 'RJ100002 Sea/a first.bin'), 1_000),
      () => writeFileSync(join(local, 'RJ100002 Sea/last.bin'), 'another'),
      () => rmSync(join(local, 'RJ100002 Sea/last.bin')),
    ]) {
      const { response, ended } = await begin()
      change()
      response.resume()
      expect(await ended).toMatchObject({ code: 'ECONNRESET' })
      await expect.poll(openFiles).toEqual([])
      writeFileSync(join(local, 'RJ100002 Sea/last.bin'), Buffer.alloc(BIG))
      truncateSync(join(local, 'RJ100002 Sea/a first.bin'), BIG)
    }
  })
})

async function contentOf(archive: Buffer): Promise<Record<string, Buffer>> {
  const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(archive)), {
    checkSignature: true,
  }).getEntries()
  const content: Record<string, Buffer> = {}
  for (const entry of entries) {
    if (entry.directory) throw new Error(`${entry.filename} is a folder`)
    content[entry.filename] = Buffer.from(await entry.getData(new Uint8ArrayWriter()))
  }
  return content
}

/** Reads the headers, and leaves the body unread. */
function firstBytes(port: number, path: string, headers: Record<string, string> = {}) {
  type Begun = { status: number | undefined; response: IncomingMessage; ended: Promise<unknown>; leave: () => void }
  const { promise, resolve, reject } = Promise.withResolvers<Begun>()
  const request = httpRequest({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
    const ended = new Promise<unknown>((end) => {
      response.on('error', end)
      response.on('end', () => end('whole'))
    })
    resolve({ status: response.statusCode, response, ended, leave: () => request.destroy() })
  })
  request.on('error', reject)
  request.end()
  return promise
}

function filesOpenBelow(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(folder) ? [path] : []
    } catch {
      return []
    }
  })
}
