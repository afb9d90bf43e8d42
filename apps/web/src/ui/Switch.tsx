import css from './Switch.module.css'

type Props = { label: string; hint: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A boolean setting with a description. */
export function Switch({ label, hint, isOn, onChange }: Props) {
  return (
    <label className={css.row}>
      <span>
        {label}
        <span className={css.hint}>{hint}</span>
      </span>
      <input
        type="checkbox"
        className={css.switch}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
