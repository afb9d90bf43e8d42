import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = resolve(import.meta.dirname, '..')
const START_TIMEOUT_MS = 60_000
const POLL_MS = 5

export type ServerProcess = {
  url: string
  child: ChildProcess
  dataDir: string
  /** Milliseconds from the start of the process to the first healthy answer. */
  readyMs: number
  stop(): Promise<void>
}

type Options = {
  command?: readonly [string, ...string[]]
  env?: Record<string, string>
  /** Kept when it is given; otherwise a temporary one is made and removed. */
  dataDir?: string
}

/** Starts a real server in a process of its own and waits until it is well. */
export async function startServer({ command, env = {}, dataDir }: Options = {}): Promise<ServerProcess> {
  const dir = dataDir ?? mkdtempSync(join(tmpdir(), 'otodana-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [program, ...args] = command ?? [process.execPath, 'apps/server/src/main.ts']
  const startedAt = performance.now()
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'error', ...env, PORT: String(port), DATA_DIR: dir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exit = once(child, 'exit')
  await Promise.race([
    untilHealthy(url),
    exit.then(([code]) => Promise.reject(new Error(`the server ended with code ${code} before it listened`))),
  ])
  return {
    url,
    child,
    dataDir: dir,
    readyMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM')
      await exit
      if (dataDir === undefined) rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function untilHealthy(url: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    const answer = await fetch(`${url}/api/health`).catch(() => null)
    if (answer?.ok) return
    await sleep(POLL_MS)
  }
  throw new Error(`the server was not well within ${START_TIMEOUT_MS / 1_000} s`)
}

/** Waits until the library's scan has ended and holds works. */
export async function untilScanned(url: string): Promise<void> {
  for (;;) {
    const status = (await (await fetch(`${url}/api/library/scan`)).json()) as { state: string; last: object | null }
    if (status.state === 'idle' && status.last) return
    await sleep(100)
  }
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}
