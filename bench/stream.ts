import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { ensureServerBuilt } from '../scripts/build-server.ts'
import { nodeFlags, programSettings } from '../scripts/lib/become-program.ts'
import { freePort } from '../scripts/lib/free-port.ts'
import { type Figure, median } from './figure.ts'
import { cpuMs } from './lib/process-figures.ts'
import { writeWave } from './lib/write-wave.ts'

const FILE_BYTES = 200_000_000
const GIGABYTE = 1_000_000_000
const MAX_CPU_MS_PER_GB = 800
/** Computing checksums takes CPU time; sending uses the kernel as before. */
const MAX_ZIP_CPU_MS_PER_GB = 1_600
const MIN_RATIO_TO_NGINX = 0.5
/** Number of alternating rounds of ours and nginx's, so that other load affects both. */
const ROUNDS = 5
const WORK_ID = 1_990_001
const START_TIMEOUT_MS = 60_000

type Target = { name: 'ours' | 'nginx' | 'zip'; pid: number; port: number; path: string }

type Run = { megabytesPerSecond: number; cpuMsPerGb: number }

/**
 * Sends a file of 200 MB to one and to eight clients at once, from the real server and from nginx on the same machine
 * in the same run. CPU is the user and system time of the server's process with all its threads.
 */
export async function run(): Promise<Figure> {
  const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(
    existsSync,
  )
  if (!nginx) return fail('needs nginx for comparison: install the package "nginx" (apt-get install nginx-light)')
  if (!existsSync('/proc/self/stat')) return fail('reads CPU times from /proc, so it runs on Linux only')

  const dir = await mkdtemp(join(tmpdir(), 'otodana-bench-stream-'))
  const children: ChildProcess[] = []
  try {
    const library = join(dir, 'library')
    const folder = `RJ0${WORK_ID}`
    await mkdir(join(library, folder), { recursive: true })
    await writeWave(join(library, folder, 'long.wav'), FILE_BYTES)
    const ours = await startOurs(dir, library, children)
    const theirs = await startNginx(nginx, dir, library, `/${folder}/long.wav`, children)
    const zip: Target = { ...ours, name: 'zip', path: `/api/media/zip/${WORK_ID}` }
    return judge(await measure([ours, theirs], 1), await measure([ours, theirs], 8), await measureAlone(zip))
  } finally {
    await Promise.all(children.map(stop))
    await rm(dir, { recursive: true, force: true })
  }
}

function fail(reason: string): Figure {
  return { ok: false, line: `stream: ${reason} — not ok` }
}

type Comparison = { ours: Run; nginx: Run; ratio: number }

function judge(one: Comparison, eight: Comparison, zip: Run): Figure {
  const cpu = Math.max(one.ours.cpuMsPerGb, eight.ours.cpuMsPerGb)
  const ratio = Math.min(one.ratio, eight.ratio)
  const ok = cpu <= MAX_CPU_MS_PER_GB && ratio >= MIN_RATIO_TO_NGINX && zip.cpuMsPerGb <= MAX_ZIP_CPU_MS_PER_GB
  const describe = ({ ours, nginx, ratio }: Comparison) =>
    `${ours.cpuMsPerGb.toFixed(0)} ms and ${ours.megabytesPerSecond.toFixed(0)} MB/s ` +
    `(nginx ${nginx.cpuMsPerGb.toFixed(0)} ms and ${nginx.megabytesPerSecond.toFixed(0)} MB/s, ${percent(ratio)})`
  const line =
    `stream: ${cpu.toFixed(0)} ms CPU/GB (goal ≤ ${MAX_CPU_MS_PER_GB}), ${percent(ratio)} of nginx ` +
    `(goal ≥ ${percent(MIN_RATIO_TO_NGINX)}); 1 client ${describe(one)}; 8 clients ${describe(eight)}; ` +
    `as a zip ${zip.cpuMsPerGb.toFixed(0)} ms (goal ≤ ${MAX_ZIP_CPU_MS_PER_GB}) and ${zip.megabytesPerSecond.toFixed(0)} MB/s; ` +
    `${availableParallelism()} cores — ${ok ? 'ok' : 'not ok'}`
  return { ok, line }
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(0)} %`
}

/** Returns the median of each figure over the rounds; the ratio is of the two in the same round. */
async function measure(targets: [Target, Target], clients: number): Promise<Comparison> {
  for (const target of targets) await download(target, clients)
  const rounds: Record<'ours' | 'nginx', Run>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, nginx] = targets
    rounds.push({ ours: await download(ours, clients), nginx: await download(nginx, clients) })
  }
  const medianOf = (name: 'ours' | 'nginx') => medianRun(rounds.map((round) => round[name]))
  const ratio = median(rounds.map(({ ours, nginx }) => ours.megabytesPerSecond / nginx.megabytesPerSecond))
  return { ours: medianOf('ours'), nginx: medianOf('nginx'), ratio }
}

/** With one client. */
async function measureAlone(target: Target): Promise<Run> {
  await download(target, 1)
  const rounds: Run[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await download(target, 1))
  return medianRun(rounds)
}

function medianRun(runs: readonly Run[]): Run {
  return {
    megabytesPerSecond: median(runs.map((run) => run.megabytesPerSecond)),
    cpuMsPerGb: median(runs.map((run) => run.cpuMsPerGb)),
  }
}

async function download(target: Target, clients: number): Promise<Run> {
  // One client's download is too short for the clock of /proc, which ticks every 10 ms.
  const repeats = clients === 1 ? 5 : 1
  const cpuBefore = cpuMs(target.pid)
  const start = performance.now()
  for (let repeat = 0; repeat < repeats; repeat++) {
    await Promise.all(Array.from({ length: clients }, () => receive(target)))
  }
  const seconds = (performance.now() - start) / 1_000
  const bytes = FILE_BYTES * clients * repeats
  return {
    megabytesPerSecond: bytes / 1_000_000 / seconds,
    cpuMsPerGb: (cpuMs(target.pid) - cpuBefore) / (bytes / GIGABYTE),
  }
}

/** Downloads the file over a bare socket into one reused buffer, to minimise the client's cost. */
async function receive({ port, path, name }: Target): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let head: string | null = ''
  let missing = 0
  const socket = connect({
    host: '127.0.0.1',
    port,
    onread: {
      buffer: Buffer.allocUnsafe(512 * 1024),
      callback: (count, buffer) => {
        let body = count
        if (head !== null) {
          head += Buffer.from(buffer.buffer, buffer.byteOffset, Math.min(count, 16_384)).toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end < 0) return true
          const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
          if (!head.startsWith('HTTP/1.1 200') || !isWhole(length, name)) {
            socket.destroy(new Error(`${name} answered ${head.slice(0, end)}`))
            return false
          }
          body = count - end - 4
          missing = length
          head = null
        }
        missing -= body
        if (missing === 0) socket.end()
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.on('close', () => {
    if (missing === 0 && head === null) resolve()
    else reject(new Error(`${name} closed the connection ${missing} bytes early`))
  })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`)
  return promise
}

/** An archive is a few hundred bytes larger than the file. */
function isWhole(length: number, name: Target['name']): boolean {
  return name === 'zip' ? length > FILE_BYTES && length < FILE_BYTES + 1_000 : length === FILE_BYTES
}

async function startOurs(dir: string, library: string, children: ChildProcess[]): Promise<Target> {
  const port = await freePort()
  const main = join(await ensureServerBuilt(), 'main.js')
  const child = start(process.execPath, [...nodeFlags, main], children, {
    PORT: String(port),
    DATA_DIR: join(dir, 'data'),
    LIBRARY_DIRS: library,
    OTODANA_WEB: 'off',
    SOUND_ANALYSIS: 'off',
    LOG_LEVEL: 'error',
  })
  const path = await until(child, 'the server', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/tracks/${WORK_ID}`)
    const [track] = answer.ok ? ((await answer.json()) as { mediaStreamUrl: string }[]) : []
    return track ? new URL(track.mediaStreamUrl, 'http://localhost').pathname : null
  })
  return { name: 'ours', pid: child.pid!, port, path }
}

async function startNginx(
  nginx: string,
  dir: string,
  library: string,
  path: string,
  children: ChildProcess[],
): Promise<Target> {
  const port = await freePort()
  const config = join(dir, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(dir, kind)};`,
  )
  await writeFile(
    config,
    `daemon off; master_process off; pid ${join(dir, 'nginx.pid')}; error_log stderr;
     events {}
     http {
       access_log off; sendfile on; tcp_nopush on; default_type audio/wav; ${temporary.join(' ')}
       server { listen 127.0.0.1:${port}; root ${library}; }
     }`,
  )
  const child = start(nginx, ['-c', config, '-p', dir, '-e', 'stderr'], children)
  await until(
    child,
    'nginx',
    async () => (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'HEAD' })).ok || null,
  )
  return { name: 'nginx', pid: child.pid!, port, path }
}

function start(command: string, args: string[], children: ChildProcess[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: programSettings({ ...process.env, ...env }),
  })
  children.push(child)
  return child
}

/** Retries until there is an answer. */
async function until<T>(child: ChildProcess, name: string, ask: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + START_TIMEOUT_MS
  let problem: unknown = null
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${name} exited with code ${child.exitCode}`)
    const answer = await ask().catch((error: unknown) => {
      problem = error
      return null
    })
    if (answer !== null) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${name} did not answer within ${START_TIMEOUT_MS / 1_000} s`, { cause: problem })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const stopped = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await stopped
}
