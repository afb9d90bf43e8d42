import css from './Choice.module.css'

type Props<T extends string> = {
  label: string
  name: string
  options: readonly { value: T; label: string; lang?: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few, side by side: native radio buttons, so that arrow keys and screen readers know them. */
export function Choice<T extends string>({ label, name, options, value, onChange }: Props<T>) {
  return (
    <fieldset>
      <legend className={css.legend}>{label}</legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option.value} className={css.option} lang={option.lang}>
            <input
              type="radio"
              className={css.input}
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
