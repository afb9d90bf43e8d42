import { useMemo } from 'react'

import { useLocale } from '#i18n/use-translation.ts'

/**
 * Writes a moment (ISO 8601) as day and time of this device, or as the day alone. Only where the server does not render:
 * its clock differs.
 */
export function useTimeText(precision: 'minute' | 'day' = 'minute'): (iso: string) => string {
  const locale = useLocale()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      ...(precision === 'minute' ? { timeStyle: 'short' } : {}),
    })
    return (iso) => format.format(new Date(iso))
  }, [locale, precision])
}
