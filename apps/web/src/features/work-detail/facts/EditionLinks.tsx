import { languageCodes, type Work } from '@otodana/contract'
import { workPath } from '@otodana/work-code'
import { useTranslation } from '#i18n/use-translation.ts'
import { LanguagesIcon } from '#ui/icons/core-icons.ts'

import css from './WorkHeading.module.css'

/** Links to the work in other languages, if they are in the library. */
export function EditionLinks({ work }: { work: Work }) {
  const { t } = useTranslation('work-detail')
  const editions = work.other_language_editions_in_db
  if (editions.length === 0) return null

  function languageName(lang: string): string {
    const known = languageCodes.find((code) => code === lang)
    return known ? t(`languages.${known}`) : lang
  }

  return (
    <ul className={`${css.chips} ${css.editions}`} aria-label={t('editions')}>
      {editions.map((edition, index) => (
        <li key={edition.id}>
          {index === 0 ? <LanguagesIcon size="1.25em" /> : null}
          <a className={css.edition} href={workPath(edition)} title={edition.title}>
            {languageName(edition.lang)}
          </a>
        </li>
      ))}
    </ul>
  )
}
