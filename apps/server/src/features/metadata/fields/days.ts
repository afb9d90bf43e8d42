/**
 * Reads a day as people and programs write it: `2026-09-01`, `2026/9/1`, `20260901`, `2026年9月1日`, also with a time
 * after it. A year or a month alone is no day, nor is one before 1980, which comes from an unset clock.
 *
 * @returns `YYYY-MM-DD`
 */
export function dayIn(text: string): string | null {
  const match =
    /^\s*(\d{4})(?:([-./年])\s?(\d{1,2})[-./月]\s?(\d{1,2})日?|(\d{2})(\d{2}))(?=$|[^\d])/u.exec(
      text.normalize('NFKC'),
    ) ?? null
  if (!match) return null
  const [, year = '', , month = match[5] ?? '', day = match[6] ?? ''] = match
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  // `Date.parse` turns 31 April into May.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(date)) return null
  return year >= '1980' && year < '2100' ? date : null
}
