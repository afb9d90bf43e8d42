import css from './Choice.module.css'

type Props<T extends string> = {
  label: string
  name: string
  options: readonly { value: T; label: string; lang?: string; isDisabled?: boolean }[]
  value: T
  /** The id of what says more, such as why an option is disabled. */
  describedBy?: string
  onChange: (value: T) => void
}

/** One of a few, side by side: native radio buttons, so that arrow keys and screen readers know them. */
export function Choice<T extends string>({ label, name, options, value, describedBy, onChange }: Props<T>) {
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className={css.legend}>{label}</legend>
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
    </fieldset>
  )
}
