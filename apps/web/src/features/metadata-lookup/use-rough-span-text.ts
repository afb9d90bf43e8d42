import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'

import { roughSpan } from './rough-span.ts'

/** Formats a duration in seconds, such as `12 minutes`. */
export function useRoughSpanText(): (durationSeconds: number) => string {
  const { t } = useTranslation('metadata-lookup')
  return (durationSeconds) => {
    const { unit, count } = roughSpan(durationSeconds)
    return t(`span.${unit}`, { count, formatted: formatCount(count) })
  }
}
