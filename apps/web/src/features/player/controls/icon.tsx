import type { ReactNode } from 'react'

/** Drawn on 24 × 24 with strokes in the text colour; hidden from screen readers, since the control has the name. */
export function icon(children: ReactNode) {
  return function Icon() {
    return (
      <svg
        viewBox="0 0 24 24"
        width="1em"
        height="1em"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
    )
  }
}

export const solid = { fill: 'currentColor', stroke: 'none' } as const
