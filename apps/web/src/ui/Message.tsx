import type { ReactNode } from 'react'

import css from './Message.module.css'

type Props = {
  title: string
  text?: string | undefined
  /** A small label above the title. */
  mark?: string | undefined
  isUrgent?: boolean
  isHeading?: boolean
  children?: ReactNode
}

/** An empty or error state of a screen or section, with actions. */
export function Message({ title, text, mark, isUrgent = false, isHeading = false, children }: Props) {
  const Title = isHeading ? 'h1' : 'p'
  return (
    <div className={css.message} role={isUrgent ? 'alert' : undefined}>
      <svg className={css.drawing} viewBox="0 0 120 60" aria-hidden="true" focusable="false">
        <path d="M6 54h108" />
        <path d="M22 48V30M34 48V18M46 48V36M86 48l10-26" />
        <circle cx="66" cy="42" r="6" />
      </svg>
      {mark === undefined ? null : <p className={css.mark}>{mark}</p>}
      <Title className={css.title}>{title}</Title>
      {text === undefined ? null : <p className={css.text}>{text}</p>}
      {children === undefined ? null : <div className={css.actions}>{children}</div>}
    </div>
  )
}
