import { useEffect, useState, type MouseEvent } from 'react'
import { useStore } from 'zustand'

import { useTranslation } from '#i18n/use-translation.ts'
import fields from '#ui/controls.module.css'

import { formatTime } from '#lib/format/format-time.ts'
import { isAnotherDay, off, secondsLeft, SLEEP_MINUTES, withMinutes } from './sleep-timer.ts'
import { sleepTimer } from './sleep-timer.store.ts'
import { SleepClock, SleepMinutes } from './SleepFields.tsx'
import styles from './SleepSection.module.css'

type Props = {
  /** Its title is already shown above. */
  isTitled?: boolean
}

/** Sets and shows the sleep timer. */
export function SleepSection({ isTitled = false }: Props) {
  const { t, locale } = useTranslation('player')
  const timer = useStore(sleepTimer, (state) => state.timer)
  const now = useNow()
  const isOn = timer.kind !== 'off'
  const pausesAt = (ms: number) => {
    const time = clock(ms, locale)
    return isAnotherDay(ms, now) ? t('sleep.untilTomorrow', { time }) : t('sleep.until', { time })
  }
  return (
    <section aria-label={t('sleep.label')}>
      {!isTitled && <h3 className={styles.label}>{t('sleep.label')}</h3>}
      <div className={styles.state}>
        <p role="status">
          {timer.kind === 'until' && pausesAt(timer.untilMs)}
          {timer.kind === 'trackEnd' && t('sleep.untilTrackEnd')}
          {timer.kind === 'off' && t('sleep.off')}
        </p>
        {timer.kind === 'until' && (
          // Hidden from screen readers, which would announce it every second.
          <span className={styles.left} aria-hidden="true">
            {formatTime(Math.ceil(secondsLeft(timer, now, null) ?? 0))}
          </span>
        )}
      </div>
      <div className={styles.buttons}>
        {SLEEP_MINUTES.map((minutes) => (
          <button key={minutes} type="button" className={fields.button} onClick={() => add(minutes)}>
            {t('sleep.add', { minutes })}
          </button>
        ))}
        <button
          type="button"
          className={fields.button}
          aria-pressed={timer.kind === 'trackEnd'}
          onClick={() => sleepTimer.setState({ timer: timer.kind === 'trackEnd' ? off : { kind: 'trackEnd' } })}
        >
          {t('sleep.trackEnd')}
        </button>
        {isOn && (
          <button type="button" className={fields.button} onClick={handleClear}>
            {t('sleep.clear')}
          </button>
        )}
      </div>
      <div className={styles.fields}>
        <SleepMinutes now={now} showClock={(ms) => clock(ms, locale)} />
        <SleepClock now={now} />
      </div>
    </section>
  )
}

/** Updated every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const interval = setInterval(() => setNow(Date.now()), 500)
    const stopFollowing = sleepTimer.subscribe(() => setNow(Date.now()))
    return () => {
      clearInterval(interval)
      stopFollowing()
    }
  }, [])
  return now
}

function add(minutes: number) {
  sleepTimer.setState(({ timer }) => ({ timer: withMinutes(timer, minutes, Date.now()) }))
}

function handleClear({ currentTarget: { previousElementSibling } }: MouseEvent) {
  // This button unmounts with the timer; keep the focus beside it.
  if (previousElementSibling instanceof HTMLElement) previousElementSibling.focus()
  sleepTimer.setState({ timer: off })
}

function clock(ms: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(ms)
}
