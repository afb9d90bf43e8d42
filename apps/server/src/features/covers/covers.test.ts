import { existsSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type MediaLibrary, openMediaLibrary } from '../../../test/media-library.ts'
import { aBlackPicture, mp3With } from '../../../test/work-folders.ts'
import { drawPlaceholder } from './placeholder.ts'
import { negotiateFormat } from './variants.ts'

const WORK = 1_000_001
let library: MediaLibrary

beforeEach(async () => {
  library = await openMediaLibrary()
  await library.addWork(WORK, 'RJ01000001')
})
afterEach(() => library.close())

const webp = { accept: 'image/avif,image/webp,image/apng,*/*;q=0.8' }

async function drawCover(width: number, height: number, colour = '#b04a6a'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
}

async function setCover(
  content: Buffer | null,
  path = 'cover.jpg',
  kind: 'image' | 'audio' = 'image',
): Promise<number> {
  const id = await library.addFile(WORK, path, { content, kind, hasPicture: kind === 'audio' })
  await library.database.write.updateTable('work').set({ cover_file_id: id }).where('id', '=', WORK).execute()
  return id
}

function keptFiles(workId = WORK): string[] {
  const folder = join(library.cacheDir, String(workId % 1_000).padStart(3, '0'), String(workId))
  return existsSync(folder) ? readdirSync(folder) : []
}

async function sizeOf(bytes: Buffer): Promise<string> {
  const { width, height, format } = await sharp(bytes).metadata()
  return `${width}x${height} ${format}`
}

async function middleOf(bytes: Buffer): Promise<number[]> {
  const { data } = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data]
}

test.each([
  ['', '560x420'],
  ['?type=', '560x420'],
  ['?type=main', '560x420'],
  ['?type=sam', '100x75'],
  ['?type=240x240', '240x180'],
  ['?type=360x360', '360x270'],
  ['?type=thumbnail', '240x180'],
])('MED-03 a cover of 4:3 asked for as %j is %s', async (query, size) => {
  await setCover(await drawCover(1_600, 1_200))
  const modern = await library.ask(`/api/cover/${WORK}.jpg${query}`, { headers: webp })
  expect([modern.status, modern.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await sizeOf(modern.body)).toBe(`${size} webp`)
  const plain = await library.ask(`/api/cover/${WORK}${query}`)
  expect([plain.status, plain.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(await sizeOf(plain.body)).toBe(`${size} jpeg`)
  expect(modern.headers.etag).not.toBe(plain.headers.etag)
})

test('MED-03 square and tall covers keep their proportions, and small ones are not blown up', async () => {
  for (const [width, height, expected] of [
    [1_000, 1_000, '560x560 jpeg'],
    [900, 1_200, '420x560 jpeg'],
    [200, 150, '200x150 jpeg'],
  ] as const) {
    await setCover(await drawCover(width, height), `${width}.jpg`)
    expect(await sizeOf((await library.ask(`/api/cover/${WORK}`)).body)).toBe(expected)
  }
})

test('MED-03 a cover is cacheable in public, varies by Accept, and is 304 when known', async () => {
  await setCover(await drawCover(800, 600))
  const { headers, body } = await library.ask(`/api/cover/${WORK}.jpg`)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
    'content-length': String(body.length),
  })
  expect(headers.vary).toContain('Accept')
  expect(headers.etag).toMatch(/^"[\w.-]+"$/)
  const again = await library.ask(`/api/cover/${WORK}.jpg`, { headers: { 'if-none-match': headers.etag! } })
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
  expect(again.headers.vary).toContain('Accept')
  const head = await library.ask(`/api/cover/${WORK}.jpg`, { method: 'HEAD' })
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(body.length)])
})

test.each(['1000001', '01000001', 'RJ01000001', 'rj01000001', 'RJ01000001.jpg', '1000001.JPG'])(
  'MED-03 %s names the work',
  async (id) => {
    await setCover(await drawCover(400, 300))
    expect((await library.ask(`/api/cover/${id}`)).status).toBe(200)
  },
)

test('OLD-16 an unknown work has a placeholder, one for all of them; what is no work and no type is 400 by name', async () => {
  const drawings = await Promise.all(
    ['1999999.jpg', '1999999', 'RJ01888888', '01777777.jpg?type=main'].map((path) => library.ask(`/api/cover/${path}`)),
  )
  expect(drawings.map(({ status, headers }) => [status, headers['content-type']])).toEqual(
    drawings.map(() => [200, 'image/jpeg']),
  )
  expect(new Set(drawings.map(({ headers }) => headers.etag)).size).toBe(1)
  expect(drawings[0]?.headers['cache-control']).toBe('public, max-age=600')
  for (const [path, param] of [
    [`${WORK}?type=huge`, 'type'],
    [`${WORK}?type=240x240&type=sam`, 'type'],
    ['abc', 'id'],
    ['-1', 'id'],
    ['1e309', 'id'],
    ['%00', 'id'],
    ['..%2f..%2fetc%2fpasswd', 'id'],
    ['9'.repeat(60), 'id'],
  ] as const) {
    const { status, body } = await library.ask(`/api/cover/${path}`)
    expect([path, status]).toEqual([path, 400])
    expect(JSON.parse(body.toString())).toMatchObject({ errors: [{ param }] })
  }
})

test('MED-03 a variant is made once, however many ask, and survives the loss of its source', async () => {
  await setCover(await drawCover(1_600, 1_200))
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => library.ask(`/api/cover/${WORK}.jpg?type=sam`, { headers: webp })),
  )
  expect(new Set(answers.map(({ body }) => body.toString('base64'))).size).toBe(1)
  expect(keptFiles()).toHaveLength(1)

  rmSync(join(library.root, 'RJ01000001'), { recursive: true })
  await library.database.write.updateTable('work').set({ state: 'missing' }).where('id', '=', WORK).execute()
  const kept = await library.ask(`/api/cover/${WORK}.jpg?type=sam`, { headers: webp })
  expect(kept.body.equals(answers[0]!.body)).toBe(true)
  // A size that is not cached can no longer be rendered.
  const drawn = await library.ask(`/api/cover/${WORK}.jpg?type=360x360`, { headers: webp })
  expect([drawn.status, drawn.headers['cache-control']]).toEqual([200, 'public, max-age=600'])
  expect((await library.ask(`/api/cover/${WORK}.jpg?type=sam`, { headers: webp })).body.equals(kept.body)).toBe(true)
})

test('MED-03 a changed cover gets a new ETag, and the old variants leave the disk', async () => {
  const id = await setCover(await drawCover(400, 300, '#ff0000'))
  const first = await library.ask(`/api/cover/${WORK}?type=sam`)
  await library.ask(`/api/cover/${WORK}?type=240x240`)
  expect(keptFiles()).toHaveLength(2)

  writeFileSync(join(library.root, 'RJ01000001/cover.jpg'), await drawCover(400, 300, '#0000ff'))
  await library.database.write
    .updateTable('file')
    .set({ mtime_ms: Date.now() + 5_000 })
    .where('id', '=', id)
    .execute()
  const second = await library.ask(`/api/cover/${WORK}?type=sam`, { headers: { 'if-none-match': first.headers.etag! } })
  expect(second.status).toBe(200)
  const [red, , blue] = await middleOf(second.body)
  expect(blue! > 200 && red! < 50).toBe(true)
  expect(keptFiles()).toHaveLength(1)
})

test('MED-03 a cover is turned as its camera held it, and tells nothing of where that was', async () => {
  const turned = await sharp(await drawCover(400, 300))
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  await setCover(turned)
  const { body } = await library.ask(`/api/cover/${WORK}`)
  expect(await sizeOf(body)).toBe('300x400 jpeg')
  expect((await sharp(body).metadata()).exif).toBeUndefined()
})

test('MED-03 an animation shows its first picture', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 80, height: 60, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  await setCover(
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
    'cover.gif',
  )
  const { body } = await library.ask(`/api/cover/${WORK}`)
  expect(await sizeOf(body)).toBe('80x60 jpeg')
  expect((await middleOf(body))[0]).toBeGreaterThan(200)
})

test('MED-03 a picture embedded in an audio file is a cover', async () => {
  const picture = await drawCover(600, 600, '#00ff00')
  await setCover(mp3With(picture), '01.mp3', 'audio')
  const { status, headers, body } = await library.ask(`/api/cover/${WORK}`)
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=86400'])
  expect(await sizeOf(body)).toBe('560x560 jpeg')
  const [red, green] = await middleOf(body)
  expect(green! > 200 && red! < 50).toBe(true)
})

test('MED-03 a work without a cover has a drawing of its own, the same every time', async () => {
  await library.addWork(1_000_002, 'RJ01000002')
  const first = await library.ask(`/api/cover/${WORK}.jpg`)
  expect([first.status, first.headers['cache-control']]).toEqual([200, 'public, max-age=600'])
  expect(await sizeOf(first.body)).toBe('560x420 jpeg')
  expect(keptFiles()).toHaveLength(1)
  rmSync(library.cacheDir, { recursive: true })
  expect((await library.ask(`/api/cover/${WORK}.jpg`)).body.equals(first.body)).toBe(true)
  expect((await library.ask('/api/cover/1000002.jpg')).body.equals(first.body)).toBe(false)
  expect(drawPlaceholder(1)).not.toContain('<text')
  const known = await library.ask(`/api/cover/${WORK}.jpg`, { headers: { 'if-none-match': first.headers.etag! } })
  expect(known.status).toBe(304)
})

test('MED-03 a cover that cannot be shown becomes a drawing, logged once, and never an error', async () => {
  const good = await drawCover(400, 300)
  for (const [name, content] of [
    ['empty.jpg', Buffer.alloc(0)],
    ['noise.jpg', Buffer.from(Uint8Array.from({ length: 5_000 }, (_, index) => (index * 97) & 0xff))],
    ['cut.jpg', good.subarray(0, good.length / 2)],
    ['lies.png', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500)])],
    ['script.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['huge.png', aBlackPicture(12_000)],
    ['silent.mp3', Buffer.alloc(4_000)],
    ['none.jpg', null],
  ] as const) {
    const id = await setCover(content, name, name.endsWith('.mp3') ? 'audio' : 'image')
    const first = await library.ask(`/api/cover/${WORK}.jpg`)
    expect([name, first.status, first.headers['cache-control']]).toEqual([name, 200, 'public, max-age=600'])
    expect(await sizeOf(first.body)).toBe('560x420 jpeg')
    await library.ask(`/api/cover/${WORK}.jpg`)
    await library.ask(`/api/cover/${WORK}.jpg?type=sam`)
    expect([name, library.logged.filter((line) => line.fileId === id).length]).toEqual([name, 1])
    const known = await library.ask(`/api/cover/${WORK}.jpg`, { headers: { 'if-none-match': first.headers.etag! } })
    expect([name, known.status]).toEqual([name, 304])
  }
})

test('MED-03 a cover that is a link out of the library is not read', async () => {
  writeFileSync(join(library.base, 'private.jpg'), await drawCover(400, 300))
  symlinkSync(join(library.base, 'private.jpg'), join(library.root, 'RJ01000001/cover.jpg'))
  await setCover(null)
  const { status, headers } = await library.ask(`/api/cover/${WORK}.jpg`)
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=600'])
})

test('MED-03 covers are shown even when they cannot be cached', async () => {
  await setCover(await drawCover(400, 300))
  // A file in place of the folder fails like a full or read-only disk, even for root.
  writeFileSync(library.cacheDir, '')
  const { status, body } = await library.ask(`/api/cover/${WORK}`)
  expect([status, await sizeOf(body)]).toEqual([200, '400x300 jpeg'])
  expect(library.logged).toContainEqual(
    expect.objectContaining({ msg: expect.stringContaining('could not be cached') }),
  )
})

test('MED-03 what a crash left half-written is cleared away, what is being written is not', async () => {
  await setCover(await drawCover(400, 300))
  await library.ask(`/api/cover/${WORK}?type=sam`)
  const folder = join(library.cacheDir, '001', String(WORK))
  writeFileSync(join(folder, '.old.tmp'), 'x')
  utimesSync(join(folder, '.old.tmp'), 0, 0)
  writeFileSync(join(folder, '.young.tmp'), 'x')
  await library.ask(`/api/cover/${WORK}?type=240x240`)
  expect(keptFiles().filter((name) => name.endsWith('.tmp'))).toEqual(['.young.tmp'])
})

test.each([
  [undefined, 'jpeg'],
  ['*/*', 'jpeg'],
  ['image/*', 'jpeg'],
  ['image/webp', 'webp'],
  ['image/avif, image/WebP;q=0.8', 'webp'],
  ['image/webp;q=0', 'jpeg'],
  ['image/webp; q=0.000, */*', 'jpeg'],
  ['image/webp;q=0.001', 'webp'],
])('MED-03 who accepts %j gets %s', (accept, format) => {
  expect(negotiateFormat(accept)).toBe(format)
})

test('WRK-01 a cover’s tone is its own, follows a change, and is there for drawings, too', async () => {
  const id = await setCover(await drawCover(400, 300, '#a02050'))
  const tone = async () => {
    const found = await library.covers.findTone(WORK)
    return found?.match(/[\da-f]{2}/g)?.map((part) => Number.parseInt(part, 16)) ?? []
  }
  const near = (colour: number[]) => (found: number[]) =>
    found.length === 3 && found.every((part, at) => Math.abs(part - (colour[at] ?? 0)) < 8)
  // Responses do not wait for long: a later result is for the next one.
  await expect.poll(tone).toSatisfy(near([0xa0, 0x20, 0x50]))

  writeFileSync(join(library.root, 'RJ01000001/cover.jpg'), await drawCover(400, 300, '#206080'))
  await library.database.write
    .updateTable('file')
    .set({ mtime_ms: Date.now() + 5_000 })
    .where('id', '=', id)
    .execute()
  await expect.poll(tone).toSatisfy(near([0x20, 0x60, 0x80]))

  await library.addWork(1_000_002, 'RJ01000002')
  await expect.poll(() => library.covers.findTone(1_000_002)).toMatch(/^#[\da-f]{6}$/)
  expect(await library.covers.findTone(1_999_999)).toBeNull()
})

test('WRK-01 a cover that cannot be read leaves the tone of its drawing, and no error', async () => {
  await setCover(Buffer.from('no picture'))
  await expect.poll(() => library.covers.findTone(WORK)).toMatch(/^#[\da-f]{6}$/)
})
