import type { ComponentProps, ReactNode } from 'react'

import css from './Checkbox.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange'> & {
  label: ReactNode
  /** A description below the label. */
  hint?: string
  /** One of a list, in full width. */
  isRow?: boolean
  /** Details at the end of its row. */
  detail?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A checkbox with its label after it; `className` applies to both. */
export function Checkbox({ label, hint, isRow = false, detail, isOn, onChange, className = '', ...input }: Props) {
  return (
    <label className={`${isRow ? css.row : css.checkbox} ${className}`}>
      <input {...input} type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span className={css.label}>
        {label}
        {hint === undefined ? null : <span className={css.hint}>{hint}</span>}
      </span>
      {detail === undefined ? null : <span className={css.detail}>{detail}</span>}
    </label>
  )
}
