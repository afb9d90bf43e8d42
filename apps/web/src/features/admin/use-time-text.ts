import { useMemo } from 'react'

import { useLocale } from '#i18n/use-translation.ts'

/** Writes a moment (ISO 8601) as day and time of this device. Only where the server does not render: its clock differs. */
export function useTimeText(): (iso: string) => string {
  const locale = useLocale()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    return (iso) => format.format(new Date(iso))
  }, [locale])
}
