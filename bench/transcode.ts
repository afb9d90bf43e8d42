import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { TrackFile } from '@otodana/contract'

import { type Figure, figure, median } from './figure.ts'
import { startOurs } from './lib/server-process.ts'

const SECONDS = 30 * 60
const CODE = 'RJ01990002'
const SEEKS = 7
const CACHED = 21
const POLL_MS = 100
const SOUND = `anoisesrc=duration=${SECONDS}:color=pink:amplitude=0.2:sample_rate=44100`

/**
 * Measures the low-quality streams of a half-hour FLAC: time to first audio at the start and after seeking to positions
 * that are not cached, the duration of a whole stream, and the same from the cache.
 */
export async function run(): Promise<Figure> {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-transcode-'))
  try {
    const folder = join(dir, 'library', CODE)
    mkdirSync(folder, { recursive: true })
    const input = ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', SOUND]
    await promisify(execFile)('ffmpeg', [...input, '-ac', '2', join(folder, 'long.flac')])
    const server = await startOurs({
      DATA_DIR: join(dir, 'data'),
      LIBRARY_DIRS: join(dir, 'library'),
      OTODANA_WEB: 'off',
    })
    try {
      return await measure(await findStream(server.url))
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measure(url: string): Promise<Figure> {
  const mp3 = `${url}?format=mp3`
  const opus = `${url}?format=opus`
  const { size } = await soundAt(mp3, 0)
  const firsts: number[] = []
  const cached: number[] = []
  for (let index = 0; index < SEEKS; index++) {
    firsts.push((await soundAt(mp3, Math.floor((size * (index + 0.5)) / SEEKS))).seconds)
  }
  const whole = await secondsToReceive(opus)
  const { size: opusSize } = await soundAt(opus, 0)
  for (let index = 0; index < CACHED; index++) {
    cached.push((await soundAt(opus, Math.floor((opusSize * index) / CACHED))).seconds)
  }
  return figure('transcode', [
    { name: 'audio after a seek', value: median(firsts), unit: 's', goal: 1, better: 'less', digits: 2 },
    { name: 'slowest of them', value: Math.max(...firsts), unit: 's', goal: 2, better: 'less', digits: 2 },
    { name: 'half an hour, whole', value: SECONDS / whole, unit: '× its time', goal: 20, better: 'more' },
    { name: 'from the cache', value: median(cached) * 1_000, unit: 'ms', goal: 20, better: 'less', digits: 1 },
  ])
}

/** Waits for the first bytes from a position on; reads a little audio and disconnects. */
async function soundAt(url: string, position: number): Promise<{ seconds: number; size: number }> {
  const leave = new AbortController()
  const startedAt = performance.now()
  const response = await fetch(url, { headers: { range: `bytes=${position}-` }, signal: leave.signal })
  if (response.status !== 206) throw new Error(`${url} answered ${response.status}`)
  await response.body!.getReader().read()
  const seconds = (performance.now() - startedAt) / 1_000
  leave.abort()
  return { seconds, size: Number(response.headers.get('content-range')!.split('/')[1]) }
}

async function secondsToReceive(url: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  await response.arrayBuffer()
  return (performance.now() - startedAt) / 1_000
}

/** Returns the stream's URL, once the first scan has found the file. */
async function findStream(url: string): Promise<string> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`${url}/api/tracks/${CODE}`)
    const [track] = answer.ok ? ((await answer.json()) as TrackFile[]) : []
    if (track?.streamLowQualityUrl) return track.streamLowQualityUrl
    if (track) throw new Error('the server offers no low-quality stream; is ffmpeg installed?')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error('the scan did not find the file')
}
