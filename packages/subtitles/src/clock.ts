const CLOCK = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,4})(?:[.,](\d{1,9}))?$/

/**
 * `1:02:03.4`, `02:03,450`, `75:10` as seconds; hours and fractions may be missing, `.` and `,` are the same. Null when it
 * is no time.
 */
export function readClock(text: string): number | null {
  const match = CLOCK.exec(text)
  if (!match) return null
  const [, hours = '0', minutes, seconds, fraction = ''] = match
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  // Whole milliseconds, so that a time is the number that is nearest to what is written.
  return (whole * 1000 + Math.round(Number(`0.${fraction}`) * 1000)) / 1000
}
