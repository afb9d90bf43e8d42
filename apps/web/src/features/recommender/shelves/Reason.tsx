import type { RecommendationReason } from '@otodana/contract'
import { workPath } from '@otodana/work-code'

import { useTranslation } from '#i18n/use-translation.ts'

import css from './Reason.module.css'

/** The listened work that is the reason for a recommendation, if any. */
export function Reason({ because }: { because: RecommendationReason['because'] | undefined }) {
  const { t } = useTranslation('recommender')
  if (!because) return null
  return (
    <a className={css.reason} href={workPath(because)}>
      {t('because', { title: because.title })}
    </a>
  )
}
