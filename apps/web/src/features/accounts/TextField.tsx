import { useId, type InputHTMLAttributes, type Ref } from 'react'

import controls from '#ui/controls.module.css'
import formText from '#ui/form-text.module.css'

import css from './form.module.css'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  ref?: Ref<HTMLInputElement>
  label: string
  hint?: string | undefined
  /** What is wrong with it, in words. */
  problem?: string | undefined
}

/** A ref: what comes in the place of something that had the focus takes it over. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}

/** A field with its label above, and below what it wants or what is wrong with it. */
export function TextField({ label, hint, problem, ...input }: Props) {
  const id = useId()
  const note = problem ?? hint
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={`${controls.field} ${css.input}`}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      {note === undefined ? null : (
        <p id={`${id}-note`} className={problem === undefined ? formText.hint : formText.problem}>
          {note}
        </p>
      )}
    </div>
  )
}
