import { parseKeyword, printKeyword, type Term } from '@otodana/keyword'
import { useTranslation } from '#i18n/use-translation.ts'

import controls from '#ui/controls.module.css'
import { Icon } from '#ui/Icon.tsx'

import css from './SearchTerms.module.css'
import { worksHref, type WorksSearch } from './works-search.ts'

const ageCategories = ['general', 'r15', 'adult'] as const

/** What is searched for, term by term; each is a link to the search without it. */
export function SearchTerms({ search, keyword }: { search: WorksSearch; keyword: string }) {
  const { t } = useTranslation('works')
  const terms = parseKeyword(keyword)
  return (
    <ul className={css.terms} aria-label={t('searchBy')}>
      {terms.map((term, index) => (
        <li key={printKeyword(terms.slice(0, index + 1))}>
          <TermChip
            term={term}
            href={worksHref({ ...search, page: 1, keyword: printKeyword(terms.toSpliced(index, 1)) })}
          />
        </li>
      ))}
    </ul>
  )
}

function useTermText(term: Term): string {
  const { t } = useTranslation('works')
  if (term.kind === 'plain') return term.text
  const age = term.namespace === 'age' && ageCategories.find((category) => category === term.value)
  return age ? t(`age.${age}`) : term.value
}

function TermChip({ term, href }: { term: Term; href: string }) {
  const { t } = useTranslation('works')
  const text = useTermText(term)
  const isExcluded = term.kind !== 'plain' && term.excluded
  return (
    <a className={css.chip} href={href}>
      {term.kind === 'plain' ? null : <span className={css.kind}>{t(`term.${term.namespace}`)}</span>}
      {isExcluded ? <span className={css.kind}>{t('term.excluded')}</span> : null}
      <span>{text}</span>
      <Icon name="close" size="1.1em" />
      <span className={controls.hidden}>{t('removeTerm', { term: text })}</span>
    </a>
  )
}
