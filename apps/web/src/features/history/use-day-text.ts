import { useTranslation } from '#i18n/use-translation.ts'

import { dayOf } from './history-log.ts'

const DAY_MS = 86_400_000

/** Returns a day as a heading: today, yesterday, or its date. */
export function useDayText(): (day: string) => string {
  const { t, locale } = useTranslation('history')
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  return (day) => {
    const now = Date.now()
    if (day === dayOf(now)) return t('today')
    if (day === dayOf(now - DAY_MS)) return t('yesterday')
    return format.format(new Date(`${day}T12:00Z`))
  }
}
