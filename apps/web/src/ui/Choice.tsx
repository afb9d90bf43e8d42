import { useId, type ReactNode } from 'react'

import css from './Choice.module.css'

type Props<T extends string> = {
  label: string
  name: string
  options: readonly { value: T; label: string; lang?: string; isDisabled?: boolean }[]
  value: T
  /** The id of what says more, such as why an option is disabled. */
  describedBy?: string
  /** What says more, below the label. */
  hint?: string
  /** Label and options beside each other, where there is room. */
  isRow?: boolean
  onChange: (value: T) => void
  /** What else there is to choose with. */
  children?: ReactNode
}

/** One of a few, side by side: native radio buttons, so that arrow keys and screen readers know them. */
export function Choice<T extends string>(props: Props<T>) {
  const { label, name, options, value, hint, isRow = false, onChange, children } = props
  const id = useId()
  const { describedBy = hint === undefined ? undefined : id } = props
  return (
    <fieldset className={isRow ? css.row : undefined} aria-describedby={describedBy}>
      <legend className={css.legend}>{label}</legend>
      {hint === undefined ? null : (
        <p id={id} className={css.hint}>
          {hint}
        </p>
      )}
      <div className={css.options}>
        {options.map((option) => (
          <label key={option.value} className={css.option} lang={option.lang}>
            <input
              type="radio"
              className={css.input}
              name={name}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}
