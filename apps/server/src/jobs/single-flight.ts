type Flight<T> = { result: Promise<T>; controller: AbortController; waiting: number }

/**
 * Runs one task for concurrent callers of the same key: the first starts it, the others join. When the last caller has left,
 * the task's signal aborts; a later caller starts it again.
 *
 * @param closing  aborts all tasks
 */
export function createSingleFlight<T>(closing: AbortSignal) {
  const tasks = new Map<string, Flight<T>>()
  const unsettled = new Set<Promise<unknown>>()

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const task: Flight<T> = {
      controller,
      waiting: 0,
      result: start(AbortSignal.any([controller.signal, closing])).finally(() => {
        if (tasks.get(key) === task) tasks.delete(key)
      }),
    }
    tasks.set(key, task)
    const settled = Promise.allSettled([task.result])
    unsettled.add(settled)
    void settled.then(() => unsettled.delete(settled))
    return task
  }

  return {
    /**
     * @param signal  stops waiting for this caller
     * @throws what the task throws, or the signal's reason
     */
    async join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
      signal.throwIfAborted()
      closing.throwIfAborted()
      const task = tasks.get(key) ?? begin(key, start)
      task.waiting++
      const { promise: gone, reject } = Promise.withResolvers<never>()
      const leave = () => reject(signal.reason as Error)
      signal.addEventListener('abort', leave)
      try {
        return await Promise.race([task.result, gone])
      } finally {
        signal.removeEventListener('abort', leave)
        if (--task.waiting === 0) {
          if (tasks.get(key) === task) tasks.delete(key)
          task.controller.abort()
        }
      }
    },

    /** Resolves when none is running. */
    async whenIdle(): Promise<void> {
      while (unsettled.size > 0) await Promise.all(unsettled)
    },
  }
}
