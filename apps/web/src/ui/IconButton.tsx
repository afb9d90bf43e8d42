import type { ComponentProps } from 'react'

import controls from './controls.module.css'
import css from './IconButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'type' | 'title' | 'aria-label'> & {
  /** Its name, for screen readers and as a tooltip. */
  label: string
}

/** A button that shows only an icon, at least 44 px in each direction. */
export function IconButton({ label, className = '', ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      className={`${controls.iconButton} ${css.button} ${className}`}
      title={label}
      aria-label={label}
    />
  )
}
