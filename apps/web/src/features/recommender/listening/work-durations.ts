import { ApiError } from '#lib/api/api.ts'

/** After a failure a work's duration is requested again after this time. */
export const ASK_AGAIN_MS = 60_000

/**
 * Works' durations, requested when playback starts.
 *
 * @param ask  returns seconds; throws `ApiError`
 */
export function createWorkDurations(ask: (workId: number) => Promise<number>, nowMs: () => number) {
  const known = new Map<number, number>()
  const askedMs = new Map<number, number>()

  async function find(workId: number) {
    askedMs.set(workId, nowMs())
    try {
      known.set(workId, await ask(workId))
    } catch (error) {
      // Shares of the work are reported later, or not at all.
      if (!(error instanceof ApiError)) throw error
    }
  }

  return {
    /** In seconds; null if unknown. */
    of(workId: number): number | null {
      const seconds = known.get(workId)
      if (seconds !== undefined) return seconds
      if (nowMs() - (askedMs.get(workId) ?? -Infinity) >= ASK_AGAIN_MS) void find(workId)
      return null
    },
  }
}
