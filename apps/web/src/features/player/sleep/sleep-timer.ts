/** Rules of the sleep timer, as pure functions. */

export type SleepTimer =
  | { kind: 'off' }
  /** Milliseconds since 1970. */
  | { kind: 'until'; untilMs: number }
  /** At the end of the current track, or of its work. */
  | { kind: 'trackEnd' }
  | { kind: 'workEnd' }

export const off: SleepTimer = { kind: 'off' }
export const SLEEP_MINUTES = [10, 30, 60] as const
/** A day: the maximum. */
export const MAX_SLEEP_MINUTES = 24 * 60
const MAX_MINUTES_MS = MAX_SLEEP_MINUTES * 60_000
/** A day plus the hour that is repeated when daylight saving time ends. */
const MAX_MS = 25 * 3_600_000
/** The length of the fade before the pause: long enough to ask for more time. */
export const FADE_SECONDS = 15
/** How far before the start of the fade the next start begins. */
export const REWIND_SECONDS = 10
/** Before the pause, for which more time is offered. */
const LAST_SECONDS = 60
/** Added with one tap or a shake. */
export const EXTENSION_MINUTES = 10

/** Adds minutes to the remaining time, or to now. */
export function withMinutes(timer: SleepTimer, minutes: number, nowMs: number): SleepTimer {
  const from = timer.kind === 'until' ? Math.max(timer.untilMs, nowMs) : nowMs
  return { kind: 'until', untilMs: Math.min(from + minutes * 60_000, nowMs + MAX_MINUTES_MS) }
}

/** A local time of day. */
export type Clock = { hours: number; minutes: number }

/** @returns the minutes that were typed, 1 to `MAX_SLEEP_MINUTES`; null for anything else */
export function minutesIn(text: string): number | null {
  const typed = text.normalize('NFKC').trim()
  const minutes = /^\d{1,4}$/.test(typed) ? Number(typed) : 0
  return minutes >= 1 && minutes <= MAX_SLEEP_MINUTES ? minutes : null
}

/** @returns the time of day in a time field's value or typed text; null for anything else */
export function clockIn(text: string): Clock | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text.normalize('NFKC').trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  return { hours: Number(hours), minutes: Number(minutes) }
}

/** When local clocks will next show this time: today, or tomorrow if it has passed. */
export function untilClock({ hours, minutes }: Clock, nowMs: number): number {
  const on = (day: number) => {
    const at = new Date(nowMs)
    at.setDate(at.getDate() + day)
    return at.setHours(hours, minutes, 0, 0)
  }
  const today = on(0)
  // An hour is repeated when daylight saving time ends.
  const again = today + 3_600_000
  if (today > nowMs) return today
  return again > nowMs && new Date(again).getHours() === hours ? again : on(1)
}

/** Returns a round time of day about an hour from now, in the format of a time field. */
export function clockInAnHour(nowMs: number): string {
  const step = 5 * 60_000
  const at = new Date(Math.ceil((nowMs + 3_600_000) / step) * step)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Whether it is a later day by then, in local time. */
export function isAnotherDay(ms: number, nowMs: number): boolean {
  return new Date(ms).toDateString() !== new Date(nowMs).toDateString()
}

/** Seconds until the end of the current track and of its work; null while unknown. */
export type SecondsToEnd = { track: number | null; work: number | null }
export const unknownEnds: SecondsToEnd = { track: null, work: null }

/** Seconds until the pause; null if the timer is off or the end is unknown. */
export function secondsLeft(timer: SleepTimer, nowMs: number, toEnd: SecondsToEnd): number | null {
  if (timer.kind === 'until') return Math.max(0, (timer.untilMs - nowMs) / 1000)
  if (timer.kind === 'trackEnd') return toEnd.track
  return timer.kind === 'workEnd' ? toEnd.work : null
}

/** Whether the pause is so near that more time is offered. */
export function isEnding(left: number | null): boolean {
  return left !== null && left > 0 && left <= LAST_SECONDS
}

/** Returns the volume factor: 1 until the fade begins, then falling to 0. */
export function fadeAt(secondsBeforePause: number | null): number {
  if (secondsBeforePause === null) return 1
  // Squared, to match perceived loudness.
  return Math.min(Math.max(secondsBeforePause / FADE_SECONDS, 0), 1) ** 2
}

/** Reads a timer from JSON; off if it is invalid or has passed. */
export function sleepTimerFrom(text: string | null, nowMs: number): SleepTimer {
  try {
    const stored = JSON.parse(text ?? 'null') as { kind?: unknown; untilMs?: unknown } | null
    if (stored?.kind === 'trackEnd' || stored?.kind === 'workEnd') return { kind: stored.kind }
    const { untilMs } = stored ?? {}
    const isAhead = typeof untilMs === 'number' && untilMs > nowMs && untilMs <= nowMs + MAX_MS
    return stored?.kind === 'until' && isAhead ? { kind: 'until', untilMs } : off
  } catch {
    return off
  }
}
