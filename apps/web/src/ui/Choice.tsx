import { useId, type ReactNode } from 'react'

import controls from './controls.module.css'
import css from './Choice.module.css'

type Props<T extends string> = {
  label: string
  name: string
  options: readonly {
    value: T
    label: string
    lang?: string
    isDisabled?: boolean
    /** Shown in its place. */ icon?: ReactNode
  }[]
  value: T
  /** The id of what says more, such as why an option is disabled. */
  describedBy?: string
  /** What says more, below the label. */
  hint?: string
  /** Label and options beside each other, where there is room. */
  isRow?: boolean
  /** What it is called is only told to screen readers. */
  isBare?: boolean
  onChange: (value: T) => void
  /** What else there is to choose with. */
  children?: ReactNode
}

/** One of a few, side by side: native radio buttons, so that arrow keys and screen readers know them. */
export function Choice<T extends string>(props: Props<T>) {
  const { label, name, options, value, hint, isRow = false, isBare = false, onChange, children } = props
  const id = useId()
  const { describedBy = hint === undefined ? undefined : id } = props
  return (
    <fieldset className={isRow ? css.row : isBare ? css.bare : undefined} aria-describedby={describedBy}>
      <legend className={isBare ? controls.hidden : css.legend}>{label}</legend>
      {hint === undefined ? null : (
        <p id={id} className={css.hint}>
          {hint}
        </p>
      )}
      <div className={css.options}>
        {options.map((option) => (
          <label
            key={option.value}
            className={css.option}
            lang={option.lang}
            title={option.icon ? option.label : undefined}
          >
            <input
              type="radio"
              className={css.input}
              name={name}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
            />
            {option.icon ? (
              <>
                {option.icon}
                <span className={controls.hidden}>{option.label}</span>
              </>
            ) : (
              option.label
            )}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}
