import '#i18n/on-demand/deferred-texts.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import skeleton from '#ui/Skeleton.module.css'

import css from './SubtitlesPending.module.css'

/** The subtitle search while loading. */
export function SubtitlesPending() {
  const { t } = useTranslation('subtitle-search')
  return (
    <>
      <h1 className={css.title}>{t('title')}</h1>
      <SubtitlesSkeleton />
    </>
  )
}

export function SubtitlesSkeleton() {
  const { t } = useTranslation('subtitle-search')
  return (
    <>
      <p className={controls.hidden} role="status">
        {t('loading')}
      </p>
      <div className={css.list} aria-hidden="true">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className={`${skeleton.skeleton} ${css.work}`} />
        ))}
      </div>
    </>
  )
}
