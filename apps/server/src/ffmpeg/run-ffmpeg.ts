import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'

const MAX_COMPLAINT = 2_000

export type FfmpegRun = {
  ffmpegPath: string
  arguments: readonly string[]
  /** Ends it at once. */
  signal: AbortSignal
  timeoutMs: number
  /** More output than this is a fault. */
  maxBytes: number
  /** How far it steps back behind the server itself: 0 to 19. */
  niceness: number
  /** Takes the output piece by piece, instead of all of it at the end. */
  onOutput?: (part: Buffer) => void
  /** Called with ffmpeg's process, which may be stopped and continued. */
  onStarted?: (child: { kill(signal: NodeJS.Signals): boolean }) => void
}

/** ffmpeg could not be started, was killed, took too long, or refused the file; the message ends in its own words. */
export class FfmpegError extends Error {
  /** ffmpeg ended by itself, so that the same call would end in the same way. */
  readonly isLasting: boolean

  constructor(message: string, isLasting: boolean) {
    super(message)
    this.name = 'FfmpegError'
    this.isLasting = isLasting
  }
}

/**
 * Runs ffmpeg to its end. However this settles, the process is gone then.
 *
 * @returns all that it wrote to its standard output (nothing with `onOutput`) and, the last 2,000 characters, to its standard error
 * @throws {FfmpegError}
 * @throws the signal's reason when it was aborted
 */
export async function runFfmpeg(run: FfmpegRun): Promise<{ output: Buffer; messages: string }> {
  const { signal, maxBytes } = run
  signal.throwIfAborted()
  const child = spawn(run.ffmpegPath, run.arguments, { stdio: ['ignore', 'pipe', 'pipe'] })
  const parts: Buffer[] = []
  let sizeBytes = 0
  let messages = ''
  let failure: FfmpegError | null = null

  const kill = () => child.kill('SIGKILL')
  const fail = (reason: string) => {
    failure ??= new FfmpegError(`ffmpeg ${reason}`, false)
    kill()
  }
  const timer = setTimeout(() => fail(`took longer than ${run.timeoutMs / 1_000} s`), run.timeoutMs)
  signal.addEventListener('abort', kill)
  child.stdout.on('data', (part: Buffer) => {
    if (run.onOutput) run.onOutput(part)
    else parts.push(part)
    sizeBytes += part.length
    if (sizeBytes > maxBytes) fail(`wrote more than ${maxBytes} bytes`)
  })
  child.stderr.on('data', (part: Buffer) => (messages = (messages + part.toString()).slice(-MAX_COMPLAINT)))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.on('error', (error) => reject(new FfmpegError(`ffmpeg could not be started: ${error.message}`, false)))
  child.on('close', (code, killedBy) => {
    if (failure) reject(failure)
    else if (code === 0) resolve()
    else if (killedBy !== null) reject(new FfmpegError(`ffmpeg was ended by ${killedBy}`, false))
    else reject(new FfmpegError(`ffmpeg ended with code ${code}: ${messages.trim()}`, true))
  })
  if (child.pid !== undefined) {
    stepBack(child.pid, run.niceness)
    run.onStarted?.(child)
  }
  try {
    await promise
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
  }
  return { output: Buffer.concat(parts), messages }
}

function stepBack(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // It has ended already, or the system knows no priorities: then it runs as everything else does.
  }
}
