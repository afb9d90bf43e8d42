import '#i18n/on-demand/series-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import skeleton from '#ui/Skeleton.module.css'

import css from './SeriesScreen.module.css'

/** The screen while loading. */
export function SeriesPending() {
  return (
    <>
      <div className={`${skeleton.skeleton} ${css.headPending}`} />
      <WorksPending />
    </>
  )
}

export function WorksPending() {
  const { t } = useTranslation('series')
  return (
    <>
      <p className={controls.hidden} role="status">
        {t('loading')}
      </p>
      <div className={css.works} aria-hidden="true">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className={`${skeleton.skeleton} ${css.pending}`} />
        ))}
      </div>
    </>
  )
}
