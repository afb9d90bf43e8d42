const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * Returns the elapsed time in its largest completed unit, such as `2 hours ago`; at least a minute.
 *
 * @param atMs by this device's clock
 */
export function timeSince(atMs: number, locale: string, nowMs = Date.now()): string {
  const seconds = Math.max(60, (nowMs - atMs) / 1_000)
  const [unit, length] = units.find(([, unitSeconds]) => seconds >= unitSeconds)!
  return new Intl.RelativeTimeFormat(locale).format(-Math.floor(seconds / length), unit)
}
