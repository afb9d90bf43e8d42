/** When playing ends by itself: rules as functions of data. */

export type SleepTimer =
  | { kind: 'off' }
  /** Milliseconds since 1970. */
  | { kind: 'until'; untilMs: number }
  /** With the track that plays. */
  | { kind: 'trackEnd' }

export const off: SleepTimer = { kind: 'off' }
export const SLEEP_MINUTES = [10, 30, 60] as const
/** A day: the most that can be set or added up to. */
export const MAX_SLEEP_MINUTES = 24 * 60
const MAX_MINUTES_MS = MAX_SLEEP_MINUTES * 60_000
/** Until the same clock time tomorrow, also where clocks go back in between. */
const MAX_MS = 25 * 3_600_000
/** Seconds in which the sound fades before it pauses. */
export const FADE_SECONDS = 8

/** Another so many minutes, from now or on top of what is left. */
export function withMinutes(timer: SleepTimer, minutes: number, nowMs: number): SleepTimer {
  const from = timer.kind === 'until' ? Math.max(timer.untilMs, nowMs) : nowMs
  return { kind: 'until', untilMs: Math.min(from + minutes * 60_000, nowMs + MAX_MINUTES_MS) }
}

/** A time of day, as clocks show it. */
export type Clock = { hours: number; minutes: number }

/** @returns the minutes that were typed, 1 to `MAX_SLEEP_MINUTES`; null for anything else */
export function minutesIn(text: string): number | null {
  const typed = text.normalize('NFKC').trim()
  const minutes = /^\d{1,4}$/.test(typed) ? Number(typed) : 0
  return minutes >= 1 && minutes <= MAX_SLEEP_MINUTES ? minutes : null
}

/** @returns the time of day that a time field gives, or that was typed where there is none; null for anything else */
export function clockIn(text: string): Clock | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text.normalize('NFKC').trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  return { hours: Number(hours), minutes: Number(minutes) }
}

/** When clocks here will next show this time: today, or tomorrow when it is past. */
export function untilClock({ hours, minutes }: Clock, nowMs: number): number {
  const on = (day: number) => {
    const at = new Date(nowMs)
    at.setDate(at.getDate() + day)
    return at.setHours(hours, minutes, 0, 0)
  }
  const today = on(0)
  // Where clocks go back, an hour comes twice.
  const again = today + 3_600_000
  if (today > nowMs) return today
  return again > nowMs && new Date(again).getHours() === hours ? again : on(1)
}

/** What a time field takes: a time of day in about an hour, a round one. */
export function clockInAnHour(nowMs: number): string {
  const step = 5 * 60_000
  const at = new Date(Math.ceil((nowMs + 3_600_000) / step) * step)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Whether it is another day by then, on this device's calendar. */
export function isAnotherDay(ms: number, nowMs: number): boolean {
  return new Date(ms).toDateString() !== new Date(nowMs).toDateString()
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
