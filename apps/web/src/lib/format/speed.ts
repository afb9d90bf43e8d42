/** Long enough to be steady, short enough to follow changes. */
const WINDOW_MS = 8_000
const SHORTEST_MS = 1_000
/** Bytes arrive thousands of times a second. */
const MARK_MS = 100

type Mark = { atMs: number; bytes: number }

/** Measures the speed over the last seconds. */
export function createSpeedometer() {
  let marks: Mark[] = []
  return {
    /** @param bytes  total received so far */
    note(bytes: number, atMs: number): void {
      const last = marks.at(-1)
      if (last && atMs - last.atMs < MARK_MS) return
      marks = marks.filter((mark) => atMs - mark.atMs <= WINDOW_MS)
      marks.push({ atMs, bytes })
    },
    /** Ignores everything before: a pause, or bytes saved earlier. */
    reset(): void {
      marks = []
    },
    /** Null until it can be estimated. */
    bytesPerSecond(): number | null {
      const first = marks[0]
      const last = marks.at(-1)
      if (!first || !last || last.atMs - first.atMs < SHORTEST_MS) return null
      return Math.max(0, ((last.bytes - first.bytes) / (last.atMs - first.atMs)) * 1_000)
    },
  }
}

/** Null if unknown, or too long to be useful. */
export function secondsLeft(missingBytes: number, bytesPerSecond: number | null): number | null {
  if (!bytesPerSecond) return null
  const seconds = missingBytes / bytesPerSecond
  return seconds < 100 * 3_600 ? Math.ceil(seconds) : null
}
