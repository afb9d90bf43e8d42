import '#i18n/on-demand/history-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import skeleton from '#ui/Skeleton.module.css'

import css from './HistoryScreen.module.css'

/** The loading skeleton. */
export function HistoryPending() {
  const { t } = useTranslation('history')
  return (
    <>
      <p className={controls.hidden} role="status">
        {t('loading')}
      </p>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className={`${skeleton.skeleton} ${css.pending}`} aria-hidden="true" />
      ))}
    </>
  )
}
