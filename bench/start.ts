import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { startServer } from '../e2e/start-server.ts'
import { freePort } from '../scripts/lib/free-port.ts'
import { type Figure, figure, median } from './figure.ts'

const ROOT = resolve(import.meta.dirname, '..')
const RUNS = 5
const TIMEOUT_MS = 60_000
const POLL_MS = 5

/** Measures how long `npm start` takes to listen when nothing has changed since the last start. */
export async function run(): Promise<Figure> {
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
    ])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
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
