type Waiting = { begin: () => void; mayWait: () => boolean }

/** Lets at most `atOnce` tasks run; the others wait their turn, first come first served. */
export function createSemaphore(atOnce: number) {
  let running = 0
  const waiting: Waiting[] = []
  const idle: (() => void)[] = []

  function takeNext(): Waiting | undefined {
    const urgent = waiting.findIndex(({ mayWait }) => !mayWait())
    return waiting.splice(Math.max(urgent, 0), 1)[0]
  }

  function takeTurn(mayWait: () => boolean, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>()
    const place = { begin, mayWait }
    waiting.push(place)
    signal?.addEventListener('abort', () => {
      const index = waiting.indexOf(place)
      if (index === -1) return
      waiting.splice(index, 1)
      reject(signal.reason)
    })
    return promise
  }

  return {
    /**
     * @param mayWait  if true, callers for which it is false go first; evaluated for each turn, so it may change
     * @param signal   aborted while it waits, the task loses its place and is not run
     * @throws the signal's reason
     */
    async run<T>(task: () => Promise<T>, mayWait: () => boolean = () => false, signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted()
      if (running >= atOnce) await takeTurn(mayWait, signal)
      else running++
      try {
        return await task()
      } finally {
        // The slot is handed over directly, so that no other caller can take it in between.
        const next = takeNext()
        if (next) next.begin()
        else if (--running === 0) for (const resolve of idle.splice(0)) resolve()
      }
    },

    isIdle: () => running === 0,

    /** Number of waiting tasks. */
    waitingCount: () => waiting.length,

    /** Resolves when nothing is running or waiting. */
    async whenIdle(): Promise<void> {
      if (running > 0) await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}
