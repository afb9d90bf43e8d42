/** Returns a short date and time in the browser's time zone, such as `20 Nov, 14:05`. Browser only. */
export function momentText(atMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs)
}
