/** A duration in its largest unit, rounded: at least a minute. */
export type RoughSpan = { unit: 'minutes' | 'hours' | 'days'; count: number }

export function roughSpan(durationSeconds: number): RoughSpan {
  const minutes = Math.round(durationSeconds / 60)
  if (minutes < 100) return { unit: 'minutes', count: Math.max(1, minutes) }
  const hours = Math.round(minutes / 60)
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.round(hours / 24) }
}

/**
 * Returns when something happens, such as `in 3 minutes`; at least a second from now.
 *
 * @param nowMs  by this device's clock, as is `atMs`
 */
export function timeUntil(atMs: number, locale: string, nowMs: number): string {
  const seconds = Math.max(1, Math.round((atMs - nowMs) / 1_000))
  const minutes = Math.round(seconds / 60)
  const [count, unit] =
    seconds < 100
      ? ([seconds, 'second'] as const)
      : minutes < 100
        ? ([minutes, 'minute'] as const)
        : ([Math.round(minutes / 60), 'hour'] as const)
  const text = new Intl.RelativeTimeFormat(locale).format(count, unit)
  // Some browsers put a space beside numbers in Japanese.
  return locale === 'ja' ? text.replace(/\s/g, '') : text
}
