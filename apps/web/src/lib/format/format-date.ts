/** Anything that `Date` takes: milliseconds, or ISO 8601. */
type Moment = number | string | Date

const DAY = { month: 'short', day: 'numeric' } as const
const DATE = { year: 'numeric', ...DAY } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/**
 * The app's only `Intl.DateTimeFormat`. English dates are British, like its spelling: `28 Nov 2026`, `14:05`. Browser only,
 * where the time zone is the visitor's.
 */
function format(at: Moment, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, options).format(new Date(at))
}

/** `28 Nov 2026`. */
export function formatDate(at: Moment, locale: string): string {
  return format(at, locale, DATE)
}

/** `28 Nov 2026, 14:05`. */
export function formatDateAndTime(at: Moment, locale: string): string {
  return format(at, locale, { ...DATE, ...CLOCK })
}

/** `28 Nov, 14:05`, for what is at most some weeks old. */
export function formatRecent(at: Moment, locale: string): string {
  return format(at, locale, { ...DAY, ...CLOCK })
}

/** `14:05`. */
export function formatClock(at: Moment, locale: string): string {
  return format(at, locale, CLOCK)
}

/** `Saturday, 28 November 2026` of a calendar day, `YYYY-MM-DD`. */
export function formatLongDay(day: string, locale: string): string {
  return format(`${day}T12:00Z`, locale, { dateStyle: 'full', timeZone: 'UTC' })
}
