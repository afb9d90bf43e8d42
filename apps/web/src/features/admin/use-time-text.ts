import { useLocale } from '#i18n/use-translation.ts'
import { formatDate, formatDateAndTime } from '#lib/format/format-date.ts'

/**
 * Formats a time (ISO 8601) as date and time on this device, or as the date alone. Browser only, because the server's
 * time zone differs.
 */
export function useTimeText(precision: 'minute' | 'day' = 'minute'): (iso: string) => string {
  const locale = useLocale()
  return (iso) => (precision === 'minute' ? formatDateAndTime(iso, locale) : formatDate(iso, locale))
}
