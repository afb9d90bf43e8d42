import { useId, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Choice } from '#ui/Choice.tsx'

import { SEEK_TIME_BOUNDS } from '../settings.store.ts'
import css from './SecondsChoice.module.css'

type Props = {
  label: string
  name: string
  presets: readonly number[]
  seconds: number
  onChange: (seconds: number) => void
}

const [MIN, MAX] = SEEK_TIME_BOUNDS

/** A duration of some seconds: a preset, or any whole number. */
export function SecondsChoice({ label, name, presets, seconds, onChange }: Props) {
  const { t } = useTranslation('settings')
  // The text being typed; an invalid number is only kept here.
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && typed !== '' && secondsIn(typed) === null
  const id = useId()

  function handleType(text: string) {
    setTyped(text)
    const value = secondsIn(text)
    if (value !== null) onChange(value)
  }

  return (
    <Choice
      isRow
      label={label}
      name={name}
      options={presets.map((preset) => ({ value: String(preset), label: t('seconds', { seconds: preset }) }))}
      value={String(seconds)}
      onChange={(value) => {
        setTyped(null)
        onChange(Number(value))
      }}
    >
      <div className={css.other}>
        <label htmlFor={id}>{t('otherSeconds')}</label>
        <input
          id={id}
          type="number"
          className={`${controls.field} ${css.input}`}
          min={MIN}
          max={MAX}
          step={1}
          inputMode="numeric"
          value={typed ?? (presets.includes(seconds) ? '' : seconds)}
          placeholder={`${MIN}–${MAX}`}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          onChange={({ target }) => handleType(target.value)}
          onBlur={() => setTyped(null)}
        />
        {isWrong ? (
          <span id={`${id}-problem`} className={css.problem} role="alert">
            {t('secondsBounds', { min: MIN, max: MAX })}
          </span>
        ) : null}
      </div>
    </Choice>
  )
}

function secondsIn(text: string): number | null {
  const value = Number(text)
  return /^\d{1,4}$/.test(text) && value >= MIN && value <= MAX ? value : null
}
