/** Starts a temporary PostgreSQL server for tests and benchmarks, never for data that matters. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { findPostgresBin } from './ensure-test-tools.ts'
import { freePort } from './lib/free-port.ts'

export interface TemporaryPostgres {
  /** `postgres://…` of an empty database on 127.0.0.1. */
  url: string
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 120_000
const MAX_TRIES = 5

interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root: in that case an unprivileged account is used. */
function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find(([name]) => name === wanted) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL cannot run as root, and neither the account `postgres` nor `nobody` exists')
}

/**
 * Starts a server with durability disabled for speed, and waits until it accepts connections.
 *
 * @throws {Error} its programs are not installed, or it did not start (the message contains its log)
 */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL is not installed: run `node scripts/ensure-test-tools.ts`')
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(tmpdir(), 'otodana-pg-'))
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

  const data = join(folder, 'data')
  // The locale `C` always exists; PostgreSQL may not know those in the environment.
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
  const initialised = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'otodana', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...account },
  )
  if (initialised.status !== 0) {
    removeFolder()
    throw new Error(`initdb failed: ${initialised.error?.message ?? initialised.stderr}`)
  }
  appendFileSync(
    join(data, 'postgresql.conf'),
    [
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = '${folder}'`,
      'fsync = off',
      'synchronous_commit = off',
      'full_page_writes = off',
      'max_connections = 200',
      'shared_buffers = 64MB',
      'autovacuum = off',
      // Nothing is recovered or replicated, so that little is logged and written in the middle of the tests.
      'wal_level = minimal',
      'max_wal_senders = 0',
      'checkpoint_timeout = 1h',
      'max_wal_size = 2GB',
      // Tables without statistics look large, and compiling a query takes longer than any of these runs.
      'jit = off',
      '',
    ].join('\n'),
  )

  for (let tries = 1; ; tries++) {
    const port = await freePort()
    const postgres = launch(join(bin, 'postgres'), ['-D', data, '-p', String(port)], { cwd: folder, env, ...account })
    const stop = async () => {
      await postgres.stop()
      removeFolder()
    }
    if (await postgres.hasStarted()) return { url: `postgres://otodana@127.0.0.1:${port}/postgres`, stop }
    // Another program may have taken the port that was free a moment ago.
    if (tries < MAX_TRIES && postgres.log().includes('could not bind')) continue
    await stop()
    throw new Error(`PostgreSQL did not start:\n${postgres.log()}`)
  }
}

function launch(program: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv } & Partial<Account>) {
  // Ctrl-C is for this process: the guard ends the server after it.
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const written: string[] = []
  server.stdout.setEncoding('utf8').on('data', (text: string) => written.push(text))
  server.stderr.setEncoding('utf8').on('data', (text: string) => written.push(text))
  const log = () => written.join('')
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null
  const guard = guardAgainstKill(server.pid, options.cwd)
  return {
    log,
    async hasStarted(): Promise<boolean> {
      const deadline = Date.now() + START_TIMEOUT_MS
      // With listen_addresses set, this line is logged once, when connections are accepted.
      const isReady = () => log().includes('database system is ready to accept connections')
      while (!isReady() && !hasEnded() && Date.now() < deadline) await delay(20)
      if (isReady()) return true
      await this.stop()
      return false
    },
    async stop(): Promise<void> {
      guard.kill('SIGKILL')
      // SIGQUIT is "immediate shutdown": nothing is written that is removed a moment later.
      if (!hasEnded()) server.kill('SIGQUIT')
      await ended
    },
  }
}

/**
 * Starts a shell that waits until this process dies in any way (its end of the pipe closes), then stops the server and
 * removes its folder. It is in its own process group, so that Ctrl-C does not end it first.
 */
function guardAgainstKill(serverPid: number | undefined, folder: string): ChildProcess {
  const script = [
    'cat >/dev/null',
    'kill -QUIT "$1" 2>/dev/null',
    // Limited: in a container without an init process, zombies look alive.
    'tries=0',
    'while kill -0 "$1" 2>/dev/null && [ "$tries" -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done',
    'rm -rf "$2"',
  ].join('\n')
  const guard = spawn('sh', ['-c', script, 'guard', String(serverPid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  return guard
}
