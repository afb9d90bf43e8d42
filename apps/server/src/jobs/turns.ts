/** Lets at most `atOnce` tasks run; the others wait their turn, first come first served. */
export function createTurns(atOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []
  const idle: (() => void)[] = []

  return {
    async inTurn<T>(task: () => Promise<T>): Promise<T> {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      else running++
      try {
        return await task()
      } finally {
        // A place is handed over, not given up, so that nobody slips in between.
        const next = waiting.shift()
        if (next) next()
        else if (--running === 0) for (const resolve of idle.splice(0)) resolve()
      }
    },

    isIdle: () => running === 0,

    /** Waits until nothing runs and nobody waits. */
    async whenIdle(): Promise<void> {
      if (running > 0) await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}
