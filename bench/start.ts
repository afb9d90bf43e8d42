import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { WorkPage } from '@otodana/contract'

import { startServer } from '../e2e/start-server.ts'
import { freePort } from '../scripts/lib/free-port.ts'
import { type Figure, figure, type Measured, median } from './figure.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { generateCatalogue } from './lib/generated-works.ts'
import { cpuMs, requireProc } from './lib/process-figures.ts'
import { startOurs } from './lib/server-process.ts'

const ROOT = resolve(import.meta.dirname, '..')
const RUNS = 5
const TIMEOUT_MS = 60_000
const POLL_MS = 5
const WORKS = 100_000
/** How long lists are asked for after a start. */
const LISTS_MS = 10_000
const PAUSE_MS = 10
/** The file is written when the server is quiet. */
const KEPT_TIMEOUT_MS = 300_000

/**
 * Measures how long `npm start` takes to listen when nothing has changed since the last start; and with 100,000 works, how
 * long it takes to the first list and how quick lists are from then on, with and without the kept read model.
 */
export async function run(): Promise<Figure> {
  requireProc()
  const dataDir = mkdtempSync(join(tmpdir(), 'otodana-bench-start-'))
  try {
    await secondsToListen(dataDir)
    // Creates and scans the demo library once.
    const ready = await startServer({ dataDir })
    await ready.stop()
    const times: number[] = []
    for (let index = 0; index < RUNS; index += 1) times.push(await secondsToListen(dataDir))
    return figure('start', [
      {
        name: 'unchanged npm start listens after',
        value: median(times),
        unit: 's',
        goal: 3,
        better: 'less',
        digits: 2,
      },
      ...(await measureLarge()),
    ])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureLarge(): Promise<Measured[]> {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-start-large-'))
  try {
    const dataDir = join(dir, 'data')
    mkdirSync(dataDir)
    const env = { DATA_DIR: dataDir, LIBRARY_DIRS: join(dir, 'generated') }
    await fillDatabase(
      { kind: 'sqlite', path: join(dataDir, 'otodana.db') },
      generateCatalogue(WORKS),
      join(dir, 'generated'),
    )
    // Makes what every first start makes, and keeps the read model.
    const first = await startOurs(env)
    try {
      const deadline = performance.now() + KEPT_TIMEOUT_MS
      while (!existsSync(join(dataDir, 'read-model.kept'))) {
        if (performance.now() > deadline) throw new Error('the read model was not kept')
        await sleep(1_000)
      }
    } finally {
      await first.stop()
    }
    const kept: Large[] = []
    for (let index = 0; index < RUNS; index += 1) kept.push(await startLarge(env))
    rmSync(join(dataDir, 'read-model.kept'))
    const bare = await startLarge(env)
    for (const [name, { listSeconds, listCpuMs, p99Ms }] of [
      ...kept.map((one) => ['kept', one] as const),
      ['not kept', bare] as const,
    ]) {
      console.log(
        `${name}: first list after ${listSeconds.toFixed(2)} s and ${listCpuMs} ms of CPU, lists p99 ${p99Ms.toFixed(0)} ms`,
      )
    }
    const of = (value: (one: Large) => number) => median(kept.map(value))
    const seconds = { unit: 's', better: 'less', digits: 2 } as const
    return [
      {
        ...seconds,
        name: `${WORKS.toLocaleString('en')} works, first list`,
        value: of((one) => one.listSeconds),
        goal: 1,
      },
      { name: 'lists from then on, p99', value: of((one) => one.p99Ms), unit: 'ms', goal: 20, better: 'less' },
      { ...seconds, name: 'first list without what was kept', value: bare.listSeconds, goal: 2.5 },
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

type Large = { listSeconds: number; listCpuMs: number; p99Ms: number }

async function startLarge(env: Record<string, string>): Promise<Large> {
  const startedAt = performance.now()
  const { url, pid, stop } = await startOurs(env)
  try {
    const list = async (page: number) => {
      const answer = await fetch(`${url}/api/works?page=${page}`)
      const { pagination } = (await answer.json()) as WorkPage
      if (pagination.totalCount !== WORKS) throw new Error(`it lists ${pagination.totalCount} works, not ${WORKS}`)
    }
    await list(1)
    const [listSeconds, listCpuMs] = [(performance.now() - startedAt) / 1_000, cpuMs(pid)]
    const took: number[] = []
    for (const end = performance.now() + LISTS_MS; performance.now() < end;) {
      const askedAt = performance.now()
      // Few pages are asked for twice, so the works must be at hand.
      await list(1 + ((took.length * 37) % (WORKS / 20)))
      took.push(performance.now() - askedAt)
      await sleep(PAUSE_MS)
    }
    const p99Ms = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN
    return { listSeconds, listCpuMs, p99Ms }
  } finally {
    await stop()
  }
}

async function secondsToListen(dataDir: string): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    // In its own process group, so that the signal reaches the processes that npm started.
    detached: true,
    env: { ...process.env, LOG_LEVEL: 'error', PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exit = once(child, 'exit')
  try {
    await untilHealthy(`http://127.0.0.1:${port}`)
    return (performance.now() - startedAt) / 1_000
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await exit
  }
}

async function untilHealthy(url: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  while (performance.now() < deadline) {
    const answer = await fetch(`${url}/api/health`).catch(() => null)
    if (answer?.ok) return
    await sleep(POLL_MS)
  }
  throw new Error(`npm start did not listen within ${TIMEOUT_MS / 1_000} s`)
}
