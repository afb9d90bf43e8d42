import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

export interface Desktop {
  /** Leads browsers to it. */
  env: Record<string, string>
  stop(): Promise<void>
}

/** Starts what browsers with windows and sound need, on a machine without a screen and loudspeakers. */
export async function startDesktop(): Promise<Desktop> {
  const folder = mkdtempSync(join(tmpdir(), 'otodana-desktop-'))
  const started: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(started.map(end))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    started.push(screen)
    const socket = join(folder, 'sound.socket')
    const sound = spawn(
      'pulseaudio',
      [
        '-n',
        '--daemonize=no',
        '--exit-idle-time=-1',
        '--use-pid-file=no',
        '--load=module-null-sink',
        `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
      ],
      // What it would keep in the home folder.
      { stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, XDG_CONFIG_HOME: folder } },
    )
    started.push(sound)
    const display = await displayNumber(screen)
    while (!existsSync(socket)) {
      if (hasEnded(sound)) throw new Error(`PulseAudio ended with ${sound.exitCode ?? sound.signalCode}`)
      await delay(20)
    }
    return { env: { DISPLAY: `:${display}`, PULSE_SERVER: `unix:${socket}` }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Xvfb takes a number that is free, and says which once it is ready. */
async function displayNumber(screen: ChildProcess): Promise<string> {
  const output = screen.stdio[3] as Readable
  const said = once(output, 'data').then(([text]) => String(text).trim())
  const ended = once(screen, 'close').then(([code]) => {
    throw new Error(`Xvfb ended with code ${code}`)
  })
  return Promise.race([said, ended])
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}

/** Whether a process has exited or was ended by a signal. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
