import { recoveryDelayMs } from '#lib/api/recovery.ts'
import type { Trouble } from '#lib/kept/messages.ts'
import type { FileState, KeptFile } from '#lib/kept/schema.ts'
import { pause as wait } from '#lib/pause.ts'

import { nameOf } from './fetch-file.ts'
import { KeepError } from './keep-error.ts'

const AT_ONCE = 2

type Deps = {
  /** Returns the files that wait, in the order of the queue. */
  list: () => Promise<KeptFile[]>
  /** Throws `KeepError`, or the signal's reason. */
  fetchFile: (file: KeptFile, signal: AbortSignal) => Promise<void>
  /** Stores that a file cannot be fetched. */
  fail: (file: KeptFile, state: Extract<FileState, 'vanished' | 'refused'>) => Promise<unknown>
  /** Returns why nothing may be fetched now, or null. */
  hindrance: () => Trouble | null
  /** Called when it changes why nothing is fetched. */
  onTrouble: (trouble: Trouble | null) => void
  /** Called when a file is whole, or cannot be. */
  onSettled: (file: KeptFile) => void
  pause?: typeof wait
}

/** Why a file is left as it is: it is no failure. */
const LEFT = 'left'

/**
 * Fetches what waits, two files at a time. Temporary failures are retried for as long as they last, less and less
 * often; those that concern all files stop everything until `wake`.
 */
export function createKeeper(deps: Deps) {
  const { list, fetchFile, fail, hindrance, onTrouble, onSettled, pause = wait } = deps
  const running = new Map<string, AbortController>()
  /** Null: read it again. */
  let queue: KeptFile[] | null = null
  let stopped: Trouble | null = null
  let told: Trouble | null = null
  let tries = 0
  /** How many files had been fetched when a proxy first answered for one, by name. */
  const foreignSince = new Map<string, number>()
  let fetched = 0
  let resting: { why: 'network' | 'busy'; controller: AbortController } | null = null
  let isDue = false
  let notify = () => {}

  function happened(): void {
    isDue = true
    notify()
  }

  async function somethingHappens(): Promise<void> {
    if (!isDue) await new Promise<void>((resolve) => (notify = resolve))
    isDue = false
  }

  function readAgain(): void {
    queue = null
  }

  function hasNothing(): boolean {
    return queue?.length === 0
  }

  function leaveAll(): void {
    for (const controller of running.values()) controller.abort(LEFT)
  }

  /** Begins with as many files as may run at once. */
  async function fill(signal: AbortSignal): Promise<void> {
    if (!queue) {
      const read = (queue = await list())
      const names = new Set(read.map(nameOf))
      for (const [name, controller] of running) if (!names.has(name)) controller.abort(LEFT)
    }
    for (const file of queue ?? []) {
      if (running.size >= AT_ONCE || signal.aborted) return
      if (!running.has(nameOf(file))) void run(file)
    }
  }

  async function run(file: KeptFile): Promise<void> {
    const name = nameOf(file)
    const controller = new AbortController()
    running.set(name, controller)
    try {
      await fetchFile(file, controller.signal)
      tries = 0
      fetched += 1
      settle(file)
    } catch (error) {
      if (!controller.signal.aborted) await handleFailure(file, error)
    } finally {
      running.delete(name)
      happened()
    }
  }

  function settle(file: KeptFile): void {
    queue = queue?.filter((each) => nameOf(each) !== nameOf(file)) ?? null
    onSettled(file)
  }

  async function handleFailure(file: KeptFile, error: unknown): Promise<void> {
    const { failure, waitSeconds } = error instanceof KeepError ? error : new KeepError('storage', { cause: error })
    if (failure === 'vanished' || failure === 'refused') {
      await fail(file, failure)
      settle(file)
    } else if (failure === 'foreign') await putOff(file)
    else if (failure === 'network' || failure === 'busy') rest(failure, waitSeconds)
    else {
      stopped = failure
      leaveAll()
    }
    if (!(error instanceof KeepError)) throw error
  }

  /** Tries a file after the others; if those are fetched and it is not, the proxy refuses this file alone. */
  async function putOff(file: KeptFile): Promise<void> {
    const name = nameOf(file)
    const since = foreignSince.get(name) ?? fetched
    foreignSince.set(name, since)
    if (fetched > since) {
      foreignSince.delete(name)
      await fail(file, 'refused')
      return settle(file)
    }
    queue = queue && [...queue.filter((each) => nameOf(each) !== name), file]
    rest('network')
  }

  /** The other file has the same server, so both wait. */
  function rest(why: 'network' | 'busy', waitSeconds = 0): void {
    if (resting) return
    const controller = new AbortController()
    resting = { why, controller }
    const ms = Math.max(recoveryDelayMs(tries), waitSeconds * 1_000)
    tries += 1
    const end = () => {
      resting = null
      happened()
    }
    // Rejected when it ends early.
    pause(ms, controller.signal).then(end, end)
  }

  function look(): Trouble | null {
    const trouble = stopped ?? hindrance() ?? resting?.why ?? null
    if (trouble !== told) onTrouble((told = trouble))
    return trouble
  }

  return {
    /**
     * Fetches until nothing waits any more.
     *
     * @param signal  ends it early
     */
    async run(signal: AbortSignal): Promise<void> {
      const end = () => happened()
      signal.addEventListener('abort', end)
      readAgain()
      try {
        while (!signal.aborted) {
          const trouble = look()
          if (trouble === null) await fill(signal)
          else if (trouble !== resting?.why) leaveAll()
          if (running.size === 0 && trouble === null && hasNothing()) return
          await somethingHappens()
        }
      } finally {
        signal.removeEventListener('abort', end)
        leaveAll()
        resting?.controller.abort()
      }
    },

    /** What waits has changed. There may be room again, too. */
    changed(): void {
      readAgain()
      if (stopped === 'full') stopped = null
      happened()
    },

    /** Tries again at once, because the connection may be back. */
    reconnect(): void {
      tries = 0
      resting?.controller.abort()
    },

    /** Tries again at once, whatever stopped it: the listener says so, or has logged in. */
    wake(): void {
      stopped = null
      tries = 0
      resting?.controller.abort()
      happened()
    },

    /** Bytes have arrived: the connection works. */
    arrived(): void {
      tries = 0
    },
  }
}
