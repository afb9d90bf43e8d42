import skeleton from '#ui/Skeleton.module.css'

import css from './RoutePending.module.css'

/** A placeholder for a screen whose code has not been loaded yet. */
export function RoutePending() {
  return (
    <div className={css.coming} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className={skeleton.skeleton} />
      ))}
    </div>
  )
}
