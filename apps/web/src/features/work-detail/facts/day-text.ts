import type { Translate } from '#i18n/translations.ts'

/**
 * `YYYY-MM-DD` as the language writes a date. Of texts, for the browser's own formatting takes a phone 50 ms to begin with,
 * and the server's may differ from it.
 */
export function dayText(day: string, t: Translate<'work-detail'>): string {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || month > 12 || !date) return day
  return t('day', { year, month: t(`months.${month as Month}`), day: date })
}

type Month = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12
