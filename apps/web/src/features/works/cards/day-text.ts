import type { Translate } from '#i18n/translations.ts'

/**
 * Formats `YYYY-MM-DD` by the language's pattern. Does not use `Intl`, whose first use takes 50 ms on a phone, and may
 * differ from the server's.
 */
export function dayText(day: string, t: Translate<'work-detail'>): string {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || month > 12 || !date) return day
  return t('day', { year, month: t(`months.${month as Month}`), day: date })
}

type Month = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12
