import { useTranslation } from '#i18n/use-translation.ts'

import controls from '#ui/controls.module.css'
import skeleton from '#ui/Skeleton.module.css'

import css from './WorkPending.module.css'
import screen from './WorkScreen.module.css'

/** The shape of a work's page while it is on its way. */
export function WorkPending() {
  const { t } = useTranslation('works')
  return (
    <div className={screen.work}>
      <p className={controls.hidden} role="status">
        {t('loading')}
      </p>
      <div className={screen.top} aria-hidden="true">
        <div className={`${skeleton.skeleton} ${screen.image}`} />
        <div className={screen.about}>
          <div className={`${skeleton.skeleton} ${css.title}`} />
          <div className={`${skeleton.skeleton} ${css.line}`} />
          <div className={`${skeleton.skeleton} ${css.line}`} />
        </div>
      </div>
    </div>
  )
}
