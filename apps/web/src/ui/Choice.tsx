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
    /** Replaces the label visually. */ icon?: ReactNode
  }[]
  value: T
  /** The id of a description, such as why an option is disabled. */
  describedBy?: string
  /** A description below the label. */
  hint?: string
  /** Label and options side by side, where there is room. */
  isRow?: boolean
  /** The label is only for screen readers. */
  isBare?: boolean
  onChange: (value: T) => void
  /** Further controls. */
  children?: ReactNode
}

/** A choice of few options: native radio buttons, for arrow keys and screen readers. */
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
