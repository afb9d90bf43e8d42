import { languageCodes, type Work } from '@otodana/contract'
import { workPath } from '@otodana/work-code'
import { useTranslation } from '#i18n/use-translation.ts'

import { Drawing } from '#ui/Icon.tsx'

import css from './WorkHeading.module.css'

const LANGUAGES =
  'M4 6h9M8.5 4v2M11.5 6c-1 4-4 6.500-7 8M6 9.500c1.500 2.500 3.500 4 5.500 4.500M13 20l4-9 4 9M14.300 17h5.400'

/** The same work in other languages, as far as the library holds them. */
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
          {index === 0 ? <Drawing path={LANGUAGES} size="1.25em" /> : null}
          <a className={css.edition} href={workPath(edition)} title={edition.title}>
            {languageName(edition.lang)}
          </a>
        </li>
      ))}
    </ul>
  )
}
