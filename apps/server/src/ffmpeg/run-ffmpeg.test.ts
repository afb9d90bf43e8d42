import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { isRunning } from '../../test/sounds.ts'
import { FfmpegError, runFfmpeg, type RunningFfmpeg } from './run-ffmpeg.ts'

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'otodana-run-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A program that records its own process id and those it starts with `note $!`, one per line. */
function aProgram(name: string, body: string) {
  const path = join(base, name)
  const log = `${path}.pids`
  writeFileSync(path, `#!/bin/sh\nnote() { echo "$1" >> '${log}'; }\nnote $$\n${body}\n`)
  chmodSync(path, 0o755)
  return { path, pids: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(Number) : []) }
}

function run(ffmpegPath: string, options: { timeoutMs?: number; signal?: AbortSignal } = {}) {
  const { timeoutMs = 60_000, signal = new AbortController().signal } = options
  return runFfmpeg({ ffmpegPath, arguments: [], signal, timeoutMs, maxBytes: 1_000, niceness: 0 })
}

const hanging = [
  ['that sleeps', 'exec sleep 600', 1],
  ['whose wrapper waits for a child', 'sleep 600 &\nnote $!\nwait', 2],
  [
    'whose wrapper runs a shell that runs a child',
    'sh -c \'sleep 600 & echo $! >> $0.pids; wait\' "$0" & note $!\nwait',
    3,
  ],
  ['that ignores being asked to end', "trap '' TERM INT HUP\nsleep 600 & note $!\nwhile :; do wait; done", 2],
  ['that leaves a child with its output', 'sleep 600 &\nnote $!\nexit 0', 2],
] as const

test.each(hanging)('MED-05 a ffmpeg %s is ended with all it has started: by the timeout', async (what, body) => {
  const program = aProgram(`timeout ${what}`, body)
  const error: unknown = await run(program.path, { timeoutMs: 300 }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(FfmpegError)
  expect((error as FfmpegError).isLasting).toBe(false)
  await expect.poll(() => program.pids().filter(isRunning)).toEqual([])
})

test.each(hanging.slice(0, 4))(
  'MED-05 a ffmpeg %s is ended with all it has started: by a signal',
  async (what, body, count) => {
    const program = aProgram(`signal ${what}`, body)
    const stop = new AbortController()
    const running = run(program.path, { signal: stop.signal })
    await expect.poll(() => program.pids().length).toBe(count)
    stop.abort(new Error('nobody listens'))
    await expect(running).rejects.toThrow('nobody listens')
    await expect.poll(() => program.pids().filter(isRunning)).toEqual([])
  },
)

test('MED-05 a ffmpeg that did its work leaves no child behind', async () => {
  const program = aProgram('leaves', 'sleep 600 >/dev/null 2>&1 </dev/null &\nnote $!\necho done')
  const { output } = await run(program.path)
  expect(output.toString()).toBe('done\n')
  expect(program.pids()).toHaveLength(2)
  await expect.poll(() => program.pids().filter(isRunning)).toEqual([])
})

test('MED-05 a paused ffmpeg waits, and gives all that it wrote when it goes on', async () => {
  // 124: it had not written its output in time.
  const wait = 'timeout 0.3 head -c 3000000 /dev/zero; echo $? > "$0.waited"; head -c 5 /dev/zero'
  const program = aProgram('waits', wait)
  const waited = () => existsSync(`${program.path}.waited`) && readFileSync(`${program.path}.waited`, 'utf8').trim()
  let started: RunningFfmpeg | undefined
  const running = runFfmpeg({
    ffmpegPath: program.path,
    arguments: [],
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    maxBytes: 4_000_000,
    niceness: 0,
    onStarted: (run) => (started = run).setPaused(true),
  })
  await expect.poll(waited).toBe('124')
  started!.setPaused(false)
  const { output } = await running
  expect(output.length).toBeGreaterThan(5)
})

test('MED-05 a paused ffmpeg ends with a server that is killed', async () => {
  const program = aProgram('endless', 'exec cat /dev/zero')
  const server = join(base, 'server.ts')
  writeFileSync(
    server,
    `import { runFfmpeg } from ${JSON.stringify(join(import.meta.dirname, 'run-ffmpeg.ts'))}
    await runFfmpeg({
      ffmpegPath: ${JSON.stringify(program.path)},
      arguments: [],
      signal: new AbortController().signal,
      timeoutMs: 600_000,
      maxBytes: Infinity,
      niceness: 0,
      onStarted(run) {
        run.setPaused(true)
        console.log('paused')
      },
    })`,
  )
  const child = spawn(process.execPath, [server], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  await expect.poll(() => program.pids().filter(isRunning).length).toBe(1)
  child.kill('SIGKILL')
  await expect.poll(() => program.pids().filter(isRunning)).toEqual([])
})

test('MED-05 the error says how it failed: not found, refused, killed, too slow', async () => {
  const failureOf = async (running: Promise<unknown>) => {
    const error: unknown = await running.catch((thrown: unknown) => thrown)
    return error instanceof FfmpegError ? error.failure : error
  }
  expect(await failureOf(run(join(base, 'none')))).toBe('absent')
  expect(await failureOf(run(aProgram('refuses', 'echo no >&2; exit 3').path))).toBe('refused')
  expect(await failureOf(run(aProgram('dies', 'kill -9 $$').path))).toBe('killed')
  expect(await failureOf(run(aProgram('talks', 'head -c 5000 /dev/zero; exec sleep 600').path))).toBe('killed')
  expect(await failureOf(run(aProgram('sleeps', 'exec sleep 600').path, { timeoutMs: 50 }))).toBe('slow')
})
