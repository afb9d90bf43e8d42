import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { freePort } from '../../scripts/lib/free-port.ts'

const TIMEOUT_MS = 120_000
const POLL_MS = 5
/** The entry point of `npm start`. */
const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))

export type ServerProcess = {
  url: string
  pid: number
  /** From starting the process to the first answer of `ready`. */
  startSeconds: number
  stop(): Promise<void>
}

type ProcessOptions = {
  name: string
  command: string
  args: string[]
  cwd?: string
  env: Record<string, string>
  port: number
  /** A path that answers with success once the server is ready. */
  ready: string
}

/**
 * Starts our server as an operator would, in its own process, and waits until it listens; `nodeArguments` are for
 * profiling.
 */
export async function startOurs(env: Record<string, string>, nodeArguments: string[] = []): Promise<ServerProcess> {
  const port = await freePort()
  return startProcess({
    name: 'the server',
    command: process.execPath,
    args: [...nodeArguments, START],
    env: {
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      SOUND_ANALYSIS: 'off',
      SUBTITLE_SEARCH: 'off',
      RECOMMENDER_REFRESH_SECONDS: '0',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
    port,
    ready: '/api/health',
  })
}

/**
 * Starts a program and waits until it answers. Of the developer's environment it only receives PATH.
 *
 * @throws {Error} it exited, or did not answer within two minutes
 */
export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
  const { name, command, args, env, port } = options
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(command, args, {
    cwd: options.cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  const exit = once(child, 'exit')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const killOnExit = () => child.kill('SIGKILL')
  process.once('exit', killOnExit)
  const stop = async () => {
    if (!hasEnded()) child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await exit
    clearTimeout(timer)
    process.off('exit', killOnExit)
  }
  while (!(await answers(url + options.ready))) {
    if (hasEnded() || performance.now() - startedAt > TIMEOUT_MS) {
      const why = hasEnded() ? `exited with code ${child.exitCode}` : `did not answer within ${TIMEOUT_MS / 1_000} s`
      await stop()
      throw new Error(`${name} ${why}`)
    }
    await sleep(POLL_MS)
  }
  return { url, pid: child.pid!, startSeconds: (performance.now() - startedAt) / 1_000, stop }
}

async function answers(url: string): Promise<boolean> {
  // Refused until it listens.
  const answer = await fetch(url).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.ok ?? false
}
