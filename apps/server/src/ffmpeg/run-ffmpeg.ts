import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'

const KEPT_MESSAGES = 2_000
/** How long after its end, or after it was killed, the output of a process may stay open. */
const CLOSE_MS = 2_000

export type FfmpegRun = {
  ffmpegPath: string
  arguments: readonly string[]
  /** What it reads from its standard input; nothing by default. */
  input?: Uint8Array
  /** Ends it at once. */
  signal: AbortSignal
  timeoutMs: number
  /** More output than this is a fault. */
  maxBytes: number
  /** How many characters of its standard error are kept, the last ones; 2,000 by default. */
  keptMessages?: number
  /** How far it steps back behind the server itself: 0 to 19. */
  niceness: number
  /** Takes the output piece by piece, instead of all of it at the end. */
  onOutput?: (part: Buffer) => void
  onStarted?: (running: RunningFfmpeg) => void
}

/**
 * While it is paused none of its output is taken, so that it waits as soon as the pipe is full. Unlike a process that a
 * signal has stopped, which stays for ever when the server is killed, it then ends with its pipe.
 */
export type RunningFfmpeg = { setPaused(isPaused: boolean): void }

/**
 * - `absent`: it could not be started
 * - `killed`: a signal ended it, or it wrote more than it may
 * - `slow`: it took too long
 * - `refused`: it ended by itself, so that the same call would end in the same way
 */
export type FfmpegFailure = 'absent' | 'killed' | 'slow' | 'refused'

/** ffmpeg did not do what it was asked to; the message ends in its own words. */
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
 * Runs ffmpeg to its end, as the leader of a process group of its own: what is called ffmpeg may be a script that starts
 * it. However this settles, what is left of the group has been killed. It settles within two seconds of the end,
 * of the timeout and of the signal, also when something else keeps the output open or the system cannot end the process.
 *
 * @returns all that it wrote to its standard output (nothing with `onOutput`), and the end of what it wrote to its standard error
 * @throws {FfmpegError}
 * @throws the signal's reason when it was aborted
 */
export async function runFfmpeg(run: FfmpegRun): Promise<{ output: Buffer; messages: string }> {
  const { signal, maxBytes, keptMessages = KEPT_MESSAGES } = run
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
  // Output that arrived while this process was busy is read first.
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
  child.stderr.on('data', (part: Buffer) => (messages = (messages + part.toString()).slice(-keptMessages)))
  child.on('error', (error) => {
    failure ??= new FfmpegError('absent', `ffmpeg could not be started: ${error.message}`)
    settle()
  })
  // When ffmpeg ends early its exit code says why, not the broken pipe.
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
    // A script that is called ffmpeg may leave something behind, whether it did its work or not.
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
        // ESRCH: nothing of it is left. EPERM: what is left has become another user's, so it can only be left.
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
    // It has ended already, or the system knows no priorities: then it runs as everything else does.
  }
}

/** Whether it runs at all, asked for its version; one that does not answer within ten seconds does not. */
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
