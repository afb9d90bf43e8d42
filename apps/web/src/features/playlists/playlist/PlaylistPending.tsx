import '#i18n/on-demand/playlist-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import skeleton from '#ui/Skeleton.module.css'

import css from './PlaylistScreen.module.css'

/** The playlist screen while loading. */
export function PlaylistPending() {
  const { t } = useTranslation('playlists')
  return (
    <>
      <p className={controls.hidden} role="status">
        {t('loading')}
      </p>
      <div className={css.head} aria-hidden="true">
        <div className={`${skeleton.skeleton} ${css.cover}`} />
        <div className={css.about}>
          <div className={`${skeleton.skeleton} ${css.pendingLine}`} />
          <div className={`${skeleton.skeleton} ${css.pendingLine}`} />
        </div>
      </div>
      <WorksPending />
    </>
  )
}

export function WorksPending() {
  return (
    <div className={css.pending} aria-hidden="true">
      {[0, 1, 2, 3, 4, 5, 6, 7].map((card) => (
        <div key={card} className={`${skeleton.skeleton} ${css.pendingCard}`} />
      ))}
    </div>
  )
}
