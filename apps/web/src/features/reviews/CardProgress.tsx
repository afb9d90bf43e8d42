import '#i18n/on-demand/review-texts.ts'

import type { Work } from '@otodana/contract'

import { shortLanguageName } from '#i18n/language-names.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import css from './CardProgress.module.css'
import { progressOnCard } from './edition-progress.ts'

/** How far the member is with a work, in any edition, on its card's cover. */
export function CardProgress({ work }: { work: Work }) {
  const { t } = useTranslation('reviews')
  const shown = progressOnCard(work)
  if (!shown) return null
  const { progress, lang } = shown
  const text = t(`progress.${progress}`)
  return (
    <p className={css.progress} data-progress={progress}>
      {lang === null ? text : t('progressIn', { progress: text, language: shortLanguageName(lang) })}
    </p>
  )
}
