import { useId, useRef, useState, type FormEvent, type InputHTMLAttributes } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'

import { clockIn, clockInAnHour, isAnotherDay, MAX_SLEEP_MINUTES, minutesIn, untilClock } from './sleep-timer.ts'
import { sleepTimer } from './sleep-timer.store.ts'
import styles from './SleepFields.module.css'

/** Any number of minutes, from now. */
export function SleepMinutes({ now, showClock }: { now: number; showClock: (ms: number) => string }) {
  const { t } = useTranslation('player')
  return (
    <SleepField
      label={t('sleep.minutes')}
      first={() => '45'}
      now={now}
      untilMs={(text, nowMs) => {
        const minutes = minutesIn(text)
        return minutes === null ? null : nowMs + minutes * 60_000
      }}
      hint={(untilMs) => {
        const time = showClock(untilMs)
        return isAnotherDay(untilMs, now) ? t('sleep.atTomorrow', { time }) : t('sleep.at', { time })
      }}
      problem={t('sleep.minutesProblem', { max: MAX_SLEEP_MINUTES })}
      input={{ type: 'text', inputMode: 'numeric', maxLength: 4 }}
    />
  )
}

/** A time of day. */
export function SleepClock({ now }: { now: number }) {
  const { t } = useTranslation('player')
  return (
    <SleepField
      label={t('sleep.clock')}
      first={() => clockInAnHour(now)}
      now={now}
      untilMs={(text, nowMs) => {
        const clock = clockIn(text)
        return clock && untilClock(clock, nowMs)
      }}
      hint={(untilMs) => {
        const minutes = Math.ceil((untilMs - now) / 60_000)
        const hours = Math.floor(minutes / 60)
        return hours === 0 ? t('sleep.inMinutes', { minutes }) : t('sleep.inHours', { hours, minutes: minutes % 60 })
      }}
      problem={t('sleep.clockProblem')}
      input={{ type: 'time' }}
    />
  )
}

type Props = {
  label: string
  /** Returns the initial text of the field. */
  first: () => string
  now: number
  /** Returns when it would pause, in ms since 1970; null if the text is invalid. */
  untilMs: (text: string, nowMs: number) => number | null
  /** Describes that time. */
  hint: (untilMs: number) => string
  problem: string
  input: Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'maxLength'>
}

function SleepField({ label, first, now, untilMs, hint, problem, input }: Props) {
  const { t } = useTranslation('player')
  const [text, setText] = useState(first)
  const [isRefused, setIsRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const wouldBe = untilMs(text, now)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const until = untilMs(text, Date.now())
    setIsRefused(until === null)
    if (until === null) field.current?.focus()
    else sleepTimer.setState({ timer: { kind: 'until', untilMs: until } })
  }

  return (
    <form className={styles.field} noValidate onSubmit={handleSubmit}>
      <label id={`${id}-label`} htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        {...input}
        ref={field}
        id={id}
        className={`${controls.field} ${styles.input}`}
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        aria-invalid={isRefused}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setText(target.value)
          setIsRefused(false)
        }}
      />
      <button type="submit" id={`${id}-set`} className={controls.button} aria-labelledby={`${id}-set ${id}-label`}>
        {t('sleep.set')}
      </button>
      <p id={`${id}-hint`} className={`${styles.hint} ${isRefused ? forms.problem : forms.hint}`}>
        {isRefused && <span role="alert">{problem}</span>}
        {!isRefused && wouldBe !== null && hint(wouldBe)}
      </p>
    </form>
  )
}
