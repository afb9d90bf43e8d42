import { setImmediate } from 'node:timers/promises'

export type TimeSlices = ReturnType<typeof createTimeSlices>

/** Cuts long work of a thread that has others to serve into slices of at most `sliceMs`, the first one from now on. */
export function createTimeSlices(sliceMs: number) {
  let startedAt = performance.now()

  return {
    isOver: () => performance.now() - startedAt >= sliceMs,
    /** Lets other work have its turn, and begins the next slice. */
    async next(): Promise<void> {
      await setImmediate()
      startedAt = performance.now()
    },
  }
}
