// On every first page: what the compiler would remember here costs more code than it saves work.
'use no memo'

import styles from './Equaliser.module.css'

/** Three small bars beside the current track; they move while it plays. */
export function Equaliser({ isMoving }: { isMoving: boolean }) {
  return (
    <span className={styles.equaliser} data-moving={isMoving} aria-hidden="true">
      <span />
      <span />
      <span />
    </span>
  )
}
