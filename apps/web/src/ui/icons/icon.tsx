import type { ReactNode } from 'react'

type Props = {
  /** 1em, as large as the text, by default; 1.25em is for icons beside text, 1.5em for those alone, and more for pictures. */
  size?: '1em' | '1.25em' | '1.5em' | '1.75em' | '2.5rem'
}

/**
 * Makes an icon of a path or of SVG elements, drawn on 24 × 24 with strokes in the text's colour (`base.css`). Screen readers skip it,
 * since the control has the name.
 */
export function icon(shape: ReactNode) {
  return function Icon({ size = '1em' }: Props) {
    return (
      <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
        {typeof shape === 'string' ? <path d={shape} /> : shape}
      </svg>
    )
  }
}

export type IconComponent = ReturnType<typeof icon>

export const solid = { fill: 'currentColor', stroke: 'none' } as const
