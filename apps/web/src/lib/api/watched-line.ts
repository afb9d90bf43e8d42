/** A connection without data for this long is lost. */
const STALLED_MS = 45_000

/** Reason of an abort by `watchedLine` itself. */
export const STALLED = 'stalled'

/** Returns a signal that also aborts when the connection stalls. */
export function watchedLine(signal: AbortSignal) {
  const controller = new AbortController()
  const stop = () => controller.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  return {
    signal: controller.signal,
    /** Only network reads count: a slow disk may take minutes to store something. */
    async awaited<T>(coming: Promise<T>): Promise<T> {
      const timer = setTimeout(() => controller.abort(STALLED), STALLED_MS)
      try {
        return await coming
      } finally {
        clearTimeout(timer)
      }
    },
    end: () => signal.removeEventListener('abort', stop),
  }
}
