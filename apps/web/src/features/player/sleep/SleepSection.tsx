import { useEffect, useState, type MouseEvent } from 'react'
import { useStore } from 'zustand'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatClock } from '#lib/format/format-date.ts'
import { formatTime } from '#lib/format/format-time.ts'
import fields from '#ui/controls.module.css'

import { ShakeChoice } from './ShakeChoice.tsx'
import { off, secondsLeft, SLEEP_MINUTES, unknownEnds } from './sleep-timer.ts'
import { addMinutes, sleepTimer } from './sleep-timer.store.ts'
import { SleepClock, SleepMinutes } from './SleepFields.tsx'
import styles from './SleepSection.module.css'
import { useSleepText } from './use-sleep-text.ts'

/** Sets and shows the sleep timer. */
export function SleepSection() {
  const { t, locale } = useTranslation('player')
  const timer = useStore(sleepTimer, (state) => state.timer)
  const counted = useStore(sleepTimer, (state) => state.secondsLeft)
  const now = useNow()
  // Without a queue nothing else counts.
  const left = timer.kind === 'until' ? secondsLeft(timer, now, unknownEnds) : counted
  const text = useSleepText(left)
  return (
    <section aria-label={t('sleep.label')}>
      <div className={styles.state}>
        <p role="status">{text}</p>
        {left !== null && (
          // Hidden from screen readers, which would announce it every second.
          <span className={styles.left} aria-hidden="true">
            {formatTime(Math.ceil(left))}
          </span>
        )}
      </div>
      <div className={styles.buttons}>
        {SLEEP_MINUTES.map((minutes) => (
          <button key={minutes} type="button" className={fields.button} onClick={() => addMinutes(minutes)}>
            {t('sleep.add', { minutes })}
          </button>
        ))}
        <EndButton kind="trackEnd" text={t('sleep.trackEnd')} />
        <EndButton kind="workEnd" text={t('sleep.workEnd')} />
        {timer.kind !== 'off' && (
          <button type="button" className={fields.button} onClick={handleClear}>
            {t('sleep.clear')}
          </button>
        )}
      </div>
      <div className={styles.fields}>
        <SleepMinutes now={now} showClock={(ms) => formatClock(ms, locale)} />
        <SleepClock now={now} />
      </div>
      <ShakeChoice />
    </section>
  )
}

function EndButton({ kind, text }: { kind: 'trackEnd' | 'workEnd'; text: string }) {
  const isChosen = useStore(sleepTimer, ({ timer }) => timer.kind === kind)
  return (
    <button
      type="button"
      className={fields.button}
      aria-pressed={isChosen}
      onClick={() => sleepTimer.setState({ timer: isChosen ? off : { kind } })}
    >
      {text}
    </button>
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

function handleClear({ currentTarget: { previousElementSibling } }: MouseEvent) {
  // This button unmounts with the timer; keep the focus beside it.
  if (previousElementSibling instanceof HTMLElement) previousElementSibling.focus()
  sleepTimer.setState({ timer: off })
}
