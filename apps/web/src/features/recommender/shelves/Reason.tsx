import type { RecommendationReason } from '@otodana/contract'
import { workPath } from '@otodana/work-code'

import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import css from './Reason.module.css'

/** The listened work that is the reason for a recommendation, if any. */
export function Reason({ because }: { because: RecommendationReason['because'] | undefined }) {
  const { t } = useTranslation('recommender')
  if (!because) return null
  const [before, after] = t('because', { title: '\n' }).split('\n')
  return (
    <a className={css.reason} href={workPath(because)}>
      {before}
      <span lang={langOfText(because.title)}>{because.title}</span>
      {after}
    </a>
  )
}
