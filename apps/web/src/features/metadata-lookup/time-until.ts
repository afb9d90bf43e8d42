/**
 * Returns when something happens, such as `in 3 minutes`.
 *
 * @param secondsLeft  less than one counts as one
 */
export function timeUntil(secondsLeft: number, locale: string): string {
  const seconds = Math.max(1, Math.round(secondsLeft))
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
