import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'

import type { ScanStatus, Session } from '@otodana/contract'

import { ensureWebBuilt } from '../scripts/build-web.ts'
import { type Figure, figure, median } from './figure.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { generateCatalogue } from './lib/generated-works.ts'
import type { Heard, ListeningOrder } from './lib/listeners.worker.ts'
import { apiPathOf, mixedLoad } from './lib/mixed-load.ts'
import { measurePaced } from './lib/paced-load.ts'
import { cpuMs, mappedMegabytes, requireProc, residentMegabytes } from './lib/process-figures.ts'
import { makeFolders } from './lib/real-folders.ts'
import { untilQuiet } from './lib/request-cost.ts'
import { type ServerProcess, startOurs } from './lib/server-process.ts'
import { writeWave } from './lib/write-wave.ts'

const WORKS = 100_000
const LISTENERS = 1_000
const BYTES_PER_SECOND = 16_000
const USUAL_MINUTES = 10
/** Recordings that are heard; each listener hears one. */
const RECORDINGS = 20
const LISTS_PER_SECOND = 20
const RATINGS_PER_SECOND = 5
/** New works of each scan; the next begins when it has ended. */
const FOLDERS_OF_SCAN = 300
const FIRST_RECORDING = 1_990_001
const SAMPLE_MS = 1_000

/**
 * Measures 1,000 listeners at once on one process with 100,000 works, beside lists, ratings and scans of new folders: gaps in what they
 * hear, latency of lists, and memory. `--minutes 1` is a shorter run.
 */
export async function run(): Promise<Figure> {
  requireProc()
  const { values } = parseArgs({ args: process.argv.slice(3), options: { minutes: { type: 'string' } } })
  const minutes = Number(values.minutes ?? USUAL_MINUTES)
  if (!(minutes > 0)) throw new Error('--minutes must be a number above 0')
  await ensureWebBuilt()
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-listeners-'))
  try {
    const [dataDir, library] = [join(dir, 'data'), join(dir, 'library')]
    for (const path of [dataDir, library]) mkdirSync(path)
    const paths = await fill(dataDir, dir, library, minutes * 60)
    // The generated works' folders do not exist, as if their disk were not mounted, so they stay.
    const server = await startOurs({
      DATA_DIR: dataDir,
      LIBRARY_DIRS: `${join(dir, 'generated')}\n${library}`,
      SETUP: 'off',
    })
    try {
      return await measure(server, { dataDir, library, lists: paths, seconds: minutes * 60 })
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Returns paths of lists; holds nothing else of the catalogue, whose collections would be measured too. */
async function fill(dataDir: string, dir: string, library: string, seconds: number): Promise<string[]> {
  const catalogue = generateCatalogue(WORKS)
  await fillDatabase({ kind: 'sqlite', path: join(dataDir, 'otodana.db') }, catalogue, join(dir, 'generated'))
  for (let number = 0; number < RECORDINGS; number++) {
    const folder = join(library, `RJ0${FIRST_RECORDING + number}`)
    mkdirSync(folder)
    await writeWave(join(folder, 'long.wav'), BYTES_PER_SECOND * (seconds + 60))
  }
  return mixedLoad(catalogue, 100).map(apiPathOf)
}

type World = { dataDir: string; library: string; lists: string[]; seconds: number }

async function measure(server: ServerProcess, { dataDir, library, lists, seconds }: World): Promise<Figure> {
  const adminToken = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  await untilScanned(server)
  await untilQuiet(server.pid)
  const order: ListeningOrder = {
    port: Number(new URL(server.url).port),
    paths: await recordings(server),
    listeners: LISTENERS,
    bytesPerSecond: BYTES_PER_SECOND,
    seconds,
  }
  const worker = new Worker(new URL('./lib/listeners.worker.ts', import.meta.url), { workerData: order })
  const end = new AbortController()
  const listening = once(worker, 'message').then(([heard]) => heard as Heard)
  const cpuBefore = cpuMs(server.pid)
  const beside = [
    sampleMemory(server, end.signal),
    scanNewFolders(server, join(library, 'new'), adminToken, end.signal),
    rate(server, end.signal),
  ] as const
  const listed = await measurePaced(
    server.url,
    lists,
    LISTS_PER_SECOND,
    listening.finally(() => end.abort()),
  )
  const heard = await listening
  const cpuShare = (cpuMs(server.pid) - cpuBefore) / 10 / seconds
  const [megabytes, scanned, rated] = await Promise.all(beside)
  await worker.terminate()

  console.log(
    `${LISTENERS.toLocaleString('en')} listeners heard ${(heard.bytes / 1e9).toFixed(1)} GB in ${seconds} s; beside them ` +
      `${listed.requests.toLocaleString('en')} lists (median ${listed.p50Ms.toFixed(1)} ms, longest ${listed.maxMs.toFixed(0)} ms), ` +
      `${rated.toLocaleString('en')} ratings, ${scanned.toLocaleString('en')} new works scanned; ${cpuShare.toFixed(0)} % of one core`,
  )
  const fifth = Math.ceil(megabytes.length / 5)
  const [early, late] = [megabytes.slice(fifth, 2 * fifth), megabytes.slice(-fifth)].map(median)
  console.log(
    `memory: ${early?.toFixed(0)} MB in the second fifth of the time, ${late?.toFixed(0)} MB in the last; ` +
      `${mappedMegabytes(server.pid).toFixed(0)} MB at the end are pages of files`,
  )
  return figure(
    `listeners (${LISTENERS.toLocaleString('en')} at once, ${WORKS.toLocaleString('en')} works, one process)`,
    [
      { name: 'gaps over a second’s buffer', value: heard.gaps, unit: '', goal: 0, better: 'less' },
      { name: 'latest sound', value: heard.worstSeconds, unit: 's', goal: 0, better: 'less', digits: 2 },
      { name: 'lists p99', value: listed.p99Ms, unit: 'ms', goal: 50, better: 'less', digits: 1 },
      {
        name: 'memory, last fifth to second',
        value: (late ?? NaN) / (early ?? NaN),
        unit: '×',
        goal: 1.15,
        better: 'less',
        digits: 2,
      },
      { name: 'memory', value: Math.max(...megabytes), unit: 'MB', goal: 700, better: 'less' },
    ],
  )
}

/** The paths of the recordings' originals. */
function recordings(server: ServerProcess): Promise<string[]> {
  return Promise.all(
    Array.from({ length: RECORDINGS }, async (_, number) => {
      const answer = await fetch(`${server.url}/api/tracks/${FIRST_RECORDING + number}`)
      const [track] = (await answer.json()) as { mediaStreamUrl: string }[]
      if (!answer.ok || !track) throw new Error(`recording ${number} was answered with ${answer.status}`)
      return new URL(track.mediaStreamUrl, server.url).pathname
    }),
  )
}

async function sampleMemory({ pid }: ServerProcess, signal: AbortSignal): Promise<number[]> {
  const samples: number[] = []
  for (; !signal.aborted; await sleep(SAMPLE_MS)) samples.push(residentMegabytes(pid))
  return samples
}

/** Adds folders and scans them until the end. Returns how many. */
async function scanNewFolders(server: ServerProcess, dir: string, token: string, signal: AbortSignal): Promise<number> {
  let made = 0
  while (!signal.aborted) {
    await makeFolders(dir, FOLDERS_OF_SCAN, made + 500_001)
    made += FOLDERS_OF_SCAN
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.url}/api/library/scan`, { method: 'POST', headers })
    // The watcher may have been first.
    if (!answer.ok && answer.status !== 409) throw new Error(`the scan was answered with ${answer.status}`)
    await untilScanned(server)
  }
  return made
}

/** Rates at a fixed pace until the end. Returns how often. */
async function rate({ url }: ServerProcess, signal: AbortSignal): Promise<number> {
  const json = { 'content-type': 'application/json' }
  const registered = await fetch(`${url}/api/auth/reg`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name: 'listener', password: 'of no importance' }),
  })
  const { token } = (await registered.json()) as Session
  let count = 0
  for (; !signal.aborted; await sleep(1_000 / RATINGS_PER_SECOND)) {
    const answer = await fetch(`${url}/api/review`, {
      method: 'PUT',
      headers: { ...json, authorization: `Bearer ${token}` },
      body: JSON.stringify({ work_id: FIRST_RECORDING + (count % RECORDINGS), rating: (count % 5) + 1 }),
    })
    if (!answer.ok) throw new Error(`a rating was answered with ${answer.status}: ${await answer.text()}`)
    count += 1
  }
  return count
}

async function untilScanned({ url }: ServerProcess): Promise<void> {
  for (;;) {
    const status = (await (await fetch(`${url}/api/library/scan`)).json()) as ScanStatus
    if (status.state === 'idle' && status.last !== null) return
    await sleep(200)
  }
}
