import { useTranslation } from '#i18n/use-translation.ts'

import { spanOf } from './overview/figures.ts'

/** Formats a duration in seconds. */
export function useSpanText(): (durationSeconds: number) => string {
  const { t } = useTranslation('admin')
  return (durationSeconds) => {
    const { unit, ...numbers } = spanOf(durationSeconds)
    return t(`span.${unit}`, numbers)
  }
}
