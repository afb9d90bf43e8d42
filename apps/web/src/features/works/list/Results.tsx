import type { ReactNode } from 'react'

import css from './Results.module.css'

type Props = {
  /** The list of another filter is not to be seen while this one's is on its way. */
  isVeiled: boolean
  /** What the server rendered, or was asked for without a filter, is veiled by the styles where the device has one. */
  isUnfiltered: boolean
  isBusy: boolean
  children: ReactNode
}

/** What a list has, or why it has nothing; dimmed while the next is on its way, and hidden where a filter may not let it pass. */
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
