import type { Work } from '@otodana/contract'
import { parseKeyword, printKeyword, type DoneTerm } from '@otodana/keyword'
import { useTranslation } from '#i18n/use-translation.ts'

import controls from '#ui/controls.module.css'
import { Icon } from '#ui/Icon.tsx'

import css from './SearchTerms.module.css'
import { findTag, useTermParts } from './term-text.ts'
import { usePlainTagMark } from './work-texts.ts'
import { worksHref, type WorksSearch } from './works-search.ts'

type Props = {
  search: WorksSearch
  keyword: string
  /** What was found: it bears the tags that were asked for, with their names in all languages. */
  works: readonly Work[]
}

/** What is searched for, term by term; each is a link to the search without it. */
export function SearchTerms({ search, keyword, works }: Props) {
  const { t } = useTranslation('works')
  const terms = parseKeyword(keyword)
  return (
    <ul className={css.terms} aria-label={t('searchBy')}>
      {terms.map((term, index) => (
        <li key={printKeyword(terms.slice(0, index + 1))}>
          <TermChip
            term={term}
            works={works}
            href={worksHref({ ...search, page: 1, keyword: printKeyword(terms.toSpliced(index, 1)) })}
          />
        </li>
      ))}
    </ul>
  )
}

function TermChip({ term, works, href }: { term: DoneTerm; works: readonly Work[]; href: string }) {
  const { t } = useTranslation('works')
  const tag = findTag(
    works.flatMap(({ tags }) => tags),
    term,
  )
  const { kind, isWithout, text } = useTermParts()(term, tag)
  const plain = usePlainTagMark()
  return (
    <a className={css.chip} href={href}>
      {kind === null ? null : <span className={css.kind}>{kind}</span>}
      {isWithout ? <span className={css.kind}>{t('term.excluded')}</span> : null}
      <span data-plain-tag={tag ? plain : undefined}>{text}</span>
      <Icon name="close" size="1.1em" />
      <span className={controls.hidden}>{t('removeTerm', { term: text })}</span>
    </a>
  )
}
