/** A day and a time on it, short: `20 Nov, 14:05`. In the browser alone, by its time zone. */
export function momentText(atMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs)
}
