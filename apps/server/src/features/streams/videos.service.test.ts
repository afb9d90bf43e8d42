import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { isRunning } from '../../../test/sounds.ts'
import { createFfmpegInputs } from '../../ffmpeg/ffmpeg-input.ts'
import { createStorage } from '../../storage/create-storage.ts'
import { openChunkCache } from './chunk-cache.ts'
import type { AppError } from '../../http/errors/app-error.ts'
import { createVideos } from './videos.service.ts'

const CODE = 'RJ01880065'
const FILE_BYTES = 1_000

let base: string
let library: string
const closers: (() => Promise<void>)[] = []

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'otodana-video-service-'))
  library = join(base, 'library')
  mkdirSync(join(library, CODE), { recursive: true })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) await close()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/**
 * A program in place of ffmpeg. The files' names decide what it finds: `h264` is copied, all else is encoded. It waits for
 * `go(what)` before it ends a `copy` or an `encode`.
 *
 * @param before  shell code that runs first, with `$what`, and `$out` for the file to write
 */
function aProgram(before = '') {
  const dir = mkdtempSync(join(base, 'program-'))
  const path = join(dir, 'ffmpeg')
  const log = join(dir, 'log')
  writeFileSync(
    path,
    `#!/bin/sh
for out; do :; done
out="\${out#file:}"
case "$*" in *"-f null"*) what=look ;; *libx264*) what=encode ;; *) what=copy ;; esac
echo "$$ $what" >> '${log}'
${before}
if [ $what = look ]; then
  case "$*" in *h264*) codec=h264 ;; *) codec=mpeg4 ;; esac
  echo "  Stream #0:0: Video: $codec, yuv420p, 64x48" >&2
  exit 0
fi
printf 'out_time_us=N/A\\nprogress=continue\\n'
printf 'out_time_us=25000000\\nprogress=continue\\n'
while [ ! -e '${dir}'/go-$what ]; do sleep 0.02; done
head -c ${FILE_BYTES} /dev/zero > "$out"
`,
  )
  chmodSync(path, 0o755)
  const runs = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
  return {
    path,
    runs: () => runs().map((run) => run.split(' ')[1]),
    running: () => runs().filter((run) => isRunning(Number(run.split(' ')[0]))),
    go: (what: 'copy' | 'encode') => writeFileSync(join(dir, `go-${what}`), ''),
  }
}

/** From now on a test says when time passes. Processes and polls go on. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

type Options = {
  interestMs?: number
  prepareMs?: number
  cacheBytes?: number
  /** Shared with another service. */
  shared?: { database: TestDatabase; cacheDir: string }
}

async function service(ffmpegPath: string, { cacheBytes = 1e9, shared, ...times }: Options = {}) {
  const database = shared?.database ?? (await openTestDatabase('sqlite'))
  const storage = createStorage([library], null)
  const inputs = createFfmpegInputs(storage)
  const cache = openChunkCache(shared?.cacheDir ?? mkdtempSync(join(base, 'cache-')), cacheBytes)
  const videos = createVideos({
    database,
    inputs,
    ffmpegPath,
    cache,
    maxCacheBytes: cacheBytes,
    log: pino({ level: 'fatal' }),
    ...times,
  })
  closers.push(async () => {
    await videos.close()
    await inputs.close()
    if (!shared) await database.remove()
  })
  let ids = 0
  const signal = new AbortController().signal
  return {
    cache: await cache,
    /** Makes a file, and asks how far its video is. */
    async add(name: string, bytes = FILE_BYTES) {
      const path = join(library, CODE, name)
      // Two services have the same file of one time.
      if (!existsSync(path) || !shared) writeFileSync(path, Buffer.alloc(bytes))
      const stored = await storage.stat({ root: library, path: `${CODE}/${name}` })
      const id = ++ids
      const file = { id, name, stored, etag: `"${id}"`, isText: false, kind: 'audio' as const, durationSeconds: 100 }
      const stateFor = (client: string) => videos.getState(file, { signal, client })
      return {
        stateFor,
        state: () => stateFor('192.0.2.1'),
        get: () => videos.getVideo(file, { signal, client: '192.0.2.1' }),
      }
    },
  }
}

test('VID-04 requests learn how far a video is, and then that it is ready', async () => {
  const ffmpeg = aProgram()
  const { add } = await service(ffmpeg.path)
  const film = await add('film.mkv')
  await expect.poll(film.state).toEqual({ state: 'making', progress: 0.25 })
  ffmpeg.go('encode')
  await expect.poll(film.state).toEqual({ state: 'ready' })
  expect((await film.get()).sizeBytes).toBe(FILE_BYTES)
  expect(ffmpeg.runs()).toEqual(['look', 'encode'])
})

test('VID-04 what is only copied does not wait for what is encoded', async () => {
  const ffmpeg = aProgram()
  const { add } = await service(ffmpeg.path)
  const [film, second, clip] = [await add('film.mkv'), await add('second.mkv'), await add('h264.mkv')]
  await expect.poll(film.state).toEqual({ state: 'making', progress: 0.25 })
  expect(await second.state()).toEqual({ state: 'making' })
  ffmpeg.go('copy')
  await expect.poll(clip.state).toEqual({ state: 'ready' })
  // One is encoded at a time.
  expect(ffmpeg.runs().filter((run) => run === 'encode')).toHaveLength(1)
  ffmpeg.go('encode')
  await expect.poll(second.state).toEqual({ state: 'ready' })
})

test('VID-04 a video that no request comes for is given up, also while it waits for its turn', async () => {
  const ffmpeg = aProgram()
  const { add } = await service(ffmpeg.path, { interestMs: 200 })
  const [film, second] = [await add('film.mkv'), await add('second.mkv')]
  stopTime()
  const states = Promise.all([film.state(), second.state()])
  await expect.poll(() => ffmpeg.runs().toSorted()).toEqual(['encode', 'look', 'look'])
  await expect.poll(() => ffmpeg.running()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(await states).toMatchObject([{ state: 'making' }, { state: 'making' }])
  await expect.poll(() => ffmpeg.running()).toEqual([])
  expect(ffmpeg.runs().filter((run) => run === 'encode')).toHaveLength(1)
  // Asked for again, it is made.
  vi.useRealTimers()
  ffmpeg.go('encode')
  await expect.poll(second.state).toEqual({ state: 'ready' })
})

test('VID-04 videos and requests that wait are limited, for one client and for all; others are not in their way', async () => {
  const ffmpeg = aProgram()
  const { add } = await service(ffmpeg.path, { prepareMs: 200 })
  const films = await Promise.all(Array.from({ length: 34 }, (_, n) => add(`film ${n}.mkv`)))
  const ask = (at: number, client: string) =>
    films[at]!.stateFor(client).then(
      ({ state }) => state,
      (error: AppError) => error.code,
    )
  const codesOf = async (asked: Promise<string>[]) => Object.groupBy(await Promise.all(asked), (code) => code)
  const counted = async (asked: Promise<string>[]) =>
    Object.fromEntries(Object.entries(await codesOf(asked)).map(([code, all]) => [code, all!.length]))
  // One client begins eight.
  expect(await counted(films.slice(0, 10).map((_, at) => ask(at, '192.0.2.1')))).toEqual({
    making: 8,
    'request.tooMany': 2,
  })
  // Those in the making are for all that ask.
  expect(await ask(0, '192.0.2.2')).toBe('making')
  // Twenty-four more, until there are thirty-two.
  const rest = films.slice(8).map((_, at) => ask(at + 8, `198.51.100.${at}`))
  expect(await counted(rest)).toEqual({ making: 24, 'server.busy': 2 })
  // Thirty-two requests of one client wait at once, none of which may have its answer before the last has come.
  stopTime()
  const answers: string[] = []
  const asked = Array.from({ length: 40 }, async () => {
    const answer = await ask(0, '192.0.2.3')
    answers.push(answer)
    return answer
  })
  await expect.poll(() => answers).toEqual(Array(8).fill('request.tooMany'))
  await vi.advanceTimersByTimeAsync(200)
  expect(await counted(asked)).toEqual({ making: 32, 'request.tooMany': 8 })
})

test('VID-03 a video that cannot be copied is encoded', async () => {
  const ffmpeg = aProgram('if [ $what = copy ]; then exit 1; fi')
  const { add } = await service(ffmpeg.path)
  ffmpeg.go('encode')
  const clip = await add('h264.mkv')
  await expect.poll(clip.state).toEqual({ state: 'ready' })
  expect(ffmpeg.runs()).toEqual(['look', 'copy', 'encode'])
})

test('VID-04 a video whose ffmpeg was killed or refused is not tried again at once', async () => {
  for (const end of ['kill -9 $$', 'exit 1']) {
    const ffmpeg = aProgram(`if [ $what = encode ]; then ${end}; fi`)
    const { add } = await service(ffmpeg.path)
    const film = await add('film.mkv')
    await expect.poll(film.state).toEqual({ state: 'failed' })
    expect(await film.state()).toEqual({ state: 'failed' })
    await expect(film.get()).rejects.toMatchObject({ code: 'file.unreadable' })
    expect(ffmpeg.runs()).toEqual(['look', 'encode'])
  }
})

test('VID-04 where all of the cache is in use nothing is made until there is room', async () => {
  const ffmpeg = aProgram()
  const { add, cache } = await service(ffmpeg.path, { cacheBytes: 10 * FILE_BYTES })
  const giveBack = await cache.reserve(9.5 * FILE_BYTES)
  ffmpeg.go('copy')
  const clip = await add('h264.mkv')
  expect(await clip.state()).toEqual({ state: 'making' })
  expect(ffmpeg.runs()).toEqual(['look'])
  giveBack!()
  await expect.poll(clip.state).toEqual({ state: 'ready' })
})

test('VID-04 one video takes no more than half of the cache: what is larger is encoded', async () => {
  const ffmpeg = aProgram()
  const { add } = await service(ffmpeg.path, { cacheBytes: 10 * FILE_BYTES })
  ffmpeg.go('encode')
  const clip = await add('h264.mkv', 6 * FILE_BYTES)
  await expect.poll(clip.state).toEqual({ state: 'ready' })
  expect(ffmpeg.runs()).toEqual(['look', 'encode'])
})

describe('two servers with one PostgreSQL and one cache', () => {
  let shared: NonNullable<Options['shared']>

  beforeEach(async () => {
    shared = { database: await openTestDatabase('postgres'), cacheDir: mkdtempSync(join(base, 'cache-')) }
  })
  // After the services, which `afterEach` above closes.
  afterEach(() => shared.database.remove())

  test('MED-11 make a video once, and both say how far it is', async () => {
    const ffmpeg = aProgram()
    const [one, other] = [await service(ffmpeg.path, { shared }), await service(ffmpeg.path, { shared })]
    const [here, there] = [await one.add('film.mkv'), await other.add('film.mkv')]
    await expect.poll(here.state).toEqual({ state: 'making', progress: 0.25 })
    await expect.poll(there.state, { timeout: 10_000 }).toEqual({ state: 'making', progress: 0.25 })
    ffmpeg.go('encode')
    await expect.poll(there.state).toEqual({ state: 'ready' })
    expect(ffmpeg.runs().filter((run) => run === 'encode')).toHaveLength(1)
  })

  test('MED-11 make other videos while they wait for one of the other', async () => {
    const ffmpeg = aProgram()
    const [one, other] = [await service(ffmpeg.path, { shared }), await service(ffmpeg.path, { shared })]
    const [here, there] = [await one.add('film.mkv'), await other.add('film.mkv')]
    await expect.poll(here.state).toEqual({ state: 'making', progress: 0.25 })
    expect(await there.state()).toMatchObject({ state: 'making' })
    ffmpeg.go('copy')
    const clip = await other.add('h264.mkv')
    await expect.poll(clip.state).toEqual({ state: 'ready' })
  })

  test('MED-11 make a video on while only the other is asked for it, and no longer', async () => {
    const ffmpeg = aProgram()
    const times = { interestMs: 3_000, prepareMs: 50 }
    const one = await service(ffmpeg.path, { shared, ...times })
    const other = await service(ffmpeg.path, { shared, ...times })
    const [here, there] = [await one.add('film.mkv'), await other.add('film.mkv')]
    await expect.poll(here.state).toEqual({ state: 'making', progress: 0.25 })
    const [maker] = ffmpeg.running()
    const until = performance.now() + 2.5 * times.interestMs
    while (performance.now() < until) expect(await there.state()).toMatchObject({ state: 'making' })
    expect(ffmpeg.running()).toEqual([maker])
    await expect.poll(() => ffmpeg.running(), { timeout: 10_000 }).toEqual([])
    expect(ffmpeg.runs().filter((run) => run === 'encode')).toHaveLength(1)
  })
})
