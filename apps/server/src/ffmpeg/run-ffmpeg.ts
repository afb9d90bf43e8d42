import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'

const MAX_MESSAGES = 2_000
/** How long a process's output may stay open after it has ended or was killed. */
const CLOSE_MS = 2_000

export type FfmpegRun = {
  ffmpegPath: string
  arguments: readonly string[]
  /** Written to its standard input; nothing by default. */
  input?: Uint8Array
  /** Kills it. */
  signal: AbortSignal
  timeoutMs: number
  /** More output is an error. */
  maxBytes: number
  /** Number of characters kept from the end of its standard error; default: 2,000. */
  maxMessages?: number
  /** Priority below the server's: 0 to 19. */
  niceness: number
  /** Receives the output in pieces, instead of all of it at the end. */
  onOutput?: (part: Buffer) => void
  onStarted?: (running: RunningFfmpeg) => void
}

/**
 * While paused, no output is read, so that the process blocks once the pipe is full. Unlike a process stopped by a
 * signal, which remains forever if the server is killed, it then ends with its pipe.
 */
export type RunningFfmpeg = { setPaused(isPaused: boolean): void }

/**
 * - `absent`: it could not be started
 * - `killed`: it was killed by a signal, or wrote too much
 * - `slow`: it timed out
 * - `refused`: it failed by itself, so the same call would fail again
 */
export type FfmpegFailure = 'absent' | 'killed' | 'slow' | 'refused'

/** ffmpeg failed; the message ends with its own. */
export class FfmpegError extends Error {
  readonly failure: FfmpegFailure

  constructor(failure: FfmpegFailure, message: string) {
    super(message)
    this.name = 'FfmpegError'
    this.failure = failure
  }

  get isLasting(): boolean {
    return this.failure === 'refused'
  }
}

/**
 * Runs ffmpeg to its end, in its own process group: `ffmpeg` may be a script. The rest of the group is killed in any
 * case. Settles within two seconds of the end, the timeout or the abort, even if another process keeps the output open
 * or the system cannot end the process.
 *
 * @returns its standard output (empty with `onOutput`), and the end of its standard error
 * @throws {FfmpegError}
 * @throws the signal's reason
 */
export async function runFfmpeg(run: FfmpegRun): Promise<{ output: Buffer; messages: string }> {
  const { signal, maxBytes, maxMessages = MAX_MESSAGES } = run
  signal.throwIfAborted()
  const child = spawn(run.ffmpegPath, run.arguments, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: hasProcessGroups,
  })
  const group = groupOf(child)
  const parts: Buffer[] = []
  let sizeBytes = 0
  let messages = ''
  let failure = null as FfmpegError | null
  let patience: NodeJS.Timeout | undefined
  let hasEnded = false

  const { promise: closed, resolve: settle } = Promise.withResolvers<void>()
  const leave = () => {
    failure ??= new FfmpegError('killed', 'ffmpeg ended and left something running')
    settle()
  }
  // First read output that arrived while this process was busy.
  const settleSoon = () => (patience ??= setTimeout(() => setImmediate(leave), CLOSE_MS))
  const kill = () => {
    group.kill('SIGKILL')
    settleSoon()
  }
  const fail = (kind: FfmpegFailure, reason: string) => {
    failure ??= new FfmpegError(kind, `ffmpeg ${reason}`)
    kill()
  }
  const timer = setTimeout(() => fail('slow', `took longer than ${run.timeoutMs / 1_000} s`), run.timeoutMs)
  signal.addEventListener('abort', kill)
  child.stdout.on('data', (part: Buffer) => {
    if (run.onOutput) run.onOutput(part)
    else parts.push(part)
    if (failure === null) patience?.refresh()
    sizeBytes += part.length
    if (sizeBytes > maxBytes) fail('killed', `wrote more than ${maxBytes} bytes`)
  })
  child.stderr.on('data', (part: Buffer) => (messages = (messages + part.toString()).slice(-maxMessages)))
  child.on('error', (error) => {
    failure ??= new FfmpegError('absent', `ffmpeg could not be started: ${error.message}`)
    settle()
  })
  // If ffmpeg ends early, its exit code explains why, not the broken pipe.
  child.stdin.on('error', () => {})
  child.stdin.end(run.input)
  child.on('exit', () => {
    hasEnded = true
    child.stdout.resume()
    settleSoon()
  })
  child.on('close', (code, killedBy) => {
    if (killedBy !== null) failure ??= new FfmpegError('killed', `ffmpeg was ended by ${killedBy}`)
    else if (code !== 0) failure ??= new FfmpegError('refused', `ffmpeg ended with code ${code}: ${messages.trim()}`)
    settle()
  })
  if (child.pid !== undefined) {
    runningGroups.add(group)
    stepBack(child.pid, run.niceness)
    run.onStarted?.({
      setPaused(isPaused) {
        if (isPaused && !hasEnded) child.stdout.pause()
        else child.stdout.resume()
      },
    })
  }
  try {
    await closed
    signal.throwIfAborted()
    if (failure) throw failure
  } finally {
    clearTimeout(timer)
    clearTimeout(patience)
    signal.removeEventListener('abort', kill)
    runningGroups.delete(group)
    // A script named ffmpeg may leave processes behind, even on success.
    group.kill('SIGKILL')
    child.stdout.destroy()
    child.stderr.destroy()
    child.unref()
  }
  return { output: Buffer.concat(parts), messages }
}

type ProcessGroup = { kill(signal: NodeJS.Signals): void }

const hasProcessGroups = process.platform !== 'win32'
const runningGroups = new Set<ProcessGroup>()

// A server that must stop at once does not wait for ffmpeg.
process.on('exit', () => {
  for (const group of runningGroups) group.kill('SIGKILL')
})

function groupOf(child: ChildProcess): ProcessGroup {
  return {
    kill(signal) {
      if (child.pid === undefined) return
      if (!hasProcessGroups) {
        child.kill(signal)
        return
      }
      try {
        process.kill(-child.pid, signal)
      } catch (error) {
        // ESRCH: none of it remains. EPERM: the rest belongs to another user.
        const { code } = error as NodeJS.ErrnoException
        if (code !== 'ESRCH' && code !== 'EPERM') throw error
      }
    },
  }
}

function stepBack(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // It has ended already, or the system has no priorities.
  }
}

/** Whether it runs: prints its version within ten seconds. */
export async function canRunFfmpeg(ffmpegPath: string): Promise<boolean> {
  const signal = new AbortController().signal
  return runFfmpeg({
    ffmpegPath,
    arguments: ['-version'],
    signal,
    timeoutMs: 10_000,
    maxBytes: 1_000_000,
    niceness: 0,
  }).then(
    () => true,
    () => false,
  )
}
