import { useStore } from 'zustand'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatClock } from '#lib/format/format-date.ts'

import { isAnotherDay } from './sleep-timer.ts'
import { sleepTimer } from './sleep-timer.store.ts'

/** Returns when the sleep timer pauses, in words. @param left the seconds until then; null if unknown */
export function useSleepText(left: number | null): string {
  const { t, locale } = useTranslation('player')
  const timer = useStore(sleepTimer, (state) => state.timer)
  if (timer.kind === 'off') return t('sleep.off')
  if (timer.kind === 'trackEnd') return t('sleep.untilTrackEnd')
  if (timer.kind === 'workEnd') return t('sleep.untilWorkEnd')
  const time = formatClock(timer.untilMs, locale)
  const nowMs = timer.untilMs - (left ?? 0) * 1000
  return isAnotherDay(timer.untilMs, nowMs) ? t('sleep.untilTomorrow', { time }) : t('sleep.until', { time })
}
