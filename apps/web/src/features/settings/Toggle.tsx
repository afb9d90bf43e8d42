import css from './Toggle.module.css'

type Props = { label: string; text: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A setting that is on or off, with what it does. */
export function Toggle({ label, text, isOn, onChange }: Props) {
  return (
    <label className={css.toggle}>
      <span>
        {label}
        <span className={css.text}>{text}</span>
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
