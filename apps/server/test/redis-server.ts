import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/**
 * A real Redis that keeps nothing; it accepts connections by then.
 *
 * @param detached  whether Ctrl-C in the terminal leaves it running
 */
export async function startRedis(port: number, { detached = false } = {}): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached,
    },
  )
  let said = ''
  for await (const text of child.stdout) {
    said += String(text)
    if (said.includes('Ready to accept connections')) break
  }
  return child
}

export async function endRedis(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGCONT')
  child.kill('SIGKILL')
  await once(child, 'exit')
}
