import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { useTranslation } from '#i18n/use-translation.ts'
import fields from '#ui/controls.module.css'

import { formatTime } from './format-time.ts'
import { off, secondsLeft, SLEEP_MINUTES, withMinutes } from './sleep-timer.ts'
import { sleepTimer } from './sleep-timer.store.ts'
import styles from './SleepSection.module.css'

/** When it pauses by itself. */
export function SleepSection() {
  const { t, locale } = useTranslation('player')
  const timer = useStore(sleepTimer, (state) => state.timer)
  const isOn = timer.kind !== 'off'
  return (
    <section aria-label={t('sleep.label')}>
      <h3 className={styles.label}>{t('sleep.label')}</h3>
      <div className={styles.state}>
        <p role="status">
          {timer.kind === 'until' && t('sleep.until', { time: clock(timer.untilMs, locale) })}
          {timer.kind === 'trackEnd' && t('sleep.untilTrackEnd')}
          {timer.kind === 'off' && t('sleep.off')}
        </p>
        {timer.kind === 'until' && <Left untilMs={timer.untilMs} />}
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
          <button type="button" className={fields.button} onClick={() => sleepTimer.setState({ timer: off })}>
            {t('sleep.clear')}
          </button>
        )}
      </div>
    </section>
  )
}

/** What is left, by the second: for the eyes only, for it would be read out every second. */
function Left({ untilMs }: { untilMs: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const interval = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(interval)
  }, [])
  const left = secondsLeft({ kind: 'until', untilMs }, now, null) ?? 0
  return (
    <span className={styles.left} aria-hidden="true">
      {formatTime(Math.ceil(left))}
    </span>
  )
}

function add(minutes: number) {
  sleepTimer.setState(({ timer }) => ({ timer: withMinutes(timer, minutes, Date.now()) }))
}

function clock(ms: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(ms)
}
