import { setImmediate } from 'node:timers/promises'

export type TimeSlices = ReturnType<typeof createTimeSlices>

/**
 * Divides long work into slices of at most `sliceMs`, so that its thread can do other work. The first slice starts now.
 */
export function createTimeSlices(sliceMs: number) {
  let startedAt = performance.now()

  return {
    isOver: () => performance.now() - startedAt >= sliceMs,
    /** Lets other work run, and starts the next slice. */
    async next(): Promise<void> {
      await setImmediate()
      startedAt = performance.now()
    },
  }
}
