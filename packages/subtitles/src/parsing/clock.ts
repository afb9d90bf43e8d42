const CLOCK = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,4})(?:[.,](\d{1,9}))?$/

/**
 * Parses `1:02:03.4`, `02:03,450` or `75:10` as seconds; hours and fractions are optional, `.` and `,` are equivalent.
 * Returns null for anything else.
 */
export function readClock(text: string): number | null {
  const match = CLOCK.exec(text)
  if (!match) return null
  const [, hours = '0', minutes, seconds, fraction = ''] = match
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  // Computed in whole milliseconds, so that the result is the closest number to the written time.
  return (whole * 1000 + Math.round(Number(`0.${fraction}`) * 1000)) / 1000
}
