import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { TrackFile } from '@otodana/contract'
import { xxhash128 } from 'hash-wasm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call } from '../../../test/accounts.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aPicture, aWav } from '../../../test/work-folders.ts'

const WORK = 'RJ01000001'
/** More than one chunk of the disk. */
const large = randomBytes(300_000)

describe('files for older clients', () => {
  let library: TestLibrary
  let app: TestApp
  let files: Map<string, TrackFile>
  beforeAll(async () => {
    const wide = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    library = aLibrary({
      [`${WORK}/01.wav`]: aWav(),
      [`${WORK}/large.pdf`]: large,
      [`${WORK}/empty.txt`]: '',
      [`${WORK}/wide.png`]: wide,
      [`${WORK}/dot.png`]: aPicture(),
      [`${WORK}/broken.jpg`]: 'no picture',
    })
    app = await startApp({ libraryDirs: [library.dir] })
    const { body } = await call<TrackFile[]>(app, 'GET', `/api/tracks/${WORK}`)
    files = new Map(body.map((file) => [file.title, file]))
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  const idOf = (title: string) => Number(files.get(title)!.hash.split('/')[1])
  const verify = (fileId: unknown, hash: string, address?: string) =>
    call<{ result: boolean }>(app, 'POST', '/api/media/verify-workfile-hash', {
      address,
      body: { fileId, hash, UA: 'Downloader/1.0', processorName: 'Native' },
    })

  test('OLD-05 a downloaded file is compared with the library’s by its XXH128', async () => {
    expect(await xxhash128('')).toBe('99aa06d3014798d86001c324468d497f')
    const contents: [title: string, bytes: Uint8Array][] = [
      ['01.wav', aWav()],
      ['large.pdf', large],
      ['empty.txt', Buffer.alloc(0)],
    ]
    for (const [title, bytes] of contents) {
      const hash = await xxhash128(bytes)
      for (const fileId of [idOf(title), String(idOf(title))]) {
        expect([title, (await verify(fileId, hash)).body]).toEqual([title, { result: true }])
      }
      expect((await verify(idOf(title), hash.toUpperCase())).body).toEqual({ result: true })
      expect((await verify(idOf(title), '0'.repeat(32))).body).toEqual({ result: false })
    }
    const many = await Promise.all(
      Array.from({ length: 8 }, async () => (await verify(idOf('large.pdf'), await xxhash128(large))).body),
    )
    expect(many).toEqual(Array.from({ length: 8 }, () => ({ result: true })))
  })

  test('OLD-05 a file that has changed has another hash', async () => {
    const changed = aWav({ seconds: 2 })
    writeFileSync(join(library.dir, WORK, '01.wav'), changed)
    expect((await verify(idOf('01.wav'), await xxhash128(aWav()))).body).toEqual({ result: false })
    expect((await verify(idOf('01.wav'), await xxhash128(changed))).body).toEqual({ result: true })
    writeFileSync(join(library.dir, WORK, '01.wav'), aWav())
  })

  test('OLD-05 what is no file or no hash is refused by name', async () => {
    expect(await verify(999_999, '0'.repeat(32))).toMatchObject({ status: 404, body: { error: 'file.notFound' } })
    for (const [fileId, hash, param] of [
      [1, 'abc', 'hash'],
      [1, 'g'.repeat(32), 'hash'],
      [1, '0'.repeat(33), 'hash'],
      ['x', '0'.repeat(32), 'fileId'],
      [0, '0'.repeat(32), 'fileId'],
      [2 ** 31, '0'.repeat(32), 'fileId'],
      [1.5, '0'.repeat(32), 'fileId'],
    ] as const) {
      expect(await verify(fileId, hash)).toMatchObject({ status: 400, body: { errors: [{ param }] } })
    }
  })

  test('OLD-08 a picture has a preview of at most 64 pixels, with a token in its address as well', async () => {
    const { token } = await aMember(app, 'viewer')
    const wide = await fetch(`${app.url}/api/media/small-img/${files.get('wide.png')!.hash}?token=${token}`)
    expect([wide.status, wide.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const { width, height, format } = await sharp(Buffer.from(await wide.arrayBuffer())).metadata()
    expect({ width, height, format }).toEqual({ width: 64, height: 16, format: 'jpeg' })
    const etag = wide.headers.get('etag')!
    const again = await fetch(wide.url, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    const dot = await fetch(`${app.url}/api/media/small-img/${files.get('dot.png')!.hash}/dot.png`)
    expect((await sharp(Buffer.from(await dot.arrayBuffer())).metadata()).width).toBe(1)
    for (const path of [files.get('01.wav')!.hash, files.get('broken.jpg')!.hash, '1000001/999999']) {
      expect([path, await call(app, 'GET', `/api/media/small-img/${path}`)]).toMatchObject([
        path,
        { status: 404, body: { error: 'file.notFound' } },
      ])
    }
    expect((await call(app, 'GET', '/api/media/small-img/nothing')).status).toBe(400)
  })
})

test('OLD-05 a network has its files hashed as often as it can download them, and others go on', async () => {
  const library = aLibrary({ [`${WORK}/01.wav`]: aWav() })
  const app = await startApp({ libraryDirs: [library.dir] })
  try {
    const { body } = await call<TrackFile[]>(app, 'GET', `/api/tracks/${WORK}`)
    const fileId = Number(body[0]!.hash.split('/')[1])
    const path = join(library.dir, WORK, '01.wav')
    const ask = (address: string) =>
      call(app, 'POST', '/api/media/verify-workfile-hash', { address, body: { fileId, hash: '0'.repeat(32) } })
    const statuses: number[] = []
    for (let n = 0; n <= 600; n++) {
      // Hashes that are known cost nothing.
      writeFileSync(path, aWav({ seconds: 0.01 * (n + 1) }))
      statuses.push((await ask('192.0.2.1')).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(600)
    expect(statuses.at(-1)).toBe(429)
    expect((await ask('192.0.2.2')).status).toBe(200)
    expect((await ask('192.0.2.1')).status).toBe(200)
  } finally {
    await app.close()
    library.remove()
  }
})
