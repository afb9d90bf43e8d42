import { useTranslation } from '#i18n/use-translation.ts'
import { formatLongDay } from '#lib/format/format-date.ts'

import { dayBefore, dayOf } from './history-log.ts'

/** Returns a day as a heading: today, yesterday, or its date. */
export function useDayText(): (day: string) => string {
  const { t, locale } = useTranslation('history')
  return (day) => {
    const today = dayOf(Date.now())
    if (day === today) return t('today')
    if (day === dayBefore(today)) return t('yesterday')
    return formatLongDay(day, locale)
  }
}
