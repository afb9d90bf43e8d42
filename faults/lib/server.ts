import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import { ensureServerBuilt } from '../../scripts/build-server.ts'
import { nodeFlags, programSettings } from '../../scripts/lib/become-program.ts'
import { freePort } from '../../scripts/lib/free-port.ts'
import { cleaningUp } from './clean-ups.ts'
import { until } from './until.ts'

const START_SECONDS = 60
/** Longer than the server waits for anything that it depends on. */
const CALL_TIMEOUT_MS = 30_000

/** Longer than what is made of a stream counts as what another server may be making. */
const ABANDONED_MS = 3_600_000

export type Settings = Record<string, string>
export type Call = {
  token?: string | undefined
  body?: unknown
  bytes?: Uint8Array<ArrayBuffer> | string
  type?: string
  address?: string
}
export type Answer<T> = { status: number; body: T }

export type FaultyServer = AsyncDisposable & {
  url: string
  /** Starts the process and waits until it answers, ready or not. */
  start(more?: Settings): Promise<void>
  /** The same without waiting: for a kill during the start. */
  launch(more?: Settings): void
  /** Waits until an answer comes. @throws {Error} the process ended, or did not answer in time */
  listening(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
  /** The code of a process that ended by itself; null: it runs, or was killed. */
  exitCode(): number | null
  pid(): number
  /** What the process has written since its start. */
  log(): string
  call<T = unknown>(method: string, path: string, call?: Call): Promise<Answer<T>>
}

/** As if the killed process had died long ago: then the next start must remove what it was making. */
function ageStreams(dataDir: string | undefined): void {
  const at = new Date(Date.now() - ABANDONED_MS)
  for (const path of dataDir === undefined ? [] : globSync(join(dataDir, 'streams', '*.tmp'))) utimesSync(path, at, at)
}

/** The built server as an operator runs it, as a process that can be killed and started again at the same address. */
export async function createServerProcess(settings: Settings, nodeArguments: string[] = []): Promise<FaultyServer> {
  const program = join(await ensureServerBuilt(), 'main.js')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let written = ''
  const killing = cleaningUp(() => void child?.kill('SIGKILL'))

  const hasEnded = () => child === null || child.exitCode !== null || child.signalCode !== null

  function launch(more: Settings = {}): void {
    written = ''
    const started = spawn(process.execPath, [...nodeFlags, ...nodeArguments, program], {
      env: programSettings({ PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ...settings, ...more }),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C is for the campaign.
      detached: true,
    })
    child = started
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (child === started) written += text
      })
    }
  }

  async function listening(): Promise<void> {
    await until('an answer after the start', START_SECONDS, async () => {
      if (hasEnded()) return 'ended'
      return (await fetch(`${url}/api/livez`)).ok && 'alive'
    })
    if (hasEnded()) throw new Error(`the server ended with code ${child?.exitCode}: ${written.slice(-2_000)}`)
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child === null || hasEnded()) return
    const closed = once(child, 'close')
    child.kill(signal)
    const late = setTimeout(() => child?.kill('SIGKILL'), 20_000)
    await closed
    clearTimeout(late)
  }

  return {
    url,
    launch,
    listening,
    async start(more) {
      launch(more)
      await listening()
    },
    async kill() {
      await end('SIGKILL')
      ageStreams(settings.DATA_DIR)
    },
    stop: () => end('SIGTERM'),
    exitCode: () => child?.exitCode ?? null,
    pid: () => child?.pid ?? 0,
    log: () => written,
    async call<T>(method: string, path: string, { token, body, bytes, type, address }: Call = {}) {
      const sent = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(address === undefined ? {} : { 'x-forwarded-for': address }),
          ...(sent === undefined ? {} : { 'content-type': type ?? 'application/json' }),
        },
        ...(sent === undefined ? {} : { body: sent }),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') ?? false
      return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T }
    },
    async [Symbol.asyncDispose]() {
      await end('SIGKILL')
      killing[Symbol.dispose]()
    },
  }
}
