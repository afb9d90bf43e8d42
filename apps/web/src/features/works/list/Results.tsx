import type { ReactNode } from 'react'

import css from './Results.module.css'

type Props = {
  /** A list with another filter is hidden while this one is loading. */
  isVeiled: boolean
  /** Content without a filter, from the server or a request, is hidden by styles if the device has one. */
  isUnfiltered: boolean
  isBusy: boolean
  children: ReactNode
}

/**
 * A list or an explanation of why it is empty; dimmed while the next is loading, and hidden until the filter is
 * applied.
 */
export function Results({ isVeiled, isUnfiltered, isBusy, children }: Props) {
  return (
    <div
      className={isVeiled ? `${css.results} ${css.veiled}` : css.results}
      data-unfiltered={isUnfiltered ? '' : undefined}
      aria-busy={isBusy}
    >
      {children}
    </div>
  )
}
