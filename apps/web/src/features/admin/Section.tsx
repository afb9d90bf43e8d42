import { useId, type ReactNode } from 'react'

import css from './Section.module.css'

type Props = {
  title: string
  text?: string
  /** What links on the page lead to. */
  anchor?: string
  children: ReactNode
}

/** A section of a part, with a heading. */
export function Section({ title, text, anchor, children }: Props) {
  const id = useId()
  return (
    <section id={anchor} className={css.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={css.heading}>
          {title}
        </h2>
        {text === undefined ? null : <p className={css.hint}>{text}</p>}
      </div>
      {children}
    </section>
  )
}

/** An error text. */
export function Failure({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p className={css.failure} role="alert">
      {text}
    </p>
  )
}
