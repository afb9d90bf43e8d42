import type { ComponentProps } from 'react'

import controls from './controls.module.css'
import css from './IconButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & {
  /** Its name, for screen readers and, unless there is a `title`, as a tooltip. */
  label: string
  /** For rows of a list: its icon has 20 px rather than 24. */
  isSmall?: boolean
}

/** A button that shows only an icon, at least 44 px in each direction. */
export function IconButton({ label, title = label, isSmall = false, className = '', ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      className={`${controls.iconButton} ${isSmall ? css.small : css.button} ${className}`}
      title={title}
      aria-label={label}
    />
  )
}
