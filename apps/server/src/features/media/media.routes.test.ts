import {
  chmodSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dialects } from '../../../test/databases.ts'
import { type MediaLibrary, openMediaLibrary } from '../../../test/media-library.ts'

const WORK = 1_000_001
const bytes = Buffer.from(Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7 + (index >> 8)) & 0xff))

describe.each(dialects)('media on %s', (dialect) => {
  let library: MediaLibrary
  let audio: number
  let url: string

  beforeAll(async () => {
    library = await openMediaLibrary({ dialect })
    await library.addWork(WORK, 'shelf/RJ01000001 rain')
    await library.addWork(1_000_002, 'RJ01000002')
    audio = await library.addFile(WORK, 'mp3/01 雨音.mp3', { content: bytes })
    url = `/api/media/stream/${WORK}/${audio}`
  })
  afterAll(() => library.close())

  test('MED-01 a whole file: its bytes, type, validators, and the invitation to ask for ranges', async () => {
    const { status, headers, body } = await library.ask(url)
    expect(status).toBe(200)
    expect(body.equals(bytes)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '100000',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; media-src 'self';/),
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers.etag).toMatch(/^"[\w-]+"$/)
    expect(headers['last-modified']).toMatch(/GMT$/)
    expect(headers['content-range']).toBeUndefined()
    expect(headers['content-disposition']).toBeUndefined()
  })

  test('MED-01 all forms of a file’s address give the same file', async () => {
    for (const path of [`${audio}`, `${WORK}/${audio}`, `${audio}/01%20rain.mp3`, `0${WORK}/${audio}/%E9%9B%A8.mp3`]) {
      const { status, body } = await library.ask(`/api/media/stream/${path}?token=x`)
      expect([path, status, body.length]).toEqual([path, 200, bytes.length])
    }
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=99990-', 99_990, 99_999],
    ['bytes=-500', 99_500, 99_999],
    ['bytes=99999-200000', 99_999, 99_999],
    ['bytes=-900719925474099999', 0, 99_999],
  ])('MED-01 %s is answered with 206 and exactly those bytes', async (range, start, end) => {
    const { status, headers, body } = await library.ask(url, { headers: { range } })
    expect(status).toBe(206)
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/100000`)
    expect(headers['content-length']).toBe(String(end - start + 1))
    expect(body.equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  test.each(['bytes=100000-', 'bytes=900719925474099999-', 'bytes=-0'])(
    'MED-01 %s is refused with 416',
    async (range) => {
      const { status, headers, body } = await library.ask(url, { headers: { range } })
      expect(status).toBe(416)
      expect(headers['content-range']).toBe('bytes */100000')
      expect(JSON.parse(body.toString())).toEqual({ error: 'range.unsatisfiable' })
    },
  )

  test.each(['bytes=5-2', 'bytes=x', 'lines=1-2', 'bytes=0-1,5-6', ''])(
    'MED-01 the range %j is ignored',
    async (range) => {
      const { status, body } = await library.ask(url, { headers: { range } })
      expect([status, body.length]).toEqual([200, bytes.length])
    },
  )

  test('MED-01 an empty file is 200 with no bytes, and 416 for any byte of it', async () => {
    const id = await library.addFile(WORK, 'empty.mp3', { content: '' })
    const whole = await library.ask(`/api/media/stream/${id}`)
    expect([whole.status, whole.headers['content-length']]).toEqual([200, '0'])
    const part = await library.ask(`/api/media/stream/${id}`, { headers: { range: 'bytes=0-' } })
    expect([part.status, part.headers['content-range']]).toEqual([416, 'bytes */0'])
    expect((await library.ask(`/api/media/stream/${id}`, { headers: { range: 'bytes=-1' } })).status).toBe(200)
  })

  test('MED-01 HEAD has the headers of GET and opens nothing', async () => {
    const get = await library.ask(url)
    const head = await library.ask(url, { method: 'HEAD', headers: { range: 'bytes=0-9' } })
    expect(head.status).toBe(200)
    expect(head.body.length).toBe(0)
    const { date: _getDate, ...expected } = get.headers
    const { date: _headDate, ...headers } = head.headers
    expect(headers).toEqual(expected)
    expect(openFiles(library)).toEqual([])
    expect((await library.ask('/api/media/stream/999999', { method: 'HEAD' })).status).toBe(404)
  })

  test('MED-01 what the client already has is 304, by ETag or by date, without a body', async () => {
    const { headers } = await library.ask(url)
    const conditions: Record<string, string>[] = [
      { 'if-none-match': headers.etag! },
      { 'if-none-match': `"x", W/${headers.etag}` },
      { 'if-modified-since': headers['last-modified']! },
      { 'if-none-match': headers.etag!, range: 'bytes=0-5' },
    ]
    for (const condition of conditions) {
      const answer = await library.ask(url, { headers: condition })
      expect([condition, answer.status, answer.body.length]).toEqual([condition, 304, 0])
      expect(answer.headers.etag).toBe(headers.etag)
    }
    expect((await library.ask(url, { headers: { 'if-match': '"x"' } })).status).toBe(412)
  })

  test('MED-01 If-Range gives the part of the same file and the whole of a changed one', async () => {
    const path = 'changing.mp3'
    const id = await library.addFile(WORK, path, { content: 'first state' })
    const address = `/api/media/stream/${id}`
    const { headers } = await library.ask(address)
    const ask = (validator: string) => library.ask(address, { headers: { range: 'bytes=6-', 'if-range': validator } })
    expect((await ask(headers.etag!)).body.toString()).toBe('state')
    expect((await ask(headers['last-modified']!)).status).toBe(206)
    expect((await ask(`W/${headers.etag}`)).status).toBe(200)

    const onDisk = join(library.root, 'shelf/RJ01000001 rain', path)
    writeFileSync(onDisk, 'other state')
    utimesSync(onDisk, new Date(), new Date(Date.now() + 60_000))
    const changed = await ask(headers.etag!)
    expect([changed.status, changed.body.toString()]).toEqual([200, 'other state'])
    expect(changed.headers.etag).not.toBe(headers.etag)
    expect((await ask(headers['last-modified']!)).status).toBe(200)
  })

  test.each([
    ['audio', 'mp3/夜の雨「2」.mp3', 'audio/mpeg'],
    ['image', '画像/表紙 #1.png', 'image/png'],
    ['text', 'メモ/読んで；ね.txt', 'text/plain; charset=utf-8'],
    ['other', '資料/100%.pdf', 'application/pdf'],
  ] as const)(
    'DLD-01 a file of kind %s, %s, is saved as it lies there, under its own name',
    async (kind, path, type) => {
      const name = path.slice(path.indexOf('/') + 1)
      const content = Buffer.from(`what is in ${name}`)
      const id = await library.addFile(WORK, path, { content, kind })
      const address = `/api/media/download/${WORK}/${id}`
      const [answer, head] = [await library.ask(address), await library.ask(address, { method: 'HEAD' })]
      expect([answer.status, answer.body.equals(content)]).toEqual([200, true])
      expect(answer.headers).toMatchObject({ 'content-type': type, 'content-length': String(content.length) })
      const [, encoded] = /^attachment; filename="[^"]+"; filename\*=UTF-8''(\S+)$/.exec(
        answer.headers['content-disposition']!,
      )!
      expect(decodeURIComponent(encoded!)).toBe(name)
      expect(head.headers['content-disposition']).toBe(answer.headers['content-disposition'])
    },
  )

  test('MED-01 a download is an attachment under its own name, in ranges too', async () => {
    const { status, headers, body } = await library.ask(`/api/media/download/${WORK}/${audio}`, {
      headers: { range: 'bytes=50000-' },
    })
    expect(status).toBe(206)
    expect(body.equals(bytes.subarray(50_000))).toBe(true)
    expect(headers['content-disposition']).toBe(
      `attachment; filename="01 __.mp3"; filename*=UTF-8''01%20%E9%9B%A8%E9%9F%B3.mp3`,
    )
  })

  test('MED-01 a file name cannot write headers of its own', async () => {
    const id = await library.addFile(WORK, 'a"\r\nx-evil: 1\r\n.mp3', { content: 'x' })
    const { status, headers } = await library.ask(`/api/media/download/${id}`)
    expect(status).toBe(200)
    expect(headers['x-evil']).toBeUndefined()
  })

  test('MED-01 texts say their charset, and markup comes as text that no browser runs', async () => {
    const shiftJis = Buffer.from([0x82, 0xa8, 0x82, 0xe2, 0x82, 0xb7, 0x82, 0xdd, 0x0a])
    for (const [name, content, type] of [
      ['a.lrc', 'おやすみ', 'text/plain; charset=utf-8'],
      ['b.txt', shiftJis, 'text/plain; charset=shift_jis'],
      ['c.vtt', 'WEBVTT\n', 'text/vtt; charset=utf-8'],
      ['d.html', '<script>alert(1)</script>', 'text/plain; charset=utf-8'],
      ['e.svg', '<svg onload="alert(1)"/>', 'text/plain; charset=utf-8'],
      ['f.txt', '', 'text/plain; charset=utf-8'],
    ] as const) {
      const id = await library.addFile(WORK, name, { content, kind: 'text' })
      const { headers, body } = await library.ask(`/api/media/stream/${id}`)
      expect([name, headers['content-type'], headers['x-content-type-options']]).toEqual([name, type, 'nosniff'])
      expect(headers['cache-control']).toBe('private, no-cache')
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
      expect(body.length).toBe(Buffer.byteLength(content))
    }
  })

  test('MED-01 a PDF is sent for the browser’s own reader, and nothing that is called one runs anything', async () => {
    for (const content of ['%PDF-1.4\n', '<script>alert(document.domain)</script>']) {
      const id = await library.addFile(WORK, `booklet${content.length}.pdf`, { content, kind: 'other' })
      const { headers } = await library.ask(`/api/media/stream/${id}`)
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(headers['content-disposition']).toBeUndefined()
    }
  })

  test('MED-01 a file is found only as its own work’s, and only while both are present', async () => {
    await library.addWork(1_000_003, 'RJ01000003', 'missing')
    const ofMissing = await library.addFile(1_000_003, 'a.mp3', { content: 'x' })
    const missing = await library.addFile(WORK, 'gone.mp3', { content: 'x', state: 'missing' })
    const vanished = await library.addFile(WORK, 'vanished.mp3', { content: null })
    for (const path of [`1000002/${audio}`, ofMissing, missing, vanished, 999_999, 0, `${WORK}/0`]) {
      const { status, body } = await library.ask(`/api/media/stream/${path}`)
      expect([path, status, JSON.parse(body.toString())]).toEqual([path, 404, { error: 'file.notFound' }])
    }
  })

  test.each(['2147483648', '9007199254740993', '99999999999999999999999999999999', `99999999999/1`, `1/99999999999`])(
    'MED-01 the huge id %s is not found, and the database is not bothered',
    async (path) => {
      expect((await library.ask(`/api/media/stream/${path}`)).status).toBe(404)
    },
  )

  test.each([
    'abc',
    '-1',
    '1e309',
    '%00',
    '1%00',
    '%EF%BC%91',
    'RJ01000001/1',
    '../1',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '%252e%252e%252fetc%252fpasswd',
    '..%5c..%5cetc%5cpasswd',
    '1/..%2f..%2f..%2fetc%2fpasswd',
    '1/%2e%2e/%2e%2e/etc/passwd',
    '%c0%ae%c0%ae%c0%afetc',
    '%',
    '%zz',
    'a'.repeat(2_000),
  ])('MED-01 %s is refused and reveals nothing', async (path) => {
    const { status, headers, body } = await library.ask(`/api/media/stream/${path}`)
    expect(status).toBe(400)
    expect(headers['content-type']).toContain('application/json')
    const answer = JSON.parse(body.toString()) as { error: string; errors: { param: string }[] }
    expect(['hash', 'path']).toContain(answer.errors[0]?.param)
  })

  test('MED-01 an address that climbs out of the route reaches no file', async () => {
    for (const path of [
      '/api/media/stream/../../../../etc/passwd',
      '/api/media/stream/..;/..;/etc/passwd',
      '/api/media/stream//etc/passwd',
      '/api/media/stream/',
    ]) {
      const { status, body } = await library.ask(path)
      expect([400, 404]).toContain(status)
      expect(body.toString()).not.toContain('root:')
    }
  })

  test('MED-01 a link that leaves the library is not found, and the log says which', async () => {
    const secret = join(library.base, 'secret.txt')
    writeFileSync(secret, 'secret')
    symlinkSync(secret, join(library.root, 'RJ01000002', 'leak.mp3'))
    symlinkSync(library.base, join(library.root, 'RJ01000002', 'up'))
    for (const path of ['leak.mp3', 'up/secret.txt']) {
      const id = await library.addFile(1_000_002, path, { content: null })
      const { status, body } = await library.ask(`/api/media/stream/${id}`)
      expect([status, body.toString()]).toEqual([404, '{"error":"file.notFound"}'])
      expect(library.logged).toContainEqual(
        expect.objectContaining({ fileId: id, msg: expect.stringContaining('out of the library') }),
      )
    }
  })
})

describe('media and the disk', () => {
  let library: MediaLibrary

  beforeAll(async () => {
    library = await openMediaLibrary()
    await library.addWork(WORK, 'RJ01000001')
  })
  afterAll(() => library.close())

  test('MED-01 a client that leaves frees the file', async () => {
    const id = await library.addFile(WORK, 'long.wav', { content: Buffer.alloc(30_000_000) })
    const requests = await Promise.all(
      Array.from({ length: 5 }, () => firstBytes(library.port, `/api/media/stream/${id}`)),
    )
    expect(openFiles(library)).toHaveLength(5)
    for (const { request } of requests) request.destroy()
    await expect.poll(() => openFiles(library)).toEqual([])
    expect((await library.ask(`/api/media/stream/${id}`)).body.length).toBe(30_000_000)
  })

  test('MED-01 a client that stops reading for long is let go, and frees the file', async () => {
    const id = await library.addFile(WORK, 'stalled.wav', { content: Buffer.alloc(30_000_000) })
    const { server } = library.http
    // Browsers request the rest later; a paused player that never resumes must not hold a file forever.
    expect(server.timeout).toBeGreaterThan(30_000)
    const before = server.timeout
    server.timeout = 1_000
    const { request } = await firstBytes(library.port, `/api/media/stream/${id}`)
    expect(openFiles(library)).toHaveLength(1)
    await expect.poll(() => openFiles(library)).toEqual([])
    server.timeout = before
    request.destroy()
  })

  test('MED-01 many listeners, some of whom leave, get their own bytes and no others', async () => {
    const files = await Promise.all(
      [1, 2, 3, 4].map(async (seed) => {
        const content = Buffer.from(Uint32Array.from({ length: 700_000 }, (_, index) => index * seed).buffer)
        return { content, url: `/api/media/stream/${await library.addFile(WORK, `${seed}.wav`, { content })}` }
      }),
    )
    const leave = async (url: string) => (await firstBytes(library.port, url)).request.destroy()
    const stay = async (url: string, content: Buffer, from: number) => {
      const { body } = await library.ask(url, { headers: { range: `bytes=${from}-` } })
      return body.equals(content.subarray(from))
    }
    for (let round = 0; round < 5; round++) {
      const answers = files.map(({ url, content }, index) => stay(url, content, index))
      await Promise.all(files.map(({ url }) => leave(url)))
      expect(await Promise.all(answers)).toEqual([true, true, true, true])
    }
    await expect.poll(() => openFiles(library)).toEqual([])
  })

  test('MED-01 a file that grows shorter while it is sent ends the connection, and is logged once', async () => {
    const id = await library.addFile(WORK, 'shrinking.wav', { content: Buffer.alloc(60_000_000) })
    const { response } = await firstBytes(library.port, `/api/media/stream/${id}`)
    truncateSync(join(library.root, 'RJ01000001/shrinking.wav'), 1_000)
    const ended = Promise.withResolvers<unknown>()
    response.on('error', ended.resolve)
    response.on('end', () => ended.resolve('end'))
    response.resume()
    expect(await ended.promise).toMatchObject({ code: 'ECONNRESET' })
    const lines = library.logged.filter((line) => line.fileId === id)
    expect(lines).toEqual([expect.objectContaining({ level: 50, msg: expect.stringContaining('to its end') })])
    expect(openFiles(library)).toEqual([])
  })

  test('MED-01 a file that vanished from disk is not found; one that may not be read is 503', async () => {
    const id = await library.addFile(WORK, 'soon gone.mp3', { content: 'x' })
    expect(await withoutRights(library, () => library.ask(`/api/media/stream/${id}`))).toMatchObject({
      status: 503,
      body: Buffer.from('{"error":"file.unreadable"}'),
    })
    rmSync(join(library.root, 'RJ01000001/soon gone.mp3'))
    expect((await library.ask(`/api/media/stream/${id}`)).status).toBe(404)
  })
})

describe('media behind a proxy that sends the files', () => {
  let library: MediaLibrary

  beforeAll(async () => {
    library = await openMediaLibrary({ accelPrefix: '/protected' })
    await library.addWork(WORK, 'shelf/RJ01000001')
  })
  afterAll(() => library.close())

  test('MED-01 X-Accel-Redirect names the file, percent-encoded, and nothing is sent', async () => {
    const id = await library.addFile(WORK, '#1 雨? 50%.mp3', { content: 'x' })
    const { status, headers, body } = await library.ask(`/api/media/download/${id}`, {
      headers: { range: 'bytes=0-0' },
    })
    expect([status, body.length]).toEqual([200, 0])
    expect(headers).toMatchObject({
      'x-accel-redirect': '/protected/0/shelf/RJ01000001/%231%20%E9%9B%A8%3F%2050%25.mp3',
      'content-type': 'audio/mpeg',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; media-src 'self';/),
    })
    expect(headers['content-disposition']).toContain('attachment')
    expect(headers.etag).toBeUndefined()
    expect((await library.ask('/api/media/stream/999')).status).toBe(404)
  })
})

/** Paths of library files that this process has open. */
function openFiles({ root }: MediaLibrary): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(root) ? [path] : []
    } catch {
      return []
    }
  })
}

/** Reads the headers, and leaves the body unread. */
function firstBytes(port: number, path: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ request: ClientRequest; response: IncomingMessage }>()
  const request = httpRequest({ host: '127.0.0.1', port, path, agent: false }, (response) => {
    response.on('error', () => {})
    resolve({ request, response })
  })
  request.on('error', reject)
  request.end()
  return promise
}

/** Runs while this process has no access to the library; root has access to everything, so it changes its user. */
async function withoutRights<T>({ root }: MediaLibrary, task: () => Promise<T>): Promise<T> {
  const user = process.geteuid!()
  chmodSync(root, 0o000)
  if (user === 0) process.seteuid!(65_534)
  try {
    return await task()
  } finally {
    if (user === 0) process.seteuid!(user)
    chmodSync(root, 0o755)
  }
}
