import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { cpuMs } from './process-figures.ts'
import type { ServerProcess } from './server-process.ts'

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url))

export type Load = {
  requests: number
  perSecond: number
  /** The server's CPU time, user and system, all threads. */
  cpuMicroseconds: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

type LoadOptions = {
  seconds: number
  connections?: number
  headers?: Record<string, string>
}

/**
 * Finds wrk, or installs it as root on a Debian-like system.
 *
 * @throws {Error} it is missing and cannot be installed
 */
export function ensureWrk(): void {
  if (hasWrk()) return
  if (process.getuid?.() === 0) {
    console.log('wrk is missing; installing it.')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['-qq', 'update'], { stdio: ['ignore', 'ignore', 'inherit'], env })
    spawnSync('apt-get', ['-qq', 'install', '-y', 'wrk'], { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
  if (!hasWrk()) throw new Error('This needs wrk to send requests: install the package "wrk" (apt-get install wrk).')
}

function hasWrk(): boolean {
  return spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined
}

/**
 * Requests `paths` from a server in turn as fast as it answers, on this many connections, from a separate process.
 *
 * @throws {Error} any answer is not a success, or a connection breaks
 */
export async function measureLoad(
  server: ServerProcess,
  paths: readonly string[],
  { seconds, connections = 16, headers = {} }: LoadOptions,
): Promise<Load> {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-wrk-'))
  try {
    const list = join(dir, 'paths')
    writeFileSync(list, `${paths.join('\n')}\n`)
    const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const cpuBefore = cpuMs(server.pid)
    const child = spawn(
      'wrk',
      ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '60s', '-s', SCRIPT, ...sent, server.url, '--', list],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    await once(child, 'close')
    const cpu = cpuMs(server.pid) - cpuBefore
    const text = /^RESULT (.*)$/m.exec(output)?.[1]
    if (text === undefined) throw new Error(`wrk gave no result:\n${output}`)
    const result = JSON.parse(text) as Record<
      'requests' | 'microseconds' | 'refused' | 'broken' | 'p50' | 'p99' | 'max',
      number
    >
    if (result.refused > 0 || result.broken > 0) {
      throw new Error(`${result.refused} of ${result.requests} answers were not successful, ${result.broken} broke off`)
    }
    return {
      requests: result.requests,
      perSecond: result.requests / (result.microseconds / 1_000_000),
      cpuMicroseconds: (cpu * 1_000) / result.requests,
      p50Ms: result.p50 / 1_000,
      p99Ms: result.p99 / 1_000,
      maxMs: result.max / 1_000,
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
