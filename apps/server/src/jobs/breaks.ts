import { setImmediate } from 'node:timers/promises'

export type Breaks = ReturnType<typeof createBreaks>

/** Cuts long work of a thread that has others to serve into slices of at most `sliceMs`, the first one from now on. */
export function createBreaks(sliceMs: number) {
  let startedAt = performance.now()

  return {
    isDue: () => performance.now() - startedAt >= sliceMs,
    /** Lets everybody else have a turn. */
    async take(): Promise<void> {
      await setImmediate()
      startedAt = performance.now()
    },
  }
}
