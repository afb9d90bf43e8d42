/** When playing ends by itself: rules as functions of data. */

export type SleepTimer =
  | { kind: 'off' }
  /** Milliseconds since 1970. */
  | { kind: 'until'; untilMs: number }
  /** With the track that plays. */
  | { kind: 'trackEnd' }

export const off: SleepTimer = { kind: 'off' }
export const SLEEP_MINUTES = [10, 30, 60] as const
/** Long enough for a night; adding goes no further. */
const MAX_MS = 12 * 3_600_000
/** Seconds in which the sound fades before it pauses. */
export const FADE_SECONDS = 8

/** Another so many minutes, from now or on top of what is left. */
export function withMinutes(timer: SleepTimer, minutes: number, nowMs: number): SleepTimer {
  const from = timer.kind === 'until' ? Math.max(timer.untilMs, nowMs) : nowMs
  return { kind: 'until', untilMs: Math.min(from + minutes * 60_000, nowMs + MAX_MS) }
}

/** Seconds until it pauses; null while it does not, or the end of the track is not known. */
export function secondsLeft(timer: SleepTimer, nowMs: number, trackSecondsLeft: number | null): number | null {
  if (timer.kind === 'until') return Math.max(0, (timer.untilMs - nowMs) / 1000)
  return timer.kind === 'trackEnd' ? trackSecondsLeft : null
}

/** The share of the volume that is left so shortly before the pause: 1 until the fade begins, then evenly quieter. */
export function fadeAt(secondsBeforePause: number | null): number {
  if (secondsBeforePause === null) return 1
  // Squared, for loudness is heard that way.
  return Math.min(Math.max(secondsBeforePause / FADE_SECONDS, 0), 1) ** 2
}

/** Reads what `JSON.stringify` made of one; off for anything else, and for a time that is over. */
export function sleepTimerFrom(text: string | null, nowMs: number): SleepTimer {
  try {
    const stored = JSON.parse(text ?? 'null') as { kind?: unknown; untilMs?: unknown } | null
    if (stored?.kind === 'trackEnd') return { kind: 'trackEnd' }
    const { untilMs } = stored ?? {}
    const isAhead = typeof untilMs === 'number' && untilMs > nowMs && untilMs <= nowMs + MAX_MS
    return stored?.kind === 'until' && isAhead ? { kind: 'until', untilMs } : off
  } catch {
    return off
  }
}
