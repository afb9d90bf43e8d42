import { useId, type ReactNode } from 'react'

import controls from './controls.module.css'
import css from './Field.module.css'
import forms from './forms.module.css'

type ControlProps = {
  id: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export type FieldProps = {
  label: string
  hint?: string | undefined
  /** The error text; replaces the hint. */
  problem?: string | undefined
  /** The number of typed characters and the limit. */
  count?: { text: string; isNearlyFull: boolean } | undefined
}

/** A control with its label above, and its hint, problem and character count below, which describe it. */
export function Field({
  label,
  hint,
  problem,
  count,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const note = problem ?? hint
  const notes = [...(note ? [`${id}-note`] : []), ...(count ? [`${id}-count`] : [])]
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: `${controls.field} ${css.control}`,
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
      })}
      {notes.length > 0 ? (
        <div className={css.below}>
          {note ? (
            <p id={`${id}-note`} className={problem === undefined ? forms.hint : forms.problem}>
              {note}
            </p>
          ) : null}
          {count ? (
            <p id={`${id}-count`} className={count.isNearlyFull ? css.nearlyFull : css.count}>
              {count.text}
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
