import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TrackFile } from '@otodana/contract'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { openTestDatabase } from '../../../test/databases.ts'
import { isRunning, writeSound } from '../../../test/sounds.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { createFfmpegInputs } from '../../ffmpeg/ffmpeg-input.ts'
import { createStorage } from '../../storage/create-storage.ts'
import { openChunkCache } from './chunk-cache.ts'
import { createStreams } from './streams.service.ts'

const CODE = 'RJ01880004'
const STEADY = { timeout: 120_000 }

let base: string
let library: string
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'otodana-hanging-'))
  library = join(base, 'library')
  mkdirSync(join(library, CODE), { recursive: true })
  await writeSound(join(library, CODE, '1.wav'), 'sine=frequency=330', 3)
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A program in place of ffmpeg; `note $!` records a process id; its own is recorded automatically. */
function aProgram(body: string) {
  const dir = mkdtempSync(join(base, 'program-'))
  const path = join(dir, 'ffmpeg')
  const log = join(dir, 'pids')
  writeFileSync(path, `#!/bin/sh\nnote() { echo "$1" >> '${log}'; }\nnote $$\n${body}\n`)
  chmodSync(path, 0o755)
  return { path, dir, pids: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(Number) : []) }
}

async function open(ffmpegPath: string) {
  const app = await startApp({ libraryDirs: [library], env: { FFMPEG_PATH: ffmpegPath } })
  closers.push(() => app.close())
  return app
}

async function trackOf(app: TestApp): Promise<TrackFile> {
  const tracks = (await (await fetch(`${app.url}/api/tracks/${CODE}`)).json()) as TrackFile[]
  return tracks[0]!
}

test.each([
  ['sleeps', 'exec sleep 600'],
  ['is a wrapper that waits', 'sleep 600 & note $!\nwait'],
  ['ignores SIGTERM', "trap '' TERM\nsleep 600 & note $!\nwhile :; do wait; done"],
])(
  'MED-05 with a ffmpeg that %s tracks come without low quality, and nothing is left of it',
  STEADY,
  async (_, body) => {
    const program = aProgram(body)
    const app = await open(program.path)
    // Both formats have been requested, and neither has answered.
    expect((await trackOf(app)).streamLowQualityUrl).toBe('')
    await expect.poll(() => program.pids().length).toBeGreaterThanOrEqual(2)
    expect(program.pids().filter(isRunning)).not.toEqual([])
    expect((await trackOf(app)).streamLowQualityUrl).toBe('')
    await app.http.close()
    await expect.poll(() => program.pids().filter(isRunning)).toEqual([])
  },
)

test('MED-05 right after a start tracks wait for an ffmpeg that answers soon', STEADY, async () => {
  const app = await open(aProgram('sleep 0.3\nexec ffmpeg "$@"').path)
  expect((await trackOf(app)).streamLowQualityUrl).not.toBe('')
})

async function service(ffmpegPath: string, options: { patienceMs?: number; lookAgainMs?: number }) {
  const database = await openTestDatabase('sqlite')
  const storage = createStorage([library], null)
  const inputs = createFfmpegInputs(storage)
  const streams = createStreams({
    database,
    inputs,
    ffmpegPath,
    cache: openChunkCache(mkdtempSync(join(base, 'cache-')), 50_000_000),
    maxJobs: 2,
    log: pino({ level: 'fatal' }),
    ...options,
  })
  closers.push(async () => {
    await streams.close()
    await inputs.close()
    await database.remove()
  })
  const stored = await storage.stat({ root: library, path: `${CODE}/1.wav` })
  const file = { id: 1, name: '1.wav', stored, etag: '"1"', isText: false, kind: 'audio' as const, durationSeconds: 3 }
  const open = async () => {
    const signal = new AbortController().signal
    const stream = await streams.getStream(file, 'mp3', { signal, isAhead: false })
    return stream.open({ start: 0, end: stream.sizeBytes - 1 })
  }
  return { streams, open }
}

const probed = 'case "$*" in *anullsrc*) exec ffmpeg "$@" ;; esac'

test.each([
  ['sleeps', 'exec sleep 600'],
  ['is a wrapper that waits', 'sleep 600 & note $!\nwait'],
])(
  'MED-05 a stream whose ffmpeg %s is 503 with Retry-After after a while, and its ffmpeg ends',
  STEADY,
  async (_, body) => {
    const program = aProgram(`${probed}\nnote 1\n${body}`)
    const { streams, open } = await service(program.path, { patienceMs: 300 })
    expect(await streams.formats()).toEqual(['opus', 'mp3'])
    const refused = { status: 503, code: 'server.busy', headers: { 'retry-after': '10' } }
    await expect(open()).rejects.toMatchObject(refused)
    await expect.poll(() => program.pids().filter((pid) => pid !== 1 && isRunning(pid))).toEqual([])
  },
)

test('MED-05 a ffmpeg that did not answer is looked for again, and its streams come then', STEADY, async () => {
  const program = aProgram('if [ ! -e "$(dirname "$0")/go" ]; then kill -9 $$; fi\nexec ffmpeg "$@"')
  const { streams, open } = await service(program.path, { lookAgainMs: 1 })
  expect(await streams.formats()).toEqual([])
  await expect(open()).rejects.toMatchObject({ code: 'stream.unavailable' })
  writeFileSync(join(program.dir, 'go'), '')
  await expect.poll(() => streams.hasFormats()).toBe(true)
  ;(await open()).destroy()
})
