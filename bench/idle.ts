import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { ScanStatus } from '@otodana/contract'

import { freePort } from '../scripts/lib/free-port.ts'
import { type Figure, figure } from './figure.ts'
import { requireProc } from './lib/process-figures.ts'
import { makeFolders } from './lib/real-folders.ts'
import { type ServerProcess, startProcess } from './lib/server-process.ts'

const WORKS = 300
/** Threads are kept for a while after their tasks, and the heap shrinks when nothing happens. */
const REST_SECONDS = 60
/** What a new library brings is done when a window costs less than this. */
const QUIET_MS = 150
const WINDOW_SECONDS = 10
const PATIENCE_SECONDS = 900
const MEASURED_SECONDS = 60
const POLL_MS = 200
const KILOBYTE = 1_024
const TICK_MS = 10
const START = fileURLToPath(new URL('../scripts/start.ts', import.meta.url))

/**
 * Measures what the server takes at rest with 300 works on disk and nothing set but its folders: memory, processor and
 * writes, a minute after a start, its scan and a visit.
 */
export async function run(): Promise<Figure> {
  requireProc()
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-idle-'))
  const dataDir = join(dir, 'data')
  const library = join(dir, 'library')
  try {
    mkdirSync(dataDir)
    await makeFolders(library, WORKS)
    // The first start reads all files; the second is one of many.
    const first = await startScanned(dataDir, library)
    try {
      await untilQuiet(first)
    } finally {
      await first.stop()
    }
    const server = await startScanned(dataDir, library)
    try {
      await visit(server)
      await untilQuiet(server)
      await sleep(REST_SECONDS * 1_000)
      const before = readProcess(server.pid)
      await sleep(MEASURED_SECONDS * 1_000)
      const { threads, memory, writtenBytes } = readProcess(server.pid)
      const heap = await heapOf(server, dataDir)
      const rest = memory.anonymous - heap.total - heap.external
      console.log(
        `memory: ${round(memory.files)} MB of mapped files (Node itself), ${round(heap.total)} MB of heap ` +
          `(${round(heap.used)} in use), ${round(heap.external)} MB of buffers and sources, ${round(rest)} MB of other threads and libraries`,
      )
      let cpuMs = 0
      for (const { id, name, cpuMs: atEnd } of threads) {
        const spent = atEnd - (before.threads.find((thread) => thread.id === id)?.cpuMs ?? 0)
        cpuMs += spent
        if (spent > 0) console.log(`CPU: ${name} ${spent} ms in ${MEASURED_SECONDS} s`)
      }
      const written = (writtenBytes - before.writtenBytes) / KILOBYTE / (MEASURED_SECONDS / 60)
      const total = memory.files + memory.anonymous
      return figure(`idle (${WORKS} works)`, [
        { name: 'memory', value: total, unit: 'MB', goal: 150, better: 'less' },
        { name: 'CPU', value: cpuMs / MEASURED_SECONDS / 10, unit: '%', goal: 1, better: 'less', digits: 2 },
        { name: 'written', value: written, unit: 'kB a minute', goal: 60, better: 'less' },
      ])
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function startScanned(dataDir: string, library: string): Promise<ServerProcess> {
  const port = await freePort()
  const server = await startProcess({
    name: 'the server',
    command: process.execPath,
    args: [START],
    env: {
      LOG_LEVEL: 'error',
      // It takes minutes, once for each file, and is not rest.
      SOUND_ANALYSIS: 'off',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LIBRARY_DIRS: library,
    },
    port,
    ready: '/api/health',
  })
  for (;;) {
    const status = (await (await ask(server, dataDir, '/api/library/scan')).json()) as ScanStatus
    if (status.state === 'idle' && status.last !== null) return server
    await sleep(POLL_MS)
  }
}

async function untilQuiet({ pid }: ServerProcess): Promise<void> {
  const spent = () => readProcess(pid).threads.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  const deadline = performance.now() + PATIENCE_SECONDS * 1_000
  for (let before = spent(); performance.now() < deadline;) {
    await sleep(WINDOW_SECONDS * 1_000)
    const now = spent()
    if (Math.abs(now - before) < QUIET_MS) return
    before = now
  }
  throw new Error(`the server is still busy after ${PATIENCE_SECONDS} s`)
}

function ask({ url }: ServerProcess, dataDir: string, path: string): Promise<Response> {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  return fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
}

/** As a browser does: a page that is rendered, a list and a search. */
async function visit({ url }: ServerProcess): Promise<void> {
  const headers = { 'user-agent': 'Mozilla/5.0 Chrome/156' }
  for (const path of ['/setup', '/api/works', '/api/search/walk']) await (await fetch(url + path, { headers })).text()
}

/** In megabytes, of the main thread. */
async function heapOf(server: ServerProcess, dataDir: string) {
  const text = await (await ask(server, dataDir, '/metrics')).text()
  const of = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1e6
  return {
    total: of('nodejs_heap_size_total_bytes'),
    used: of('nodejs_heap_size_used_bytes'),
    external: of('nodejs_external_memory_bytes'),
  }
}

function readProcess(pid: number) {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read('status'))?.[1]) * KILOBYTE) / 1e6
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => {
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(read(`task/${id}/stat`)) ?? []
    const fields = rest.split(' ')
    return { id, name, cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS }
  })
  return {
    threads,
    memory: { files: megabytes('RssFile') + megabytes('RssShmem'), anonymous: megabytes('RssAnon') },
    writtenBytes: Number(/^write_bytes: (\d+)/m.exec(read('io'))?.[1]),
  }
}

const round = (megabytes: number) => Math.round(megabytes)
