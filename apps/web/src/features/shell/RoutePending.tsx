import skeleton from '#ui/Skeleton.module.css'

import css from './RoutePending.module.css'

/** Stands for a screen of which nothing has arrived yet, not even what shows that it is on its way. */
export function RoutePending() {
  return (
    <div className={css.coming} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className={skeleton.skeleton} />
      ))}
    </div>
  )
}
