import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { ScanStatus } from '@otodana/contract'

import { ensureServerBuilt } from '../scripts/build-server.ts'
import { nodeFlags, programSettings } from '../scripts/lib/become-program.ts'

export interface RunningServer {
  /** `http://127.0.0.1:port`, without a slash at the end */
  url: string
  dataDir: string
  /** Everything the server has written so far. */
  log(): string
  /** Ends it as an operator would (SIGTERM), waits, and removes its data unless the caller brought the folder. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** The server's settings. Nothing of the developer's own environment but PATH reaches it. */
  env?: Record<string, string>
  /** A folder that outlives the server; without it, a temporary one. */
  dataDir?: string
  /** That of a server which has been stopped; by default one that is free. */
  port?: string
  /** How long the start and the first scan may take together. */
  timeoutMs?: number
}

/**
 * Starts the real server on a free port and waits until its first scan is done. Without `LIBRARY_DIRS` it makes the
 * demo library.
 *
 * @throws {Error} it ended or did not become ready in time; the text holds the end of its log
 */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'otodana-e2e-'))
  const main = join(await ensureServerBuilt(), 'main.js')
  const child = spawn(process.execPath, [...nodeFlags, main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: programSettings({
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      CHECK_RESPONSES: 'on',
      // In the background it would take the processor from the tests that do not look at it.
      SOUND_ANALYSIS: 'off',
      // As would a thread that learns what works are alike; what sells most is suggested then.
      RECOMMENDER_REFRESH_SECONDS: '0',
      // Tests start their scans.
      LIBRARY_WATCH: 'off',
      // The first visitor of a test, wherever from, becomes the administrator.
      SETUP: 'off',
      // Tests say where their visitors come from: few accounts are made from one address.
      TRUST_PROXY: 'loopback',
      ...options.env,
      HOST: '127.0.0.1',
      // The system gives one that is free, and the server says which.
      PORT: options.port ?? '0',
      DATA_DIR: dataDir,
    }),
  })
  const written: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => written.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => written.push(text))
  const log = () => written.join('')
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  // A run that dies by an exception must not leave the server behind.
  const killOnExit = () => child.kill('SIGKILL')
  process.once('exit', killOnExit)

  const stop = async () => {
    if (!hasEnded()) child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await ended
    clearTimeout(timer)
    process.off('exit', killOnExit)
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }

  const address = () => /listens on (http\S+)/.exec(log())?.[1]
  const deadline = Date.now() + (options.timeoutMs ?? 300_000)
  while (!(await isReady(address(), dataDir))) {
    if (hasEnded() || Date.now() > deadline) {
      const why = hasEnded() ? `ended with code ${child.exitCode}` : 'was not ready in time'
      await stop()
      throw new Error(`The server ${why}:\n${log().slice(-4000)}`)
    }
    await delay(50)
  }
  return { url: address() ?? '', dataDir, log, stop }
}

/** Listening, healthy, and its first scan has ended. A scan that failed is for the tests to find. */
async function isReady(url: string | undefined, dataDir: string): Promise<boolean> {
  if (url === undefined) return false
  try {
    const health = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(20_000) })
    if ((await health.text()) !== 'OK') return false
    const scan = await fetch(`${url}/api/library/scan`, {
      // Where the library is for members, only they may see its scan.
      headers: { authorization: `Bearer ${readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()}` },
      signal: AbortSignal.timeout(20_000),
    })
    const status = (await scan.json()) as ScanStatus
    return status.state === 'idle' && status.last !== null
  } catch {
    // Not answering yet.
    return false
  }
}
