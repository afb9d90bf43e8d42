import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { askServer } from '../test/media-library.ts'
import { type S3Server, startS3 } from '../test/s3-server.ts'
import { startApp, type TestApp } from '../test/start-app.ts'
import { aWav, aWorkFolder, mp3With, writeFiles } from '../test/work-folders.ts'
import { createMedia } from './features/media/index.ts'
import { createStorage } from './storage/create-storage.ts'

const wav = Buffer.from(aWav({ seconds: 20 }))

describe('a library in a bucket, over HTTP', () => {
  let s3: S3Server
  let app: TestApp
  let local: string

  beforeAll(async () => {
    s3 = await startS3()
    local = mkdtempSync(join(tmpdir(), 'otodana-beside-s3-'))
    writeFiles(join(local, 'RJ200001 On disk'), aWorkFolder(1))
    const red = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    await s3.putAll('works/RJ100001 Rain', {
      'cover.png': red,
      '01 雨+音.wav': wav,
      '02 gone.wav': aWav({ seconds: 1 }),
      'note.txt': 'a note of rain',
    })
    const blue = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#0000ff' } })
      .jpeg()
      .toBuffer()
    await s3.put('works/RJ100002 Sea/01 tide.mp3', mp3With(blue))
    app = await startApp({ libraryDirs: [local], env: s3.env('works') })
  })
  afterAll(async () => {
    await app.close()
    await s3.close()
    rmSync(local, { recursive: true, force: true })
  })

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    askServer(Number(new URL(app.url).port), path, { method, headers })

  async function addressOf(path: string, kind: 'stream' | 'download' = 'stream'): Promise<string> {
    const rows = app.database.read.selectFrom('file').select(['id', 'work_id']).where('path', '=', path)
    const { id, work_id: workId } = await rows.executeTakeFirstOrThrow()
    return `/api/media/${kind}/${workId}/${id}`
  }

  test('MED-01 the whole file, its validators, and HEAD', async () => {
    const url = await addressOf('01 雨+音.wav')
    const { status, headers, body } = await ask(url)
    expect(status).toBe(200)
    expect(body.equals(wav)).toBe(true)
    expect(headers).toMatchObject({ 'content-type': 'audio/wav', 'accept-ranges': 'bytes' })
    expect(headers.etag).toMatch(/^"[\w-]+"$/)
    const head = await ask(url, {}, 'HEAD')
    expect(head).toMatchObject({ status: 200, headers: { etag: headers.etag, 'content-length': String(wav.length) } })
    expect(head.body).toHaveLength(0)
    const { etag = '' } = headers
    expect((await ask(url, { 'if-none-match': etag })).status).toBe(304)
    expect((await ask(url, { 'if-range': etag, range: 'bytes=0-9' })).status).toBe(206)
    expect((await ask(url, { 'if-range': '"other"', range: 'bytes=0-9' })).status).toBe(200)
  })

  test.each([
    // Not 0-0: the test server treats that 0 as an open end.
    ['bytes=0-1', 0, 1],
    ['bytes=7-7', 7, 7],
    ['bytes=100-199', 100, 199],
    ['bytes=40000-', 40_000, wav.length - 1],
    ['bytes=-500', wav.length - 500, wav.length - 1],
  ])('MED-01 %s is answered with 206 and exactly those bytes', async (range, start, end) => {
    const { status, headers, body } = await ask(await addressOf('01 雨+音.wav'), { range })
    expect(status).toBe(206)
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/${wav.length}`)
    expect(body.equals(wav.subarray(start, end + 1))).toBe(true)
  })

  test('MED-01 a range beyond the end is refused with 416', async () => {
    const { status, headers } = await ask(await addressOf('01 雨+音.wav'), { range: `bytes=${wav.length}-` })
    expect([status, headers['content-range']]).toEqual([416, `bytes */${wav.length}`])
  })

  test('MED-01 a download carries the file’s name, and a text its charset', async () => {
    const { headers } = await ask(await addressOf('01 雨+音.wav', 'download'))
    expect(headers['content-disposition']).toContain("filename*=UTF-8''01%20%E9%9B%A8%2B%E9%9F%B3.wav")
    const text = await ask(await addressOf('note.txt'))
    expect([text.headers['content-type'], text.body.toString()]).toEqual([
      'text/plain; charset=utf-8',
      'a note of rain',
    ])
  })

  test('MED-01 a cover is made of the picture in the bucket', async () => {
    const { status, headers, body } = await ask('/api/cover/100001?type=main', { accept: 'image/jpeg' })
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=86400'])
    const [red = 0, green = 0, blue = 0] = (await sharp(body).stats()).channels.map(({ mean }) => mean)
    expect([red > 240, green < 15, blue < 15]).toEqual([true, true, true])
  })

  test('MED-01 a cover is taken out of an audio file in the bucket', async () => {
    const { status, headers, body } = await ask('/api/cover/100002?type=main', { accept: 'image/jpeg' })
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=86400'])
    const [red = 0, green = 0, blue = 0] = (await sharp(body).stats()).channels.map(({ mean }) => mean)
    expect([red < 15, green < 15, blue > 240]).toEqual([true, true, true])
  })

  test('MED-01 with X_ACCEL_REDIRECT the proxy sends local files alone, for it has no key to the bucket', async () => {
    const media = createMedia({
      database: app.database,
      storage: createStorage([local, `s3://${s3.bucket}/works`], s3.settings),
      accel: { prefix: '/protected', roots: [local] },
      log: { warn() {} },
    })
    const redirectOf = async (path: string) => {
      const [, , , , workId, fileId] = (await addressOf(path)).split('/').map(Number)
      return media.accelRedirect(await media.getFile({ workId: workId ?? 0, fileId: fileId ?? 0 }))
    }
    expect(await redirectOf('readme.txt')).toBe('/protected/0/RJ200001%20On%20disk/readme.txt')
    expect(await redirectOf('01 雨+音.wav')).toBeNull()
  })

  test('MED-01 a local folder beside it works as ever', async () => {
    const { status, body } = await ask(await addressOf('readme.txt'))
    expect([status, body.toString()]).toEqual([200, 'work 1'])
  })

  test('MED-01 a removed object is 404; a store that is down is 503, and the server goes on', async () => {
    const gone = await addressOf('02 gone.wav')
    const there = await addressOf('01 雨+音.wav')
    await s3.remove('works/RJ100001 Rain/02 gone.wav')
    expect((await ask(gone)).status).toBe(404)
    await s3.stop()
    const { status, body } = await ask(there)
    expect([status, JSON.parse(body.toString())]).toEqual([503, { error: 'file.unreadable' }])
    expect((await ask(await addressOf('readme.txt'))).status).toBe(200)
    await s3.startAgain()
    expect((await ask(there)).status).toBe(200)
  })
})
