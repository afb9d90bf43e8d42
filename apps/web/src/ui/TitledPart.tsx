import { useId, type ReactNode } from 'react'

import forms from './forms.module.css'
import css from './TitledPart.module.css'

/** A part of a section with a title and a description; its controls are beside it where there is room. */
export function TitledPart({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={css.part}>
      <div>
        <h3 id={id} className={css.title}>
          {title}
        </h3>
        <p className={forms.hint}>{text}</p>
      </div>
      {children}
    </div>
  )
}
