import { useMemo } from 'react'

import { useLocale } from '#i18n/use-translation.ts'

/**
 * Formats a time (ISO 8601) as date and time on this device, or as the date alone. Browser only, because the server's
 * time zone differs.
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
