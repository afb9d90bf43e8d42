import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { ScanStatus, WorkPage } from '@otodana/contract'

import { ensureWebBuilt } from '../scripts/build-web.ts'
import { type Figure, figure, median } from './figure.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { generateCatalogue, type GeneratedCatalogue } from './lib/generated-works.ts'
import { startKikoeruExpress } from './lib/kikoeru-express.ts'
import { apiPathOf, mixedLoad, pageOne } from './lib/mixed-load.ts'
import { cpuMs, requireProc, residentMegabytes } from './lib/process-figures.ts'
import { makeFolders } from './lib/real-folders.ts'
import { type ServerProcess, startOurs } from './lib/server-process.ts'
import { ensureWrk, type Load, measureLoad } from './lib/wrk.ts'

const WORKS = 100_000
/** Enough rounds of all kinds of queries that only popular answers stay cached until they are requested again. */
const ROUNDS = 1_000
/** Number of requests until the code is compiled and works are cached, however long they take on a busy machine. */
const WARM_UP_REQUESTS = 30_000
const SECONDS = 8
const STARTS = 3
const POLL_MS = 20
const REST_MS = 1_000
const SCANNED_FOLDERS = 14_000
/** Minimum duration of the scan before measuring, so that works are cached as on the idle server. */
const SCANNING_WARM_UP_SECONDS = 10
const ENCODINGS = { plain: undefined, gzip: 'gzip, deflate', 'br, zstd or gzip': 'gzip, deflate, br, zstd' }

/**
 * Measures lists and searches of 100,000 works over HTTP from one process, on SQLite: CPU time per request, latency
 * under full load, the same during a scan of real folders, and start-up time. Compares with kikoeru-express.
 */
export async function run(): Promise<Figure> {
  requireProc()
  ensureWrk()
  await ensureWebBuilt()
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-lists-'))
  try {
    const catalogue = generateCatalogue(WORKS)
    const dataDir = join(dir, 'data')
    mkdirSync(dataDir)
    await fillDatabase({ kind: 'sqlite', path: join(dataDir, 'otodana.db') }, catalogue, join(dir, 'generated'))
    // The generated works' folders do not exist, as if their disk were not mounted, so they stay.
    const env = { DATA_DIR: dataDir, LIBRARY_DIRS: join(dir, 'generated') }
    const starts = await measureStarts(env)
    const quiet = await measureQuiet(env, catalogue)
    const scanned = join(dir, 'scanned')
    await makeFolders(scanned, SCANNED_FOLDERS)
    const scanning = await measureWhileScanning({ ...env, LIBRARY_DIRS: `${env.LIBRARY_DIRS}\n${scanned}` }, catalogue)
    await compareWithKikoeruExpress(catalogue, quiet.pageOne)
    return figure(`lists (${WORKS.toLocaleString('en')} works, SQLite, one process)`, [
      { name: 'page 1', value: quiet.pageOne.cpuMicroseconds, unit: 'µs CPU', goal: 60, better: 'less', digits: 1 },
      { name: 'mixed load', value: quiet.mixed.cpuMicroseconds, unit: 'µs CPU', goal: 150, better: 'less', digits: 1 },
      {
        name: 'no query twice',
        value: quiet.once.cpuMicroseconds,
        unit: 'µs CPU',
        goal: 150,
        better: 'less',
        digits: 1,
      },
      {
        name: 'p99',
        value: Math.max(quiet.mixed.p99Ms, quiet.once.p99Ms),
        unit: 'ms',
        goal: 10,
        better: 'less',
        digits: 1,
      },
      { name: 'p99 while scanning', value: scanning.p99Ms, unit: 'ms', goal: 50, better: 'less', digits: 1 },
      { name: 'listens after', value: starts, unit: 's', goal: 2, better: 'less', digits: 2 },
    ])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

type Env = Record<string, string>

/** @returns the median start-up time in seconds */
async function measureStarts(env: Env): Promise<number> {
  const listening: number[] = []
  for (let index = 0; index < STARTS; index += 1) {
    const server = await startOurs(env)
    try {
      const startedAt = performance.now()
      const { pagination } = await firstPage(server)
      const firstList = server.startSeconds + (performance.now() - startedAt) / 1_000
      if (pagination.totalCount !== WORKS) throw new Error(`it lists ${pagination.totalCount} works, not ${WORKS}`)
      const memory = residentMegabytes(server.pid).toFixed(0)
      console.log(
        `start: listens after ${seconds(server.startSeconds)}, first list after ${seconds(firstList)}, ${memory} MB`,
      )
      listening.push(server.startSeconds)
    } finally {
      await server.stop()
    }
  }
  return median(listening)
}

async function warmUp(server: ServerProcess, paths: string[]): Promise<void> {
  for (let sent = 0; sent < WARM_UP_REQUESTS;) sent += (await measureLoad(server, paths, { seconds: 1 })).requests
}

async function firstPage(server: ServerProcess): Promise<WorkPage> {
  const answer = await fetch(server.url + apiPathOf(pageOne))
  if (!answer.ok) throw new Error(`the first list was answered with ${answer.status}`)
  return (await answer.json()) as WorkPage
}

/** `mixed` repeats popular queries, as in reality; `once` has each query only once, so that none is cached. */
type Loads = { pageOne: Load; mixed: Load; once: Load }

async function measureQuiet(env: Env, catalogue: GeneratedCatalogue): Promise<Loads> {
  const server = await startOurs(env)
  try {
    await untilAtRest(server)
    const first = [apiPathOf(pageOne)]
    const mixed = mixedPaths(catalogue, 2)
    // Other queries than those measured; they warm up the code and the cache of works.
    await warmUp(server, mixedPaths(catalogue, 3))
    await warmUp(server, ['/robots.txt'])
    print('a constant text', await measureLoad(server, ['/robots.txt'], { seconds: SECONDS }))
    const results: Record<string, Loads> = {}
    for (const [name, encoding] of Object.entries(ENCODINGS)) {
      const headers: Record<string, string> = encoding === undefined ? {} : { 'accept-encoding': encoding }
      const loads = {
        pageOne: await measureLoad(server, first, { seconds: SECONDS, headers }),
        mixed: await measureLoad(server, mixed, { seconds: SECONDS, headers }),
        once: await measureLoad(server, [...new Set(mixed)], { seconds: SECONDS, headers }),
      }
      print(`page 1, ${name}`, loads.pageOne)
      print(`mixed load, ${name}`, loads.mixed)
      print(`no query twice, ${name}`, loads.once)
      results[name] = loads
    }
    console.log(`memory afterwards: ${residentMegabytes(server.pid).toFixed(0)} MB`)
    return results.plain!
  } finally {
    await server.stop()
  }
}

/** Measures the mixed load while a first scan of real folders stores works. */
async function measureWhileScanning(env: Env, catalogue: GeneratedCatalogue): Promise<Load> {
  const paths = mixedPaths(catalogue, 2)
  const server = await startOurs(env)
  try {
    await untilStoring(server)
    const first = await measureLoad(server, paths, { seconds: SCANNING_WARM_UP_SECONDS })
    print('mixed load in the first seconds after a start, with a scan and an empty cache', first)
    const before = await scanStatus(server)
    const load = await measureLoad(server, paths, { seconds: SECONDS })
    const after = await scanStatus(server)
    if (before.state !== 'running' || after.state !== 'running') {
      throw new Error(`the scan of ${SCANNED_FOLDERS} folders ended before the measurement`)
    }
    const works = (after.counts?.done ?? 0) - (before.counts?.done ?? 0)
    print(`mixed load while scanning (${works} new works stored meanwhile; the CPU time includes the scan)`, load)
    return load
  } finally {
    await server.stop()
  }
}

async function compareWithKikoeruExpress(catalogue: GeneratedCatalogue, ours: Load): Promise<void> {
  const server = await startKikoeruExpress(catalogue)
  try {
    const word = [...catalogue.works[0]!.title].slice(0, 2).join('')
    const questions = {
      'page 1': '/api/works?order=release&sort=desc&page=1',
      'page 1 again': '/api/works?order=release&sort=desc&page=1',
      'a word': `/api/search/${encodeURIComponent(word)}?order=release&sort=desc&page=1`,
      'a tag': '/api/tags/40/works?order=release&sort=desc&page=1',
    }
    for (const [name, path] of Object.entries(questions)) {
      const cpuBefore = cpuMs(server.pid)
      const startedAt = performance.now()
      const answer = await fetch(server.url + path)
      const { works, pagination } = (await answer.json()) as WorkPage
      const ms = performance.now() - startedAt
      const cpu = (cpuMs(server.pid) - cpuBefore) * 1_000
      if (!answer.ok || works.length === 0) throw new Error(`kikoeru-express answered ${answer.status} to ${path}`)
      const times = name.startsWith('page')
        ? `, ${Math.round(cpu / ours.cpuMicroseconds).toLocaleString('en')} × ours`
        : ''
      console.log(
        `kikoeru-express, ${name}: ${cpu.toLocaleString('en')} µs CPU${times}, ${ms.toFixed(0)} ms (${pagination.totalCount} works)`,
      )
    }
  } finally {
    await server.stop()
  }
}

function mixedPaths(catalogue: GeneratedCatalogue, seed: number): string[] {
  return mixedLoad(catalogue, ROUNDS, seed).map(apiPathOf)
}

async function scanStatus(server: ServerProcess): Promise<ScanStatus> {
  return (await (await fetch(`${server.url}/api/library/scan`)).json()) as ScanStatus
}

/** Waits until the scan at the start has checked the folders and begun to store works. */
async function untilStoring(server: ServerProcess): Promise<ScanStatus> {
  for (;;) {
    const status = await scanStatus(server)
    if ((status.counts?.done ?? 0) > 0 || status.last !== null) return status
    await sleep(POLL_MS)
  }
}

/** Waits until the server's own work after a start has ended: a scan, and caching of works. */
async function untilAtRest(server: ServerProcess): Promise<void> {
  for (let isAtRest = false; !isAtRest;) {
    const before = cpuMs(server.pid)
    await sleep(REST_MS)
    const { state, last } = await scanStatus(server)
    isAtRest = state === 'idle' && last !== null && cpuMs(server.pid) - before < REST_MS * 0.05
  }
}

function print(name: string, load: Load): void {
  console.log(
    `${name}: ${load.cpuMicroseconds.toFixed(1)} µs CPU, ${Math.round(load.perSecond).toLocaleString('en')} requests/s, ` +
      `p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms, max ${load.maxMs.toFixed(0)} ms`,
  )
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`
}
