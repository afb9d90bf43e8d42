import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TrackFile } from '@otodana/contract'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'

import { startS3 } from '../../../test/s3-server.ts'
import { decode, isRunning, writeSound, writeWatchedFfmpeg } from '../../../test/sounds.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { createApp } from '../../app.ts'
import { openDatabase } from '../../db/open.ts'

const SECONDS = 37.3
const CODE = 'RJ01880001'
/** Starts tens of processes, one after another. */
const PATIENT = { timeout: 180_000 }

let base: string
let wave: Buffer
const apps: TestApp[] = []

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'otodana-streams-'))
  await writeSound(join(base, 'tone.flac'), 'sine=frequency=330:sample_rate=44100,volume=4', SECONDS)
  wave = readFileSync(join(base, 'tone.flac'))
  const second = ['-ar', '48000', '-bitexact', join(base, 'second.wav')]
  execFileSync('ffmpeg', ['-v', 'error', '-i', join(base, 'tone.flac'), '-t', '1', ...second])
  await writeSound(join(base, 'tiny.mp3'), 'sine=frequency=200', 2)
})

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A server with one work of one long file of high bit rate. */
async function open(env: Record<string, string> = {}, options: { dialect?: 'postgres'; before?: string } = {}) {
  const dir = mkdtempSync(join(base, 'case-'))
  const library = join(dir, 'library')
  const path = join(library, CODE, 'tone.flac')
  mkdirSync(join(library, CODE), { recursive: true })
  copyFileSync(join(base, 'tiny.mp3'), join(library, CODE, 'tiny.mp3'))
  writeFileSync(path, wave)
  const ffmpeg = writeWatchedFfmpeg(dir, options.before)
  const app = await startApp({
    libraryDirs: [library],
    ...(options.dialect && { dialect: options.dialect }),
    env: { FFMPEG_PATH: ffmpeg.path, ...env },
  })
  apps.push(app)
  return { app, ffmpeg, path, dir, library, ...(await lookUp(app)) }
}

async function lookUp(app: TestApp) {
  // Tracks do not wait for ffmpeg, but these tests do.
  await app.streams.formats()
  const tracks = (await (await fetch(`${app.url}/api/tracks/${CODE}`)).json()) as TrackFile[]
  const track = tracks.find(({ title }) => title === 'tone.flac')!
  const url = `${app.url}/api/media/streamLowQuality/${track.hash}`
  return { tracks, track, url, opus: `${url}?format=opus`, mp3: `${url}?format=mp3` }
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { headers, method })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

const STREAMS = [
  ['opus', 'audio/webm; codecs=opus', 'whole.webm'],
  ['mp3', 'audio/mpeg', 'whole.mp3'],
] as const

/** Both streams of the long file, whole and decoded: made once, for both tests that hear them. */
const whole = once(async () => {
  const opened = await open()
  const streams = []
  for (const [format, type, name] of STREAMS) {
    const told = await get(opened[format], {}, 'HEAD')
    const answer = await get(opened[format])
    const path = join(base, name)
    writeFileSync(path, answer.body)
    streams.push({ type, name, told, answer, samples: await decode(path) })
  }
  return { ...opened, streams }
})

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

test(
  'MED-02 PLY-08 a track names its smaller stream unless it is small already; the stream has its length',
  PATIENT,
  async () => {
    const { tracks, track, streams } = await whole()
    expect(new URL(track.streamLowQualityUrl).pathname).toBe(`/api/media/streamLowQuality/${track.hash}`)
    expect(tracks.find(({ title }) => title === 'tiny.mp3')?.streamLowQualityUrl).toBe('')
    for (const { type, told, answer, samples } of streams) {
      const { status, headers, body } = answer
      expect([status, headers.get('content-type')]).toEqual([200, type])
      expect(headers.get('content-length')).toBe(String(body.length))
      expect(told.headers.get('content-length')).toBe(String(body.length))
      expect((body.length * 8) / SECONDS).toBeLessThan(100_000)
      expect(Math.abs(samples.length / 48_000 - SECONDS)).toBeLessThan(0.08)
      // Silence, or half of the audio missing, would have the right length too.
      expect(loudness(samples.subarray(48_000, -48_000))).toBeCloseTo(0.25, 1)
    }
  },
)

test('MED-07 what no browser plays has a stream, however small its file is', PATIENT, async () => {
  const { app, library } = await open()
  const folder = join(library, CODE)
  for (const name of ['talk.wma', 'talk.mp2', 'talk.mka', 'talk.m4b', 'talk.ac3']) {
    execFileSync('ffmpeg', ['-v', 'error', '-i', join(base, 'tone.flac'), '-t', '5', '-b:a', '64k', join(folder, name)])
  }
  await app.library.start()
  await app.library.whenIdle()
  const { tracks } = await lookUp(app)
  const told = tracks.map(({ title, type, streamOnly }) => [title, type, streamOnly ?? false])
  expect(told.toSorted()).toEqual([
    ['talk.ac3', 'audio', true],
    ['talk.m4b', 'audio', false],
    ['talk.mka', 'audio', true],
    ['talk.mp2', 'audio', true],
    ['talk.wma', 'audio', true],
    ['tiny.mp3', 'audio', false],
    ['tone.flac', 'audio', false],
  ])
  for (const { title, streamLowQualityUrl, duration } of tracks.filter(({ streamOnly }) => streamOnly)) {
    const { status, body } = await get(`${streamLowQualityUrl}?format=mp3`)
    const path = join(base, `${title}.mp3`)
    writeFileSync(path, body)
    const samples = await decode(path)
    expect([title, status]).toEqual([title, 200])
    expect(Math.abs(samples.length / 48_000 - duration!), title).toBeLessThan(0.1)
    expect(loudness(samples.subarray(48_000, -48_000)), title).toBeCloseTo(0.25, 1)
  }
})

test('MED-06 a WAV beyond 4 GiB is heard to its end, whatever its header tells', PATIENT, async () => {
  const { app, library } = await open()
  const path = join(library, CODE, 'long.wav')
  const head = readFileSync(join(base, 'second.wav')).subarray(0, 44)
  const soundBytes = 4.5 * 1024 ** 3
  head.writeUInt32LE(soundBytes - 4 * 1024 ** 3, 40)
  writeFileSync(path, head)
  // Where the header ends the audio, ffmpeg looks for another chunk; audible sound makes it read to the end.
  truncateSync(path, head.length + head.readUInt32LE(40))
  appendFileSync(path, Buffer.from('rain\xf0\xff\xff\xff', 'latin1'))
  truncateSync(path, head.length + soundBytes - 192_000 * 20)
  appendFileSync(
    path,
    Buffer.concat(Array.from({ length: 20 }, () => readFileSync(join(base, 'second.wav')).subarray(44))),
  )
  await app.library.start()
  await app.library.whenIdle()
  const { tracks } = await lookUp(app)
  const { streamLowQualityUrl, duration } = tracks.find(({ title }) => title === 'long.wav')!
  expect(duration).toBeCloseTo(soundBytes / 192_000, 3)
  const { status, body } = await get(`${streamLowQualityUrl}?format=mp3`, { range: `bytes=-${12_000 * 15}` })
  const out = join(base, 'long.mp3')
  writeFileSync(out, body)
  expect(status).toBe(206)
  expect(loudness((await decode(out)).subarray(48_000, 48_000 * 13))).toBeCloseTo(0.25, 1)
})

function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

/** Distance of a piece from the nearest pure tone of the frequency, relative to the piece's loudness. */
function impurity(samples: Float32Array, frequency: number): number {
  let sine = 0
  let cosine = 0
  const angle = (index: number) => (2 * Math.PI * frequency * index) / 48_000
  samples.forEach((sample, index) => {
    sine += sample * Math.sin(angle(index))
    cosine += sample * Math.cos(angle(index))
  })
  const [a, b] = [(2 * sine) / samples.length, (2 * cosine) / samples.length]
  const rest = samples.map((sample, index) => sample - a * Math.sin(angle(index)) - b * Math.cos(angle(index)))
  return loudness(rest) / loudness(samples)
}

test('MED-02 where one chunk follows another nothing is heard of it', PATIENT, async () => {
  for (const { name, samples } of (await whole()).streams) {
    // 80 ms, a whole number of periods of 330 Hz and near packets' lengths, in steps of 10 ms.
    const worst = (second: number) =>
      Math.max(
        ...Array.from({ length: 16 }, (_, step) => {
          const at = Math.round((second - 0.12 + step * 0.01) * 48_000)
          return impurity(samples.subarray(at, at + 4_800), 330)
        }),
      )
    const ordinary = worst(6)
    for (const seam of [12, 24, 36]) expect(worst(seam), `${name} at ${seam} s`).toBeLessThan(ordinary + 0.02)
  }
})

test(
  'MED-02 any range is answered at once, before what lies ahead of it is made, and is what the whole has there',
  PATIENT,
  async () => {
    const { opus, ffmpeg } = await open()
    const size = Number((await get(opus, {}, 'HEAD')).headers.get('content-length'))
    expect(ffmpeg.runs()).toBe(0)
    const start = Math.floor(size * 0.9)
    const part = await get(opus, { range: `bytes=${start}-${start + 999}` })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${start + 999}/${size}`)
    expect(ffmpeg.runs()).toBe(1)
    const tail = await get(opus, { range: 'bytes=-700' })
    const head = await get(opus, { range: 'bytes=0-99' })
    const { body } = await get(opus)
    expect(part.body).toEqual(body.subarray(start, start + 1_000))
    expect(tail.body).toEqual(body.subarray(-700))
    expect(head.body).toEqual(body.subarray(0, 100))
    const runs = ffmpeg.runs()
    expect(runs).toBe(Math.ceil(SECONDS / 12))
    for (const cut of [0, 1, 500, body.length - 1]) {
      expect((await get(opus, { range: `bytes=${cut}-` })).body).toEqual(body.subarray(cut))
    }
    expect(ffmpeg.runs()).toBe(runs)
  },
)

test('MED-02 conditions are understood as on any file, and the format may follow from Accept', PATIENT, async () => {
  const { opus, url } = await open()
  const first = await get(opus, { range: 'bytes=0-9' })
  const etag = first.headers.get('etag')!
  expect((await get(opus, { 'if-none-match': etag })).status).toBe(304)
  expect((await get(opus, { 'if-match': '"other"' })).status).toBe(412)
  expect((await get(opus, { 'if-range': etag, range: 'bytes=0-9' })).status).toBe(206)
  expect((await get(opus, { 'if-range': '"other"', range: 'bytes=0-9' }, 'HEAD')).status).toBe(200)
  const refused = await get(opus, { range: 'bytes=99999999-' })
  expect([refused.status, refused.headers.get('content-range')]).toEqual([
    416,
    `bytes */${first.headers.get('content-range')!.split('/')[1]}`,
  ])
  const typeFor = async (accept: string) => {
    const { headers } = await get(url, { accept }, 'HEAD')
    expect(headers.get('vary')).toBe('accept')
    return headers.get('content-type')
  }
  expect(await typeFor('*/*')).toBe('audio/mpeg')
  expect(await typeFor('audio/webm;q=0, */*')).toBe('audio/mpeg')
  expect(await typeFor('audio/webm,audio/ogg;q=0.9,*/*;q=0.5')).toBe('audio/webm; codecs=opus')
})

test(
  'MED-02 fifty who ask at once are served by one ffmpeg at a time, which makes every chunk once',
  PATIENT,
  async () => {
    const { opus, ffmpeg } = await open()
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(opus)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.toString('base64')}`)).size).toBe(1)
    expect(ffmpeg.runs()).toBe(Math.ceil(SECONDS / 12))
    expect(ffmpeg.most()).toBe(1)
  },
)

test('MED-02 when the only listener leaves, the ffmpeg ends too, and the next one is served', PATIENT, async () => {
  const { opus, ffmpeg } = await open({}, { before: 'if [ "$runs" = 1 ]; then exec sleep 600; fi' })
  const leaving = request(opus)
  leaving.on('error', () => {})
  leaving.end()
  await expect.poll(() => ffmpeg.runs()).toBe(1)
  leaving.destroy()
  await expect.poll(() => ffmpeg.pids().filter(isRunning)).toEqual([])
  expect((await get(opus)).status).toBe(200)
})

test('MED-02 PLY-13 who listens comes before those who fetch ahead', PATIENT, async () => {
  const before = `dir=$(dirname "$0"); echo "$*" >> "$dir/args.log"
    if [ "$runs" = 1 ]; then while [ ! -e "$dir/go" ]; do sleep 0.05; done; fi`
  const { app, tracks, opus, mp3, ffmpeg, dir } = await open({ TRANSCODE_JOBS: '1' }, { before })
  const start = { range: 'bytes=0-20000' }
  const tiny = tracks.find(({ title }) => title === 'tiny.mp3')!
  const first = get(`${app.url}/api/media/streamLowQuality/${tiny.hash}?format=opus`, start)
  await expect.poll(() => ffmpeg.runs()).toBe(1)
  // They wait in line.
  const ahead = get(mp3, { ...start, purpose: 'prefetch' })
  await expect.poll(app.streams.waitingCount).toBe(1)
  const live = get(opus, { range: 'bytes=100000-110000' })
  await expect.poll(app.streams.waitingCount).toBe(2)
  writeFileSync(join(dir, 'go'), '')
  expect((await Promise.all([first, ahead, live])).map(({ status }) => status)).toEqual([206, 206, 206])
  const made = readFileSync(join(dir, 'args.log'), 'utf8').trim().split('\n')
  expect(made.map((args) => (args.includes('libopus') ? 'live' : 'ahead'))).toEqual(['live', 'live', 'ahead'])
})

test('MED-02 an ffmpeg that is killed is started once more', PATIENT, async () => {
  const { opus, ffmpeg } = await open({}, { before: 'if [ "$runs" = 2 ]; then kill -9 $$; fi' })
  expect((await get(opus)).status).toBe(200)
  expect(ffmpeg.runs()).toBe(Math.ceil(SECONDS / 12) + 1)
})

test('MED-02 an ffmpeg that is killed again and again ends in an error', PATIENT, async () => {
  const { opus, ffmpeg } = await open({}, { before: 'kill -9 $$' })
  const { status, body } = await get(opus)
  expect([status, JSON.parse(body.toString())]).toEqual([503, { error: 'file.unreadable' }])
  expect(ffmpeg.runs()).toBe(2)
})

test(
  'MED-02 a file without sound, or that leads elsewhere, is refused at once, and not tried again and again',
  PATIENT,
  async () => {
    const hostile = [
      'not sound at all',
      '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n',
      `ffconcat version 1.0\nfile '${join(base, 'tone.flac')}'\n`,
    ]
    const { opus, path, ffmpeg } = await open()
    for (const [index, content] of hostile.entries()) {
      writeFileSync(path, content)
      const answers = await Promise.all([get(opus), get(opus), get(opus, { range: 'bytes=5000-' })])
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
      expect((await get(opus)).status).toBe(503)
      expect(ffmpeg.runs()).toBe(index + 1)
    }
    writeFileSync(path, wave)
    expect((await get(opus)).status).toBe(200)
  },
)

test(
  'MED-02 a file that ends before its time gives what there is, then silence, in the announced length',
  PATIENT,
  async () => {
    const { mp3, path } = await open()
    writeFileSync(path, wave.subarray(0, Math.floor(wave.length / 2)))
    const { status, headers, body } = await get(mp3)
    expect(status).toBe(200)
    expect(headers.get('content-length')).toBe(String(body.length))
    const out = join(base, 'short.mp3')
    writeFileSync(out, body)
    const samples = await decode(out)
    expect(loudness(samples.subarray(48_000, 48_000 * 15))).toBeCloseTo(0.25, 1)
    expect(loudness(samples.subarray(48_000 * 25))).toBeLessThan(0.001)
  },
)

test(
  'MED-02 without ffmpeg no track names a smaller stream, asking for one is an error, and the file itself plays',
  PATIENT,
  async () => {
    const { track, opus, app } = await open({ FFMPEG_PATH: '/no/such/ffmpeg' })
    expect(track.streamLowQualityUrl).toBe('')
    const { status, body } = await get(opus)
    expect([status, JSON.parse(body.toString())]).toEqual([404, { error: 'stream.unavailable' }])
    expect((await get(`${app.url}/api/media/stream/${track.hash}`)).body).toEqual(wave)
  },
)

test('MED-02 unknown formats, files and things without sound are refused', PATIENT, async () => {
  const { app, url, library } = await open()
  for (const format of ['flac', '../../etc', 'opus%00', 'aac;rm']) {
    const { status, body } = await get(`${url}?format=${format}`)
    expect([status, JSON.parse(body.toString())]).toMatchObject([400, { errors: [{ param: 'format' }] }])
  }
  expect((await get(`${app.url}/api/media/streamLowQuality/1880001/999999`)).status).toBe(404)
  expect((await get(`${app.url}/api/media/streamLowQuality/..%2f..%2fetc%2fpasswd`)).status).toBe(400)
  writeFileSync(join(library, CODE, 'note.txt'), 'a note')
  await app.library.start({ full: true })
  await app.library.whenIdle()
  const note = (await lookUp(app)).tracks.find(({ title }) => title === 'note.txt')!
  const { status, body } = await get(`${app.url}/api/media/streamLowQuality/${note.hash}`)
  expect([status, JSON.parse(body.toString())]).toEqual([404, { error: 'stream.unavailable' }])
})

test('MED-02 what was made outlives the server; a chunk that is cut short is made again', PATIENT, async () => {
  const DATA_DIR = mkdtempSync(join(base, 'kept-'))
  const first = await open({ DATA_DIR })
  const { body } = await get(first.opus)
  const runs = first.ffmpeg.runs()
  await apps.pop()!.close()
  const app = await startApp({ libraryDirs: [first.library], env: { FFMPEG_PATH: first.ffmpeg.path, DATA_DIR } })
  apps.push(app)
  const { opus } = await lookUp(app)
  expect((await get(opus)).body).toEqual(body)
  expect(first.ffmpeg.runs()).toBe(runs)
  const streams = join(DATA_DIR, 'streams')
  const key = readdirSync(streams).find((name) => statSync(join(streams, name)).isDirectory())!
  writeFileSync(join(streams, key, '1'), 'cut')
  expect((await get(opus)).body).toEqual(body)
  expect(first.ffmpeg.runs()).toBe(runs + 1)
})

test(
  'MED-02 a cache that cannot be written to is an error, and nothing bad is left when it can again',
  PATIENT,
  async () => {
    const DATA_DIR = mkdtempSync(join(base, 'full-'))
    const { opus } = await open({ DATA_DIR })
    const streams = join(DATA_DIR, 'streams')
    await expect.poll(() => readdirSync(streams)).toEqual(['id'])
    rmSync(streams, { recursive: true })
    writeFileSync(streams, 'in the way')
    const { status, body } = await get(opus)
    expect([status, JSON.parse(body.toString())]).toEqual([503, { error: 'server.busy' }])
    rmSync(streams)
    expect((await get(opus)).status).toBe(200)
  },
)

test('MED-02 a server that closes takes its ffmpegs along', PATIENT, async () => {
  const { app, opus, ffmpeg } = await open({}, { before: 'exec sleep 600' })
  const answer = get(opus).catch((error: unknown) => error)
  await expect.poll(() => ffmpeg.runs()).toBe(1)
  await app.http.close()
  expect(ffmpeg.pids().filter(isRunning)).toEqual([])
  await answer
})

/** A second server with the data folder and the database of the first. Returns its address for one of the first's. */
async function openSecond({ app }: { app: TestApp }): Promise<(url: string) => string> {
  const database = await openDatabase(app.database.location)
  const { http } = await createApp({
    config: app.config,
    database,
    location: app.database.location,
    adminToken: null,
    sessionSecret: 'of more than thirty-two characters',
    log: pino({ level: 'fatal' }),
  })
  onTestFinished(async () => {
    await http.close()
    await database.close()
  })
  const origin = await http.listen({ host: '127.0.0.1', port: 0 })
  return (url) => url.replace(app.url, origin)
}

test('MED-02 two servers with one data folder and one PostgreSQL make every chunk once', PATIENT, async () => {
  const DATA_DIR = mkdtempSync(join(base, 'shared-'))
  const one = await open({ DATA_DIR }, { dialect: 'postgres' })
  const second = await openSecond(one)
  const urls = [one.opus, second(one.opus)]
  const answers = await Promise.all([...urls, ...urls, ...urls].map((each) => get(each)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.toString('base64')}`)).size).toBe(1)
  expect(one.ffmpeg.runs()).toBe(Math.ceil(SECONDS / 12))
  const { read } = one.app.database
  const left = await read.selectFrom('lease').selectAll().where('name', 'like', 'stream/%').execute()
  expect(left).toEqual([])
})

test(
  'MED-11 a server sends what another has made so far, and makes other streams and chunks meanwhile',
  PATIENT,
  async () => {
    const DATA_DIR = mkdtempSync(join(base, 'shared-'))
    // The first chunk, one of the other stream, the second chunk, and the last.
    const before = `dir=$(dirname "$0"); case $runs in 1) go=first ;; 2 | 4) go= ;; *) go=rest ;; esac
    while [ ! -e "$dir/$go" ]; do sleep 0.05; done`
    const one = await open({ DATA_DIR, TRANSCODE_JOBS: '1' }, { dialect: 'postgres', before })
    const second = await openSecond(one)
    const whole = get(one.opus)
    await expect.poll(() => one.ffmpeg.runs()).toBe(1)
    const beginning = get(second(one.opus), { range: 'bytes=10000-10099' })
    for (let turn = 0; turn < 5; turn++) await get(second(`${one.app.url}/api/health`))
    const tiny = one.tracks.find(({ title }) => title === 'tiny.mp3')!
    const other = await get(second(`${one.app.url}/api/media/streamLowQuality/${tiny.hash}?format=opus`))
    expect(other.status).toBe(200)
    writeFileSync(join(one.dir, 'first'), '')
    // By now the first server makes the next chunk, which does not end.
    const { status, body } = await beginning
    expect(status).toBe(206)
    await expect.poll(() => one.ffmpeg.runs()).toBe(3)
    const end = await get(second(one.opus), { range: 'bytes=-100' })
    expect(end.status).toBe(206)
    writeFileSync(join(one.dir, 'rest'), '')
    const all = (await whole).body
    expect(all.subarray(10_000, 10_100)).toEqual(body)
    expect(all.subarray(-100)).toEqual(end.body)
  },
)

test('MED-01 MED-02 a file in a store is streamed smaller as one on disk, from its middle too', PATIENT, async () => {
  const local = await open()
  const expected = (await get(local.mp3)).body
  const s3 = await startS3()
  try {
    await s3.put(`works/${CODE}/tone.flac`, wave)
    const app = await startApp({ libraryDirs: [], env: s3.env('works') })
    apps.push(app)
    const { mp3 } = await lookUp(app)
    const middle = await get(mp3, { range: 'bytes=300000-300999' })
    expect(middle.status).toBe(206)
    expect(middle.body.length).toBe(1_000)
    const { status, body } = await get(mp3)
    expect([status, body.length]).toEqual([200, expected.length])
    expect(middle.body).toEqual(body.subarray(300_000, 301_000))
    expect(body.equals(expected)).toBe(true)
    await apps.pop()!.close()
  } finally {
    await s3.close()
  }
})
